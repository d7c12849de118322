const typographic: [RegExp, string][] = [
  [/&/g, ' and '],
  [/[‘’]/g, "'"],
  [/[\u2010-\u2015\u2212_]/g, '-'],
  [/\u3000/g, ' '],
]

const withoutAccents = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .normalize('NFKC')
    .replace(/ı/g, 'i')
    .replace(/ø/g, 'o')
    .replace(/ß/g, 'ss')
    .replace(/æ/g, 'ae')

const hiragana = (text: string) =>
  text.replace(/[ァ-ヶ]/g, (sign) => String.fromCodePoint(sign.codePointAt(0)! - 0x60))

/** Words of a text as the index has them; a run of signs between spaces is a word only without letters beside it. */
export function wordsOf(text: string, isAccented = false): string[] {
  let plain = text
  for (const [pattern, replacement] of typographic) plain = plain.replace(pattern, replacement)
  plain = hiragana(plain.normalize('NFKC').toLowerCase()).replace(/no\. (?=\d)/g, 'no.')
  const folded = isAccented ? plain : withoutAccents(plain)
  return folded
    .split(/\s+/)
    .filter(Boolean)
    .flatMap((chunk) => {
      const words = chunk.match(/[\p{L}\p{N}\p{M}]+(?:['.][\p{L}\p{N}\p{M}]+)*/gu)
      return words?.flatMap(splitIdeographs) ?? [chunk]
    })
}

/** Ideographs are words of one sign each. */
const splitIdeographs = (word: string) => word.match(/\p{Script=Han}|[^\p{Script=Han}]+/gu) ?? [word]
