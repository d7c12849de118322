/** Why the product does not start, in a sentence that says what to do about it; printed without a stack. */
export class Refusal extends Error {}
