/** Returns the first `most` UTF-16 units of a text, or one less if the cut would split a surrogate pair. */
export const cut = (text: string, most: number): string => text.slice(0, most).replace(/[\ud800-\udbff]$/, '')
