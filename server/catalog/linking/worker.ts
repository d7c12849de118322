import { setTimeout as sleep } from 'node:timers/promises'
import { MusicBrainzError } from '../../clients/musicbrainz/answer.ts'
import type { MusicBrainz } from '../../clients/musicbrainz/client.ts'
import type { Caller } from '../../clients/servicePace.ts'
import { change, type WriteDeps } from '../../core/change.ts'
import type { Deps } from '../../core/deps.ts'
import { DomainError } from '../../lib/errors.ts'
import { lookUpGroup } from './lookUp.ts'
import { writeOutcome } from './outcome.ts'
import { dueAlbums, postpone, queueAllAlbums, wantedAlbums, type DueAlbum } from './queue.ts'
import { readContents, recheckGroup, recheckGroups } from './recheck.ts'

// Looks up the release groups of albums in the background. Each answer is stored as soon as it is known, so the work can stop at
// any moment. The pace of the service (clients/servicePace.ts) is the only limit.

export type LinkingDeps = WriteDeps & Pick<Deps, 'log'>

/** Interval between two looks for albums that somebody waits for, in milliseconds. */
const LOOK = 500
/** Pause after a failure that the pace does not know of, in milliseconds. */
const FAILED = 1_000
/** Interval between two searches for albums that are not in the queue. */
const SEARCH = 10 * 60_000

/** Creates the work of one run: it returns when nothing is due. */
export function makeLinking(
  deps: LinkingDeps,
  musicbrainz: MusicBrainz,
): (signal: AbortSignal) => Promise<void> {
  let searchedAt = -Infinity
  return async (signal) => {
    if (performance.now() - searchedAt > SEARCH) {
      await queueAllAlbums(deps, signal)
      searchedAt = performance.now()
    }
    const background = { isEnded: false }
    const wanted = lookUpWanted({ deps, musicbrainz, signal }, background)
    try {
      while (!signal.aborted && (await lookUpDue({ deps, musicbrainz, signal })));
    } finally {
      background.isEnded = true
      await wanted
    }
  }
}

const rest = ({ signal }: Run, ms: number) => sleep(ms, undefined, { signal }).catch(() => {})

type Run = { deps: LinkingDeps; musicbrainz: MusicBrainz; signal: AbortSignal }

/** Albums that somebody waits for, beside the background work, which can wait for minutes while the service fails. */
async function lookUpWanted(run: Run, background: { isEnded: boolean }): Promise<void> {
  const { deps, signal } = run
  const caller = { isWaitedFor: true, signal }
  while (!signal.aborted) {
    for (const album of await wantedAlbums(deps.db, { now: deps.now() }))
      if (!(await attempt(run, [album], () => lookUp(run, album, caller)))) break
    if (background.isEnded) return
    await rest(run, LOOK)
  }
}

/** Looks up what is due, waiting albums first; false if nothing is. */
async function lookUpDue(run: Run): Promise<boolean> {
  const caller = { isWaitedFor: false, signal: run.signal }
  for (const state of ['waiting', 'none', 'ambiguous'] as const) {
    const [album] = await dueAlbums(run.deps, state)
    if (!album) continue
    if (!(await attempt(run, [album], () => lookUp(run, album, caller)))) await rest(run, FAILED)
    return true
  }
  const linked = await dueAlbums(run.deps, 'linked')
  const groupIds = [...new Set(linked.map(({ groupId }) => groupId!))]
  if (linked.length === 0) return false
  if (!(await attempt(run, linked, () => recheckGroups(run, groupIds, caller)))) await rest(run, FAILED)
  return true
}

/** Looks up the group of an album, or only its facts if a moderator chose the group. */
async function lookUp(run: Run, album: DueAlbum, caller: Caller): Promise<void> {
  const { albumId, artist, name, year, groupId } = album
  if (groupId !== null) return await recheckGroup(run, groupId, caller)
  const { deps, musicbrainz } = run
  const decision = await lookUpGroup(musicbrainz, { artist, album: name, year }, caller)
  const contents =
    decision.state === 'linked' ? await readContents(musicbrainz, decision.group.id, caller) : null
  await change(deps, (write) => writeOutcome(write, { albumId, decision, contents }))
}

/** A failure of the service leaves albums due; a request that it refuses is not repeated for a day. Returns whether it went well. */
async function attempt(
  { deps, signal }: Run,
  albums: readonly DueAlbum[],
  work: () => Promise<void>,
): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (signal.aborted) return false
    if (!(error instanceof DomainError)) throw error
    const { cause } = error
    const isRefused = cause instanceof MusicBrainzError && cause.failure === 'refused'
    // An album can be deleted while it is looked up.
    if (isRefused || error.kind === 'notFound') {
      const ids = albums.map(({ albumId }) => albumId)
      await postpone(deps, ids, 1)
    }
    return false
  }
}
