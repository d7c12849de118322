/** Letters that are no other letter with an accent, as people type who do not have them; signs of two shapes. */
const plain: Record<string, string> = {
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
const otherLetters = new RegExp(`[${Object.keys(plain).join('')}]`, 'g')

/**
 * The words of a text as a search compares them, each once: without case and accents, full and half width alike.
 * The accents of Latin, Greek and Cyrillic letters go; what makes another letter of one ('が', '각') stays.
 */
export function foldedWords(text: string): string[] {
  const folded = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(otherLetters, (letter) => plain[letter]!)
  return [...new Set(folded.split(/\s+/))].filter((word) => word !== '')
}
