/** The kinds of links on a profile: one of each social one, several of one's own. */
export const socialTypes = ['twitter', 'letterboxd', 'instagram'] as const
export const linkTypes = [...socialTypes, 'custom'] as const
