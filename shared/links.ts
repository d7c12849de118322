/** Link types of a profile: at most one of each social type, several custom ones. */
export const socialTypes = ['twitter', 'letterboxd', 'instagram'] as const
export const linkTypes = [...socialTypes, 'custom'] as const
