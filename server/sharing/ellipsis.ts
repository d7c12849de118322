const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Puts a text on one line and shortens it to `most` graphemes with "…". Letters and emoji are never split. */
export function ellipsis(text: string, most: number): string {
  // Cut first, so that very long texts are not segmented completely.
  const line = text
    .slice(0, most * 20)
    .replace(/\s+/g, ' ')
    .trim()
  const found = Array.from(letters.segment(line), ({ segment }) => segment)
  if (found.length <= most) return line
  const shortened = found.slice(0, most - 1).join('')
  // Cut at the end of a word, unless that would leave too little.
  const word = shortened.replace(/\s+\S*$/, '')
  return `${(word.length > shortened.length * 0.7 ? word : shortened).replace(/[\s.,;:]+$/, '')}…`
}
