/** The first `most` UTF-16 units of a text, or one less where half an emoji would be left at the end. */
export const cut = (text: string, most: number): string => text.slice(0, most).replace(/[\ud800-\udbff]$/, '')
