/** Returns the first `limit` UTF-16 units of a text, or one less if the cut would split a surrogate pair. */
export const cut = (text: string, limit: number): string =>
  text.slice(0, limit).replace(/[\ud800-\udbff]$/, '')
