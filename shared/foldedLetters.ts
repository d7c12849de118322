/** Replacements for letters that do not decompose into a base letter and an accent, and for typographic variants. */
const replacements: Record<string, string> = {
  ı: 'i',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  þ: 'th',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ς: 'σ',
  '‘': "'",
  '’': "'",
  '–': '-',
  '—': '-',
}
const pattern = new RegExp(`[${Object.keys(replacements).join('')}]`, 'g')

/**
 * Removes case, the accents of Latin, Greek and Cyrillic letters, and the difference between full and half width: 'Işık' →
 * 'isik'. Marks that form another letter ('が', '각') stay.
 */
export const foldedLetters = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(pattern, (letter) => replacements[letter]!)
