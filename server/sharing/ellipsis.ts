const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** A text on one line, cut to so many letters with '…'. No letter or emoji is cut apart. */
export function ellipsis(text: string, most: number): string {
  // What is far too long is not counted letter by letter.
  const line = text
    .slice(0, most * 20)
    .replace(/\s+/g, ' ')
    .trim()
  const found = Array.from(letters.segment(line), ({ segment }) => segment)
  if (found.length <= most) return line
  const shortened = found.slice(0, most - 1).join('')
  // At a word's end, unless that would leave little.
  const word = shortened.replace(/\s+\S*$/, '')
  return `${(word.length > shortened.length * 0.7 ? word : shortened).replace(/[\s.,;:]+$/, '')}…`
}
