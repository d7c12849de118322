/** The characters at the end of a piece that decide whether it is a whole sentence. */
const ENDING = 100
const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

// Places that the segmenter mistakes for ends of sentences, because it knows no abbreviations.
const titles =
  'dr|mr|mrs|ms|st|mt|ft|feat|jr|sr|prof|rev|gen|lt|sgt|capt|col|hon|vs|approx|ca|cf|incl|prod|arr|orch|bros|co'
const numbered = 'no|nos|nr|vol|pt|op|ch|pp|p|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec'
const endsInAbbreviation = new RegExp(`(^|[^\\p{L}\\p{N}])(${titles}|e\\.g|i\\.e|a\\.k\\.a)\\.\\s*$`, 'iu')
const endsInNumbered = new RegExp(`(^|[^\\p{L}\\p{N}])(${numbered})\\.\\s*$`, 'iu')
/** 'J. ' of 'J. Bach', the end of 'J.S. ' and of 'U.S. '; a letter that stands alone without being one is rare. */
const endsInInitial = /(^|[^\p{L}\p{N}])\p{Lu}\.\s*$/u

/** Whether a sentence goes on after a piece that the segmenter took for a whole one. */
function goesOn(piece: string, next: string): boolean {
  if (/\n\s*$/.test(piece)) return false
  // 'released ...And Justice for All': without a space nothing ends, but in scripts that have no spaces.
  if (/[.!?…]["'”’)\]]*$/.test(piece)) return true
  if (/^["'“‘(]?\p{Ll}/u.test(next)) return true
  if (endsInNumbered.test(piece)) return /^[\p{N}#]/u.test(next)
  return endsInAbbreviation.test(piece) || endsInInitial.test(piece)
}

/** A text's sentences, in order, with the white space behind each; joined they are the text again. */
export function sentencesOf(text: string): string[] {
  const sentences: string[] = []
  let open: string[] = []
  // The end of the open sentence decides; looking at all of it would take quadratic time.
  let ending = ''
  let isBlank = true
  for (const { segment } of segmenter.segment(text)) {
    const isSpace = segment.trim() === ''
    if (!isBlank && !isSpace && !goesOn(ending, segment)) {
      sentences.push(open.join(''))
      open = []
      ending = ''
    }
    isBlank &&= isSpace
    open.push(segment)
    ending = (ending + segment).slice(-ENDING)
  }
  return open.length === 0 ? sentences : [...sentences, open.join('')]
}

/** The first so many sentences of a text, with '...' in place of the last one's full stop where others follow. */
export function firstSentences(text: string, most: number): string {
  const sentences = sentencesOf(text)
  if (sentences.length <= most) return text
  return `${sentences
    .slice(0, most)
    .join('')
    .trimEnd()
    .replace(/[.…]+$/, '')}...`
}
