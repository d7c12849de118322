/** Letters that do not decompose into a base letter and an accent, as people type them on other keyboards; and typographic variants. */
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
const replaced = new RegExp(`[${Object.keys(replacements).join('')}]`, 'g')

/**
 * A text without case and without the accents of Latin, Greek and Cyrillic letters, full and half width alike: 'Işık' → 'isik'.
 * Marks that make another letter ('が', '각') stay.
 */
export const foldedLetters = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(replaced, (letter) => replacements[letter]!)
