/** In the order of their powers: each role can do what the ones before it can. */
export const roles = ['member', 'moderator', 'admin'] as const
export type Role = (typeof roles)[number]
