/** The visibility levels of shared/visibility.ts, from widest to narrowest, for the web without zod. */
export const visibilities = ['everyone', 'followers', 'me'] as const
