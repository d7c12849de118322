/** A text for a LIKE pattern in which it means itself. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
