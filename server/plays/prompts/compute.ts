import { topics } from '../../../shared/events.ts'
import { MOST_PROMPTS } from '../../../shared/playPrompts.ts'
import { change, type Write } from '../../core/change.ts'
import type { Deps } from '../../core/deps.ts'
import type { Db, Tx } from '../../lib/db.ts'
import { insertRows, kysely, padded, run, statement } from '../../lib/sql.ts'
import { findLocked } from '../../users/lock.ts'
import { idOf, makeAlbumFinder, type AlbumFinder, type PlayedAlbum } from './albums.ts'
import { readCandidates, type Candidate } from './candidates.ts'
import { endChecks, findDueChecks, postponeCheck, type Check } from './checks.ts'
import { readOpenPrompts } from './read.ts'

/** How many different tracks of an album must be played if the catalogue does not know its tracks. */
const ENOUGH = 5
/** Maximum number of look-ups for one user until others have their turn. */
const MOST_LOOK_UPS = 10
/** Seconds until albums are tried again that could not be looked up, and those that were requested a moment ago. */
const RETRY = 15
const RETRY_SOON = 1

/** Computes the prompts of the users whose plays have changed, one user after the other. */
export function makePrompter(deps: Deps): (signal: AbortSignal) => Promise<void> {
  const finder = makeAlbumFinder(deps)
  return async (signal) => {
    while (!signal.aborted) {
      const checks = await findDueChecks(deps.db)
      if (checks.length === 0) return
      await runChecks(deps, finder, { checks, signal })
    }
  }
}

/** Most checks find nothing and are ended together, because each play requests one. */
async function runChecks(
  deps: Deps,
  finder: AlbumFinder,
  { checks, signal }: { checks: readonly Check[]; signal: AbortSignal },
): Promise<void> {
  const days = await readCandidates(deps.db, checks, deps.now())
  const prompted = await readPrompted(deps.db, checks)
  const ended: Check[] = []
  for (const check of checks) {
    if (signal.aborted) break
    const { candidates, from } = days.get(check.userId)!
    const { wanted, rest } = await findWanted(deps, finder, candidates)
    if (wanted.length > 0 || prompted.has(check.userId)) await writeCheck(deps, check, { from, wanted, rest })
    else if (rest === 'none') ended.push(check)
    else await postponeCheck(deps.db, check, pauses[rest])
  }
  await endChecks(deps.db, ended)
}

const usersPrompted = statement(({ userIds }: { userIds: number[] }) =>
  kysely
    .selectFrom('PlayPrompt')
    .select('userId')
    .distinct()
    .where('userId', 'in', userIds)
    .where('dismissedAt', 'is', null),
)

/** Returns the users who have prompts, which can end. */
async function readPrompted(db: Db, checks: readonly Check[]): Promise<Set<number>> {
  const userIds = padded(checks.map(({ userId }) => userId))
  return new Set((await usersPrompted(db, { userIds })).map(({ userId }) => userId))
}

type Wanted = { albumId: number; day: string; tracks: number }
/** Whether albums are left, and when they can be looked up, from the latest to the next turn. */
const rests = ['none', 'later', 'soon', 'more'] as const
type Rest = (typeof rests)[number]
/** In seconds. */
const pauses = { more: 0, soon: RETRY_SOON, later: RETRY }

const sooner = (one: Rest, other: Rest): Rest => (rests.indexOf(one) > rests.indexOf(other) ? one : other)

async function findWanted(
  deps: Deps,
  finder: AlbumFinder,
  candidates: readonly Candidate[],
): Promise<{ wanted: Wanted[]; rest: Rest }> {
  const { played, rest } = await findAlbums(finder, candidates)
  const wanted: Wanted[] = []
  for (const { album, day, tracks } of mergeSpellings(played)) {
    const count = playedOf(album, tracks)
    const albumId = count === null ? null : await idOf(deps, album)
    if (albumId !== null && count !== null) wanted.push({ albumId, day, tracks: count })
  }
  return { wanted, rest }
}

type CheckResult = { from: string; wanted: readonly Wanted[]; rest: Rest }

const writeCheck = (deps: Deps, check: Check, { from, wanted, rest }: CheckResult): Promise<void> =>
  change(deps, async (write) => {
    if ((await findLocked(write.tx, check.userId)) === null) return
    await writePrompts(write, { userId: check.userId, from, wanted, isComplete: rest === 'none' })
    if (rest === 'none') await endChecks(write.tx, [check])
    else await postponeCheck(write.tx, check, pauses[rest])
  })

type Played = { album: PlayedAlbum; day: string; tracks: Set<string> }

async function findAlbums(
  finder: AlbumFinder,
  candidates: readonly Candidate[],
): Promise<{ played: Played[]; rest: Rest }> {
  const played: Played[] = []
  let rest: Rest = 'none'
  let [lookUps, isAway] = [0, false]
  for (const { album: names, day, tracks } of candidates) {
    if (!finder.isKnown(names)) {
      if (isAway || lookUps === MOST_LOOK_UPS) {
        if (!isAway) rest = sooner(rest, 'more')
        continue
      }
      lookUps++
    }
    const album = await finder.find(names)
    if (album === 'soon') rest = sooner(rest, 'soon')
    if (album === 'later' || album === 'away') rest = sooner(rest, 'later')
    isAway ||= album === 'away'
    if (typeof album === 'object') played.push({ album, day, tracks })
  }
  return { played, rest }
}

/** Joins what was played of one album under different spellings. */
function mergeSpellings(played: readonly Played[]): Played[] {
  const merged = new Map<string, Played>()
  for (const { album, day, tracks } of played) {
    const place = `${day} ${album.key}`
    const other = merged.get(place)
    merged.set(place, { album, day, tracks: other ? new Set([...other.tracks, ...tracks]) : tracks })
  }
  return [...merged.values()]
}

/** Returns how many tracks of the album were played; null if they are not enough. */
function playedOf({ tracks: all }: PlayedAlbum, tracks: ReadonlySet<string>): number | null {
  const count = all.size === 0 ? tracks.size : [...tracks].filter((track) => all.has(track)).length
  return count >= (all.size === 0 ? ENOUGH : Math.ceil(all.size / 2)) ? count : null
}

type Computed = {
  userId: number
  /** the first day that was computed */
  from: string
  wanted: readonly Wanted[]
  /** false while albums are looked up: then prompts are only added */
  isComplete: boolean
}

/** Prompts that were dismissed stay so. */
async function writePrompts(write: Write, { userId, from, wanted, isComplete }: Computed): Promise<void> {
  const { tx, now } = write
  const before = await readOpenPrompts(tx, { userId, now })
  const rows = wanted.map(({ day, ...prompt }) => ({ ...prompt, userId, day: new Date(day) }))
  await insertRows(tx, 'PlayPrompt', rows, { orUpdate: ['tracks'] })
  if (isComplete) await deleteOthers(tx, { userId, from: new Date(from), wanted })
  const open = await readOpenPrompts(tx, { userId, now })
  const beyond = open.slice(MOST_PROMPTS).map(({ id }) => id)
  if (beyond.length > 0) await run(tx, kysely.deleteFrom('PlayPrompt').where('id', 'in', padded(beyond)))
  const after = open.slice(0, MOST_PROMPTS)
  if (JSON.stringify(before) !== JSON.stringify(after))
    write.emit(topics.plays(userId), { type: 'prompts.changed' }, userId)
}

const undismissedSince = statement(({ userId, from }: { userId: number; from: Date }) =>
  kysely
    .selectFrom('PlayPrompt')
    .select(['id', 'albumId', 'day'])
    .where('userId', '=', userId)
    .where('day', '>=', from)
    .where('dismissedAt', 'is', null),
)

async function deleteOthers(
  tx: Tx,
  { userId, from, wanted }: { userId: number; from: Date; wanted: readonly Wanted[] },
): Promise<void> {
  const places = new Set(wanted.map(({ albumId, day }) => `${albumId} ${day}`))
  const others = (await undismissedSince(tx, { userId, from })).filter(
    ({ albumId, day }) => !places.has(`${albumId} ${day.toISOString().slice(0, 10)}`),
  )
  if (others.length === 0) return
  const ids = padded(others.map(({ id }) => id))
  await run(tx, kysely.deleteFrom('PlayPrompt').where('id', 'in', ids))
}
