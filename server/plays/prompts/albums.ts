import { LRUCache } from 'lru-cache'
import { nameKey } from '../../../shared/albumKey.ts'
import type { AlbumRef } from '../../../shared/catalog.ts'
import { identityKey, resolveAlbum } from '../../catalog/albums.ts'
import { getAlbum } from '../../catalog/queries.ts'
import type { Deps } from '../../core/deps.ts'
import { DomainError } from '../../lib/errors.ts'

/** An album's page: its names, and its folded track names; none if they are not known. */
export type PlayedAlbum = AlbumRef & { key: string; tracks: Set<string> }

/**
 * 'none': the catalogue does not know the album; 'soon': it is being looked up; 'later': it has been looked up for a while; 'away':
 * the catalogue does not answer.
 */
type Found = PlayedAlbum | 'none' | 'soon' | 'later' | 'away'

/** How long an answer is used for further plays of the album, in milliseconds. */
const FRESH = 60_000
/** How long an album that is being looked up is not tried again: a share of the time that it has taken so far, within these limits. */
const SHARE = 1 / 8
const SHORTEST = 900
const LONGEST = 10_000
const MOST = 5_000

export type AlbumFinder = {
  /** true if the answer is there without a look-up */
  isKnown: (ref: AlbumRef) => boolean
  find: (ref: AlbumRef) => Promise<Found>
}

/** Finds the pages of albums that were played, with the priority of imports. */
export function makeAlbumFinder(deps: Deps): AlbumFinder {
  const known = new LRUCache<string, Exclude<Found, 'away'>>({ max: MOST, ttl: FRESH })
  const requestedAt = new LRUCache<string, number>({ max: MOST })
  return {
    isKnown: (ref) => known.has(identityKey(ref)),
    async find(ref) {
      const key = identityKey(ref)
      const earlier = known.get(key)
      if (earlier) return earlier
      const found = await lookUp(deps, ref)
      if (found === 'away') return found
      if (found !== 'soon') {
        requestedAt.delete(key)
        known.set(key, found)
        return found
      }
      const time = performance.now()
      const since = requestedAt.get(key) ?? time
      requestedAt.set(key, since)
      const ttl = Math.min(Math.max(SHORTEST, SHARE * (time - since)), LONGEST)
      const state = ttl < LONGEST ? 'soon' : 'later'
      known.set(key, state, { ttl: Math.ceil(ttl) })
      return state
    },
  }
}

const background = (deps: Deps) => ({ ...pick(deps), catalogue: deps.catalogue.forImports })
const pick = ({ db, cache, pictures, now }: Deps) => ({ db, cache, pictures, now })

async function lookUp(deps: Deps, ref: AlbumRef): Promise<Exclude<Found, 'later'>> {
  try {
    const { artist, name, tracks, withoutCatalogue } = await getAlbum(background(deps), null, ref)
    if (withoutCatalogue === 'looking') return 'soon'
    if (withoutCatalogue === 'unavailable' || withoutCatalogue === 'notSetUp') return 'away'
    if (withoutCatalogue === 'notFound' && tracks.length === 0) return 'none'
    const names = { artist, album: name }
    return { ...names, key: identityKey(names), tracks: new Set(tracks.map((track) => nameKey(track.name))) }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return error.kind === 'unavailable' ? 'away' : 'none'
  }
}

/** Returns the id of the album's row; null if the catalogue has lost it meanwhile. */
export async function idOf(deps: Deps, { artist, album }: PlayedAlbum): Promise<number | null> {
  try {
    return (await resolveAlbum(background(deps), { artist, album })).id
  } catch (error) {
    if (error instanceof DomainError) return null
    throw error
  }
}
