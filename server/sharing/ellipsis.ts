const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Returns one line of at most `maxLength` graphemes. Letters and emoji are never split. */
export function ellipsis(text: string, maxLength: number): string {
  // Cut first, so that very long texts are not segmented completely.
  const line = text
    .slice(0, maxLength * 20)
    .replace(/\s+/g, ' ')
    .trim()
  const graphemes = Array.from(letters.segment(line), ({ segment }) => segment)
  if (graphemes.length <= maxLength) return line
  const shortened = graphemes.slice(0, maxLength - 1).join('')
  // Cut at the end of a word, unless that would leave too little.
  const word = shortened.replace(/\s+\S*$/, '')
  return `${(word.length > shortened.length * 0.7 ? word : shortened).replace(/[\s.,;:]+$/, '')}…`
}
