/** Number of characters at the end of a piece that decide whether it is a whole sentence. */
const ENDING = 100
const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

// Abbreviations, after which the segmenter wrongly ends a sentence.
const titles =
  'dr|mr|mrs|ms|st|mt|ft|feat|jr|sr|prof|rev|gen|lt|sgt|capt|col|hon|vs|approx|ca|cf|incl|prod|arr|orch|bros|co'
const numbered = 'no|nos|nr|vol|pt|op|ch|pp|p|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec'
const endsInAbbreviation = new RegExp(`(^|[^\\p{L}\\p{N}])(${titles}|e\\.g|i\\.e|a\\.k\\.a)\\.\\s*$`, 'iu')
const endsInNumbered = new RegExp(`(^|[^\\p{L}\\p{N}])(${numbered})\\.\\s*$`, 'iu')
/** Matches 'J. ' of 'J. Bach', and the end of 'J.S. ' and 'U.S. '. A single letter that is not an initial is rare. */
const endsInInitial = /(^|[^\p{L}\p{N}])\p{Lu}\.\s*$/u

/** True if the segmenter wrongly took a piece for a whole sentence. */
function goesOn(piece: string, next: string): boolean {
  if (/\n\s*$/.test(piece)) return false
  // 'released ...And Justice for All': a sentence only ends before white space, except in scripts without spaces.
  if (/[.!?…]["'”’)\]]*$/.test(piece)) return true
  if (/^["'“‘(]?\p{Ll}/u.test(next)) return true
  if (endsInNumbered.test(piece)) return /^[\p{N}#]/u.test(next)
  return endsInAbbreviation.test(piece) || endsInInitial.test(piece)
}

export function sentencesOf(text: string): string[] {
  const sentences: string[] = []
  let segments: string[] = []
  // Only the end of the open sentence is checked: checking all of it would take quadratic time.
  let ending = ''
  let isBlank = true
  for (const { segment } of segmenter.segment(text)) {
    const isSpace = segment.trim() === ''
    if (!isBlank && !isSpace && !goesOn(ending, segment)) {
      sentences.push(segments.join(''))
      segments = []
      ending = ''
    }
    isBlank &&= isSpace
    segments.push(segment)
    ending = (ending + segment).slice(-ENDING)
  }
  return segments.length === 0 ? sentences : [...sentences, segments.join('')]
}

/** Replaces the last full stop by '...' if more sentences follow. */
export function firstSentences(text: string, count: number): string {
  const sentences = sentencesOf(text)
  if (sentences.length <= count) return text
  return `${sentences
    .slice(0, count)
    .join('')
    .trimEnd()
    .replace(/[.…]+$/, '')}...`
}
