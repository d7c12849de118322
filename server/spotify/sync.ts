import { topics } from '../../shared/events.ts'
import type { SpotifyProgress, SpotifySynced } from '../../shared/spotify.ts'
import type { Translations } from '../../shared/texts.ts'
import { keepImportedAlbums } from '../catalog/imports.ts'
import type { SavedAlbum } from '../clients/spotify/library.ts'
import { change, manyRows, type WriteDeps } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import { limited, spotifyCalls } from '../core/limits.ts'
import type { SignedIn } from '../core/trpc.ts'
import { cancelJob, claimJob, finishJob, holdJob, whileHeld, type Job } from '../jobs/job.ts'
import { LeaseLost } from '../jobs/lease.ts'
import type { Tx } from '../lib/db.ts'
import { conflict, unavailable } from '../lib/errors.ts'
import { inEveryLanguage } from '../lib/languages.ts'
import { kysely, run } from '../lib/sql.ts'
import { replaceSynced } from '../logs/write/bulk.ts'
import { settleLogs } from '../logs/write/moved.ts'
import { findLocked, lockUser, type LockedUser } from '../users/lock.ts'
import { asksToWait, getSpotify, notConnected, toUserError } from './failures.ts'
import { firstStep, readLibrary, type Library } from './library.ts'
import { afterSummary, readSummary, writeSummary } from './summary.ts'
import { canOpen, getFor } from './tokens.ts'

const syncOf = (userId: number) => ({ kind: 'sync' as const, userId })
type Sync = Job<ReturnType<typeof syncOf>>

/** milliseconds between two progress reports within a block */
const REPORTS = 300

/**
 * Returns immediately; progress is sent as events. Only one sync runs at a time per connection, across all processes.
 * @throws notFound without a connection; conflict while a sync runs, or if the connection has expired; tooMany while Spotify
 * accepts no calls
 */
export async function startSync(deps: Deps, viewer: SignedIn): Promise<SpotifyProgress> {
  const until = await getSpotify(deps).people.restsUntil()
  if (until) throw asksToWait(until, deps.now())
  const sync = await limited(deps, viewer, (spend) =>
    change(deps, async ({ tx, emit }) => {
      await lockUser(tx, viewer.id)
      const row = await tx.spotifyConnection.findUnique({
        where: { userId: viewer.id },
        select: { refreshToken: true },
      })
      if (!row) throw notConnected()
      if (!canOpen(deps, viewer.id, row.refreshToken)) throw conflict('spotify.ended')
      const job = await claimJob(tx, syncOf(viewer.id), { progress: JSON.stringify(firstStep) })
      if (!job) throw conflict('spotify.syncRunning')
      await spend([spotifyCalls])
      emit(topics.spotify(viewer.id), { type: 'spotify.progress', progress: firstStep }, viewer.id)
      return job
    }),
  )
  deps.jobs.start((closing) => runSync(deps, sync, closing))
  return firstStep
}

/** A process that runs the sync writes nothing more. */
export const stopSync = (tx: Tx, userId: LockedUser) => cancelJob(tx, syncOf(userId))

/** A failure changes nothing, and is reported as an event. */
async function runSync(deps: Deps, sync: Sync, closing: AbortSignal): Promise<void> {
  try {
    await whileHeld({ db: deps.db, job: sync, closing }, async (signal) => {
      const get = getFor(deps, sync.userId, signal)
      await bringIn(deps, sync, await readLibrary(get, deps.now(), reporter(deps, sync)))
    })
    deps.metrics.sync('ok')
  } catch (error) {
    if (error instanceof LeaseLost) return
    deps.metrics.sync(closing.aborted ? 'interrupted' : 'failed')
    if (!closing.aborted) deps.log.warn({ err: error }, 'a sync with Spotify failed')
    const reason = closing.aborted ? unavailable('spotify.syncInterrupted') : toUserError(error, deps.now())
    await giveUp(deps, sync, reason && inEveryLanguage((texts) => reason.say(texts)))
  }
}

/** Reports the beginning of each block, and pages at most every `REPORTS` milliseconds. */
function reporter(deps: WriteDeps, sync: Sync) {
  let lastReport = { block: firstStep.block as string, at: performance.now() }
  return async (progress: SpotifyProgress) => {
    const isLast = progress.page === progress.of && progress.of > 1
    if (progress.block === lastReport.block && !isLast && performance.now() - lastReport.at < REPORTS) return
    lastReport = { block: progress.block, at: performance.now() }
    await change(deps, async ({ tx, emit }) => {
      await lockUser(tx, sync.userId)
      await holdJob(tx, sync, { progress: JSON.stringify(progress) })
      emit(topics.spotify(sync.userId), { type: 'spotify.progress', progress }, sync.userId)
    })
  }
}

/** Uses one transaction. @throws LeaseLost if the sync was revoked */
async function bringIn(deps: Deps, sync: Sync, { person, albums, skipped, summary }: Library): Promise<void> {
  const { userId } = sync
  const savedAt = await daysOfAlbums(deps, albums)
  await change(
    deps,
    async (write) => {
      const { tx, emit, now } = write
      const owner = await lockUser(tx, userId)
      await holdJob(tx, sync)
      const survivorOf = await settleLogs(write, owner, [...savedAt.keys()])
      const saved = new Map([...savedAt].map(([albumId, at]) => [survivorOf(albumId), at]))
      const counts = await replaceSynced(write, owner, saved)
      const previous = await tx.spotifyConnection.findUniqueOrThrow({
        where: { userId },
        select: { summary: true },
      })
      const mergedSummary = afterSummary(summary, readSummary(previous.summary))
      await run(
        tx,
        kysely
          .updateTable('SpotifyConnection')
          .set({ summary: writeSummary(mergedSummary), spotifyId: person.linkId, lastSyncAt: now })
          .where('userId', '=', userId),
      )
      await finishJob(tx, sync)
      const synced: SpotifySynced = { albums: savedAt.size, ...counts, skipped }
      emit(topics.spotify(userId), { type: 'spotify.synced', ...synced }, userId)
    },
    manyRows,
  )
}

/** Editions with the same names count once. */
async function daysOfAlbums(deps: Deps, albums: SavedAlbum[]): Promise<Map<number, Date>> {
  const ids = await keepImportedAlbums(deps, albums)
  const now = deps.now()
  const savedAt = new Map<number, Date>()
  albums.forEach(({ addedAt }, index) => {
    const [id, earliest] = [ids[index]!, savedAt.get(ids[index]!)]
    // A listening cannot be in the future, whatever the clock of the service says.
    const at = addedAt < now ? addedAt : now
    if (!earliest || at < earliest) savedAt.set(id, at)
  })
  return savedAt
}

async function giveUp(deps: WriteDeps, sync: Sync, reason: Translations | null): Promise<void> {
  const { userId } = sync
  await change(deps, async ({ tx, emit }) => {
    await findLocked(tx, userId)
    if (await finishJob(tx, sync)) emit(topics.spotify(userId), { type: 'spotify.failed', reason }, userId)
  })
}
