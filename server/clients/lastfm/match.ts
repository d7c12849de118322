import type { AlbumCard, AlbumRef } from '../../../shared/catalog.ts'
import { foldedLetters } from '../../../shared/foldedLetters.ts'

/** Keeps only letters, digits and '+', without case and accents; a name of other signs only stays as it is. */
function bare(name: string): string {
  const plain = foldedLetters(name).normalize('NFD').replace(/\p{M}/gu, '')
  return plain.replace(/[^\p{L}\p{N}+]/gu, '') || plain.replace(/\s/g, '')
}

const isSameName = (one: string, other: string): boolean => bare(one) === bare(other)

type Answered<Card> = Card & { url: string | null }

/**
 * The service corrects artists freely ('beatles' → 'The Beatles', 'Kino' → 'Кино'). A different name is wrong if it only lost its
 * '+' (a name decoded twice), or if the service itself reports that it did not know the artist.
 */
export function isRequestedArtist(requested: string, answer: Answered<{ name: string }>): boolean {
  if (isSameName(requested, answer.name)) return true
  const lostPlus = isSameName(requested.replaceAll('+', ' '), answer.name.replaceAll('+', ' '))
  const unknownThere = answer.url?.includes('/+noredirect/') ?? false
  return !lostPlus && !unknownThere
}

/** The service never corrects albums, so the names must match. */
export function isAnswerTo({ artist, album }: AlbumRef, answer: Answered<AlbumCard>): boolean {
  return isSameName(album, answer.name) && isRequestedArtist(artist, { name: answer.artist, url: answer.url })
}
