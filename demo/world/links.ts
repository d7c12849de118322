import { seeded } from '../covers/seeded.ts'
import type { Artist } from './world.ts'

/** A statement of Wikidata about an artist's picture. */
export type PictureClaim = { rank: 'normal' | 'preferred' | 'deprecated'; file: string | null }

/** The Wikidata item of an artist; null for some, as in real data. */
export const wikidataOf = (artist: Artist): string | null => {
  const chance = seeded(`wikidata of ${artist.id}`)
  return chance.chance(0.12) ? null : `Q${chance.whole(1_000, 99_999_999)}`
}

const places = ['live', 'in concert', 'portrait', 'at the Roundhouse', 'on stage, 2']
const fileName = (artist: Artist, chance: ReturnType<typeof seeded>) =>
  `${artist.name.replace(/[/:?#|[\]<>{}]/g, '-')} ${chance.pick(places)} ${chance.whole(1965, 2024)}.jpg`

/** The pictures of an artist's item: none, one, or two of which the second is preferred; a value can be unknown. */
export function pictureClaims(artist: Artist): PictureClaim[] {
  const chance = seeded(`pictures of ${artist.id}`)
  const kind = chance.next()
  if (kind < 0.15) return []
  if (kind < 0.2) return [{ rank: 'normal', file: null }]
  const first: PictureClaim = { rank: 'normal', file: fileName(artist, chance) }
  if (kind > 0.4) return [first]
  return [first, { rank: 'preferred', file: fileName(artist, chance) }]
}

/** The file of Commons to which a few artists link directly. */
export function linkedFile(artist: Artist): string | null {
  const chance = seeded(`image of ${artist.id}`)
  return chance.chance(0.1) ? fileName(artist, chance) : null
}
