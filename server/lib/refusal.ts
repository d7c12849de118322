/** Prevents the start, with a sentence that explains what to do; printed without a stack. */
export class Refusal extends Error {}
