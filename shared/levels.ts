/** Who may see a thing, from many to few: the levels of shared/visibility.ts, for the web without zod. */
export const visibilities = ['everyone', 'followers', 'me'] as const
