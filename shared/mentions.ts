import { limits } from './limits.ts'

/** '@name': not after a letter, a digit, '.', '/', '=' or '@'; it ends at the first sign that no nickname holds. */
const pattern = () => /(?<![\p{L}\p{N}./=@])@([a-zA-Z0-9_]+)/gu

/** Where a text mentions somebody: the name in lower case, and from where to where it stands, the '@' included. */
export type MentionPlace = { name: string; from: number; to: number }

/** The mentions in a text, at most ten different names. A name that cannot be a nickname is no mention. */
export function mentionsIn(text: string): MentionPlace[] {
  const places: MentionPlace[] = []
  const names = new Set<string>()
  if (!text.includes('@')) return places
  for (const found of text.matchAll(pattern())) {
    const name = found[1]!.toLowerCase()
    if (name.length < limits.nickname.min || name.length > limits.nickname.max) continue
    if (names.size >= limits.mentions && !names.has(name)) continue
    names.add(name)
    places.push({ name, from: found.index, to: found.index + found[0].length })
  }
  return places
}

/** Whom a name in a text means, as they are called today. */
export type Mentioned = { name: string; nickname: string }

/** A text in pieces: plain ones, and those that are links to a person. */
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
