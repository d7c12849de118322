/** Parts of the administration in the order of its navigation. The overview is at its own address. */
export const adminParts = ['people', 'invitations', 'settings', 'backups', 'announcement', 'trail'] as const
export type AdminPart = (typeof adminParts)[number]

export const readAdminPart = (text: string): AdminPart | undefined =>
  adminParts.find((part) => part === text.toLowerCase())
