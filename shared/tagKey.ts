// Rules for tags that the browser needs while the user types: no zod.

export const tagName = (text: string): string => text.normalize('NFC').trim().replace(/\s+/g, ' ')

/**
 * Key of a tag, the same for all its spellings: 'KIŞ' and 'kış' are one tag, 'kis' is another.
 * Case, full and half width, the leftover dot of 'İ' and the missing one of 'ı' are ignored;
 * other accents are not. The upper case in between turns 'ß' into 'SS' and 'ς' into 'Σ'.
 */
export const tagKey = (text: string): string =>
  tagName(text.normalize('NFKC'))
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .replace(/ı/g, 'i')
    .replace(/i\u0307/g, 'i')

/** The first spelling of each tag is kept. */
export function differentTags(names: readonly string[]): string[] {
  const spellings = new Map<string, string>()
  for (const name of names) if (!spellings.has(tagKey(name))) spellings.set(tagKey(name), name)
  return [...spellings.values()]
}
