import type { AlbumCard, AlbumRef } from '../../../shared/catalog.ts'
import { foldedLetters } from '../../../shared/foldedLetters.ts'

/** A name without case, accents, spaces and signs. A '+' counts, and a name of signs alone stays. */
function bare(name: string): string {
  const plain = foldedLetters(name).normalize('NFD').replace(/\p{M}/gu, '')
  return plain.replace(/[^\p{L}\p{N}+]/gu, '') || plain.replace(/\s/g, '')
}

const same = (one: string, other: string): boolean => bare(one) === bare(other)

type Answered<Card> = Card & { url: string | null }

/**
 * Whether an answer is about the artist that was asked for. The service corrects artists as it likes ('beatles' →
 * 'The Beatles', 'Kino' → 'Кино'). Another name is wrong where it only lost its '+' (a name decoded twice), or where
 * the service says itself that it did not know the artist.
 */
export function isRequestedArtist(requested: string, answer: Answered<{ name: string }>): boolean {
  if (same(requested, answer.name)) return true
  const lostPlus = same(requested.replaceAll('+', ' '), answer.name.replaceAll('+', ' '))
  const unknownThere = answer.url?.includes('/+noredirect/') ?? false
  return !lostPlus && !unknownThere
}

/** Whether an answer is about the album that was asked for. The service never corrects albums, so its name has to be the asked one. */
export function isAnswerTo({ artist, album }: AlbumRef, answer: Answered<AlbumCard>): boolean {
  return same(album, answer.name) && isRequestedArtist(artist, { name: answer.artist, url: answer.url })
}
