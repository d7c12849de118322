// The rules of tags that the browser needs while somebody types: no zod.

/** What is shown of a tag as somebody typed it: white space at the ends goes, and is one space in between. */
export const tagName = (text: string): string => text.normalize('NFC').trim().replace(/\s+/g, ' ')

/**
 * What all spellings of one tag have in common: 'KIŞ' and 'kış' are one tag, 'kis' is another. Case, full and half width, the
 * dot that is left of 'İ' and a missing one on 'ı' do not matter; other accents do. The upper case in between turns 'ß' into
 * 'SS' and 'ς' into 'Σ'.
 */
export const tagKey = (text: string): string =>
  tagName(text.normalize('NFKC'))
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .replace(/ı/g, 'i')
    .replace(/i\u0307/g, 'i')

/** Tags of which each is there once, under the first of its spellings. */
export function differentTags(names: readonly string[]): string[] {
  const found = new Map<string, string>()
  for (const name of names) if (!found.has(tagKey(name))) found.set(tagKey(name), name)
  return [...found.values()]
}
