/** Levels from widest to narrowest, without zod for the web (shared/visibility.ts). */
export const visibilities = ['everyone', 'followers', 'me'] as const
