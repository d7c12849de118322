import { limits } from './limits.ts'

/** '@name': not after a letter, a digit, '.', '/', '=' or '@'; it ends at the first character that nicknames do not contain. */
const pattern = () => /(?<![\p{L}\p{N}./=@])@([a-zA-Z0-9_]+)/gu

/** `name` is in lower case; `from` and `to` include the '@'. */
export type MentionPlace = { name: string; from: number; to: number }

/** Finds the mentions in a text, at most ten different names. Skips names that cannot be nicknames. */
export function mentionsIn(text: string): MentionPlace[] {
  const places: MentionPlace[] = []
  const names = new Set<string>()
  if (!text.includes('@')) return places
  for (const match of text.matchAll(pattern())) {
    const name = match[1]!.toLowerCase()
    if (name.length < limits.nickname.min || name.length > limits.nickname.max) continue
    if (names.size >= limits.mentions && !names.has(name)) continue
    names.add(name)
    places.push({ name, from: match.index, to: match.index + match[0].length })
  }
  return places
}

/** A name in a text and the current nickname of the user whom it means. */
export type Mentioned = { name: string; nickname: string }

export function withMentions(
  text: string,
  mentioned: readonly Mentioned[] = [],
): { text: string; nickname: string | null }[] {
  const nicknames = new Map(mentioned.map(({ name, nickname }) => [name, nickname]))
  const pieces: { text: string; nickname: string | null }[] = []
  let at = 0
  for (const { name, from, to } of nicknames.size === 0 ? [] : mentionsIn(text)) {
    const nickname = nicknames.get(name)
    if (nickname === undefined) continue
    if (from > at) pieces.push({ text: text.slice(at, from), nickname: null })
    pieces.push({ text: `@${nickname}`, nickname })
    at = to
  }
  if (at < text.length || pieces.length === 0) pieces.push({ text: text.slice(at), nickname: null })
  return pieces
}
