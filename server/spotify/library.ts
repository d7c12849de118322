import { spotifyBlocks, type SpotifyBlock, type SpotifyAbsence, type SpotifyProgress } from '../../shared/spotify.ts'
import { AppRefused } from '../clients/spotify/exchange.ts'
import * as spotify from '../clients/spotify/library.ts'
import type { Get, OnPage } from '../clients/spotify/pages.ts'
import { Resting } from '../clients/spotify/people.ts'
import { forbidden, unavailable } from '../lib/errors.ts'
import { UpstreamError } from '../lib/http.ts'
import { isForbidden } from './failures.ts'
import { profileOf, type Summary } from './summary.ts'

const UNAUTHORIZED = 401

/** Where every sync begins. */
export const firstStep: SpotifyProgress = { block: spotifyBlocks[0], page: 1, of: 1, done: [] }

type Read<Result> = (onPage: OnPage) => Promise<Result>

/** Reads block after block, and reports each page before it is read. */
function makeReading(report: (progress: SpotifyProgress) => Promise<void>) {
  const done: SpotifyBlock[] = []
  const absent: Partial<Record<SpotifyBlock, SpotifyAbsence>> = {}

  async function block<Result>(name: SpotifyBlock, read: Read<Result>): Promise<Result> {
    const onPage = (page: number, of: number) => report({ block: name, page, of, done: [...done] })
    await onPage(1, 1)
    const result = await read(onPage)
    done.push(name)
    return result
  }

  /** The same, where the service may have nothing to give: that is noted. */
  async function optional<Result>(name: SpotifyBlock, read: Read<Result>): Promise<Result | null> {
    try {
      return await block(name, read)
    } catch (error) {
      absent[name] = absenceOf(error)
      done.push(name)
      return null
    }
  }
  return { block, optional, absent }
}

/** What ends the reading as a whole is thrown on: a service that wants no calls, tokens that are over, our own faults. */
function absenceOf(error: unknown): SpotifyAbsence {
  const isOfOneBlock = error instanceof UpstreamError && error.code !== UNAUTHORIZED
  if (!isOfOneBlock || error instanceof Resting || error instanceof AppRefused) throw error
  return isForbidden(error) && /scope/i.test(error.message) ? 'permission' : 'failed'
}

type Reading = ReturnType<typeof makeReading>

async function summarise(
  get: Get,
  { optional, absent }: Reading,
  { person, savedAlbums, now }: { person: spotify.SpotifyPerson; savedAlbums: number | null; now: Date },
): Promise<Summary> {
  return {
    readAt: now.toISOString(),
    profile: profileOf(person),
    savedAlbums,
    recentlyPlayed: await optional('recentlyPlayed', () => spotify.readPlays(get)),
    topArtists: await optional('topArtists', () => spotify.readTopArtists(get)),
    playlists: await optional('playlists', (onPage) => spotify.readPlaylists(get, person.id, onPage)),
    followedArtists: await optional('followedArtists', () => spotify.readFollowedArtists(get)),
    savedTracks: await optional('savedTracks', () => spotify.readSavedCount(get, 'tracks')),
    absent,
  }
}

/** Everything that a sync brings. */
export type Library = { person: spotify.SpotifyPerson; albums: spotify.SavedAlbum[]; skipped: number; summary: Summary }

/**
 * Reads a person's library. Of it all, the profile and the saved albums alone must be given.
 * @throws forbidden when the saved albums were not allowed; unavailable; an UpstreamError
 */
export async function readLibrary(get: Get, now: Date, report: (progress: SpotifyProgress) => Promise<void>): Promise<Library> {
  const reading = makeReading(report)
  const person = await reading.block('profile', () => spotify.readPerson(get))
  const saved = await reading.block('savedAlbums', (onPage) => spotify.readSavedAlbums(get, onPage)).catch((error: unknown) => {
    throw meaningOfNoAlbums(error)
  })
  const summary = await summarise(get, reading, { person, savedAlbums: saved.total, now })
  return { person, albums: saved.albums, skipped: saved.skipped, summary }
}

function meaningOfNoAlbums(error: unknown): unknown {
  if (isForbidden(error)) return forbidden((texts) => texts.spotify.albumsForbidden)
  const isBroken = error instanceof UpstreamError && error.failure === 'broken'
  return isBroken ? unavailable((texts) => texts.spotify.blockFailed.savedAlbums, error) : error
}

/** Reads what a profile shows, in a few calls: the same without the albums themselves. @throws an UpstreamError */
export async function readFigures(get: Get, now: Date): Promise<Pick<Library, 'person' | 'summary'>> {
  const reading = makeReading(async () => {})
  const person = await reading.block('profile', () => spotify.readPerson(get))
  const savedAlbums = await reading.optional('savedAlbums', () => spotify.readSavedCount(get, 'albums'))
  return { person, summary: await summarise(get, reading, { person, savedAlbums, now }) }
}
