import type { AlbumDetails, AlbumRef } from '../../../shared/catalog.ts'

/** A name without case, accents, spaces and signs. A '+' counts, and a name of signs alone stays. */
function bare(name: string): string {
  const plain = name.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '').replaceAll('ı', 'i')
  return plain.replace(/[^\p{L}\p{N}+]/gu, '') || plain.replace(/\s/g, '')
}

const same = (one: string, other: string): boolean => bare(one) === bare(other)

/**
 * Whether an answer is about the album that was asked for. The service corrects artists as it likes
 * ('beatles' → 'The Beatles', 'Kino' → 'Кино') and never albums, so the album's name has to be the asked one.
 * Another artist is wrong where he only lost his '+' (a name decoded twice), or where the service says itself
 * that it did not know him.
 */
export function isAnswerTo({ artist, album }: AlbumRef, answer: AlbumDetails): boolean {
  if (!same(album, answer.name)) return false
  if (same(artist, answer.artist)) return true
  const lostPlus = same(artist.replaceAll('+', ' '), answer.artist.replaceAll('+', ' '))
  const unknownThere = answer.url?.includes('/+noredirect/') ?? false
  return !lostPlus && !unknownThere
}
