import type { Caller } from '../servicePace.ts'
import { parseArtist, parseArtistSearch, type ArtistDetails, type FoundArtist } from './artists.ts'
import { makeCalls, type Ask, type MusicBrainzOptions, type Request } from './calls.ts'
import { isMbid } from './fields.ts'
import {
  parseGroup,
  parseGroupOfRelease,
  parseGroupPage,
  parseGroupSearch,
  type FoundGroup,
  type GroupDetails,
  type ReleaseGroup,
} from './groups.ts'
import { phrase, words } from './lucene.ts'
import { parseReleases, type Release } from './releases.ts'

/** Names of an album, or ids of at most 100 release groups, or words that somebody typed. */
type GroupSearch = { artist: string; title: string } | { ids: readonly string[] } | { text: string }

/** Part of the results of a search, from `offset`; nothing follows the 500th result. */
type Part = { limit?: number; offset?: number }

/**
 * The client of MusicBrainz. Every call takes turns of the pace (servicePace.ts) and throws `unavailable` if the service gives no
 * usable answer within the caller's patience: 10 seconds if somebody waits, without end otherwise. The client caches nothing.
 */
export type MusicBrainz = {
  /** Returns a release group, also by the id of one that was merged into it; null if there is none. */
  releaseGroup: (id: string, caller: Caller) => Promise<GroupDetails | null>
  /** Returns the group of a release; null if there is no such release. */
  groupOfRelease: (id: string, caller: Caller) => Promise<ReleaseGroup | null>
  /**
   * Returns up to `limit` releases of a group with their tracks, earliest first; those that are official, or all. `total` counts
   * them. Null if there is no such group.
   */
  releases: (
    request: { groupId: string; isOfficial: boolean; limit?: number },
    caller: Caller,
  ) => Promise<{ releases: Release[]; total: number } | null>
  /** Returns release groups whose names match, best first. */
  searchGroups: (
    search: GroupSearch & Part,
    caller: Caller,
  ) => Promise<{ groups: FoundGroup[]; total: number }>
  /** Returns an artist, also by the id of one that was merged into it; null if there is none. */
  artist: (id: string, caller: Caller) => Promise<ArtistDetails | null>
  /** Returns artists whose names match, best first. */
  searchArtists: (
    search: { text: string } & Part,
    caller: Caller,
  ) => Promise<{ artists: FoundArtist[]; total: number }>
  /**
   * Returns the release groups of an artist that have an official release, page by page. A group can occur twice if the
   * discography changes meanwhile. Empty for Various Artists, who have hundreds of thousands.
   */
  discography: (artistId: string, caller: Caller) => AsyncGenerator<ReleaseGroup[]>
}

const VARIOUS_ARTISTS = '89ad4ac3-39f7-470e-963a-56509c546377'
const PAGE = 100
/** The service refuses to return more results of a search. */
const MOST_RESULTS = 500

/** Creates a client of the service, or of a stand-in. */
export function makeMusicBrainz(options: MusicBrainzOptions): MusicBrainz {
  const ask = makeCalls(options)
  return {
    async releaseGroup(id, caller) {
      if (!isMbid(id)) return null
      const query = { inc: 'artist-credits releases genres url-rels aliases' }
      const parse = (body: unknown) => parseGroup(body, id)
      return await ask({ entity: 'release-group', id, query }, caller, parse)
    },

    async groupOfRelease(id, caller) {
      if (!isMbid(id)) return null
      const query = { inc: 'release-groups artist-credits' }
      return await ask({ entity: 'release', id, query }, caller, parseGroupOfRelease)
    },

    async releases({ groupId, isOfficial, limit = 5 }, caller) {
      if (!isMbid(groupId)) return null
      const inc = 'release-groups recordings artist-credits genres'
      const status = isOfficial && { status: 'official' }
      const query = { 'release-group': groupId, ...status, limit: `${limit}`, inc }
      return await ask({ entity: 'release', query }, caller, parseReleases)
    },

    async searchGroups(search, caller) {
      const limit = 'ids' in search ? PAGE : 25
      const request = searchOf('release-group', groupQuery(search), { limit, ...search })
      const found = request && (await ask(request, caller, parseGroupSearch))
      return found ?? { groups: [], total: 0 }
    },

    async artist(id, caller) {
      if (!isMbid(id)) return null
      const query = { inc: 'aliases url-rels genres' }
      return await ask({ entity: 'artist', id, query }, caller, (body) => parseArtist(body, id))
    },

    async searchArtists({ text, ...part }, caller) {
      const request = searchOf('artist', words(text), part)
      const found = request && (await ask(request, caller, parseArtistSearch))
      return found ?? { artists: [], total: 0 }
    },

    discography: (artistId, caller) => readDiscography(ask, artistId, caller),
  }
}

/** Returns the request of a search; null for one without results: without words, or beyond the last page. */
function searchOf(entity: string, query: string, { offset = 0, limit = 25 }: Part): Request | null {
  const most = Math.min(PAGE, limit, MOST_RESULTS - offset)
  if (most <= 0 || query.trim() === '') return null
  return { entity, query: { query, limit: `${most}`, offset: `${offset}` } }
}

async function* readDiscography(ask: Ask, artistId: string, caller: Caller) {
  if (!isMbid(artistId) || artistId === VARIOUS_ARTISTS) return
  const inc = 'artist-credits genres aliases'
  const query = { artist: artistId, 'release-group-status': 'website-default', limit: `${PAGE}`, inc }
  for (let offset = 0, isLast = false; !isLast; offset += PAGE) {
    const request = { entity: 'release-group', query: { ...query, offset: `${offset}` } }
    const page = await ask(request, caller, parseGroupPage)
    if (!page || page.size === 0) return
    yield page.groups
    isLast = offset + page.size >= page.total
  }
}

/** Returns the Lucene query of a search. `release:` also finds the titles of later editions. */
function groupQuery(search: GroupSearch): string {
  if ('ids' in search)
    return search.ids
      .filter(isMbid)
      .map((id) => `rgid:${id}`)
      .join(' OR ')
  if ('text' in search) return words(search.text)
  const [title, artist] = [phrase(search.title), phrase(search.artist)]
  const titles = ['releasegroup', 'release', 'alias']
  const artists = ['artistname', 'creditname', 'artist']
  const either = (fields: string[], text: string) =>
    `(${fields.map((field) => `${field}:${text}`).join(' OR ')})`
  return `${either(titles, title)} AND ${either(artists, artist)}`
}
