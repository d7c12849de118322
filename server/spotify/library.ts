import {
  spotifyBlocks,
  type SpotifyBlock,
  type SpotifyAbsence,
  type SpotifyProgress,
} from '../../shared/spotify.ts'
import { spotify as texts } from '../../shared/texts/default/spotify.ts'
import * as spotify from '../clients/spotify/library.ts'
import type { Get, OnPage } from '../clients/spotify/pages.ts'
import { forbidden, unavailable } from '../lib/errors.ts'
import { UpstreamError } from '../lib/http.ts'
import { isForbidden } from './failures.ts'
import { profileOf, type Summary } from './summary.ts'

export const firstStep: SpotifyProgress = { block: spotifyBlocks[0], page: 1, of: 1, done: [] }

type Read<Result> = (onPage: OnPage) => Promise<Result>

/** Reports each page before it is read. */
function makeReading(report: (progress: SpotifyProgress) => Promise<void>) {
  const finishedBlocks: SpotifyBlock[] = []
  const absent: Partial<Record<SpotifyBlock, SpotifyAbsence>> = {}
  let current: SpotifyBlock = firstStep.block

  async function block<Result>(name: SpotifyBlock, read: Read<Result>): Promise<Result> {
    current = name
    const onPage = (page: number, of: number) => report({ block: name, page, of, done: [...finishedBlocks] })
    await onPage(1, 1)
    const result = await read(onPage)
    finishedBlocks.push(name)
    return result
  }

  /** Null if the block is unavailable to this app or user. Other failures are thrown. */
  async function optional<Result>(name: SpotifyBlock, read: Read<Result>): Promise<Result | null> {
    try {
      return await block(name, read)
    } catch (error) {
      if (!isWithheld(error) && !isFollowedFailure(error)) throw error
      if (isWithheld(error) && /scope/i.test(error.message)) absent[name] = 'permission'
      if (isFollowedFailure(error)) absent[name] = 'failed'
      finishedBlocks.push(name)
      return null
    }
  }
  return { block, optional, absent, current: () => current }
}

/** True if an endpoint or a scope is missing. */
const isWithheld = (error: unknown): error is UpstreamError =>
  isForbidden(error) || (error instanceof UpstreamError && error.code === 404)

/** True for a failure that the service always returns for a few users, only for this block. */
const isFollowedFailure = (error: unknown): boolean =>
  error instanceof UpstreamError &&
  error.code === 502 &&
  error.message.includes('Failed to get followed artists')

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

export type Library = {
  person: spotify.SpotifyPerson
  albums: spotify.SavedAlbum[]
  skipped: number
  summary: Summary
}

/**
 * Reads completely or not at all. Blocks that the service withholds are left out, but never the profile or the saved albums.
 * @throws forbidden if access to the saved albums was not granted; unavailable; an UpstreamError
 */
export async function readLibrary(
  get: Get,
  now: Date,
  report: (progress: SpotifyProgress) => Promise<void>,
): Promise<Library> {
  const reading = makeReading(report)
  try {
    const person = await reading.block('profile', () => spotify.readPerson(get))
    const saved = await reading.block('savedAlbums', (onPage) => spotify.readSavedAlbums(get, onPage))
    const summary = await summarise(get, reading, { person, savedAlbums: saved.total, now })
    return { person, albums: saved.albums, skipped: saved.skipped, summary }
  } catch (error) {
    throw meaningOf(error, reading.current())
  }
}

const hasOwnText = (block: SpotifyBlock): block is keyof typeof texts.blockFailed =>
  block in texts.blockFailed

function meaningOf(error: unknown, block: SpotifyBlock): unknown {
  if (block === 'savedAlbums' && isForbidden(error)) return forbidden('spotify.albumsForbidden')
  const isBroken = error instanceof UpstreamError && error.failure === 'broken'
  return isBroken && hasOwnText(block) ? unavailable(`spotify.blockFailed.${block}`, error) : error
}

/** Reads the counts in a few calls, but not the saved albums themselves. @throws an UpstreamError */
export async function readFigures(get: Get, now: Date): Promise<Pick<Library, 'person' | 'summary'>> {
  const reading = makeReading(async () => {})
  const person = await reading.block('profile', () => spotify.readPerson(get))
  const savedAlbums = await reading.optional('savedAlbums', () => spotify.readSavedCount(get, 'albums'))
  return { person, summary: await summarise(get, reading, { person, savedAlbums, now }) }
}
