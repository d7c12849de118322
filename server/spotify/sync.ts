import { randomUUID } from 'node:crypto'
import { topics } from '../../shared/events.ts'
import type { SpotifyProgress, SpotifySynced } from '../../shared/spotify.ts'
import type { Translations } from '../../shared/texts.ts'
import { keepImportedAlbums } from '../catalog/imports.ts'
import type { SavedAlbum } from '../clients/spotify/library.ts'
import { change, type WriteDeps } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import { limited, spotifyCalls } from '../core/limits.ts'
import type { SignedIn } from '../core/trpc.ts'
import type { Tx } from '../lib/db.ts'
import { conflict, unavailable } from '../lib/errors.ts'
import { inEveryLanguage } from '../lib/languages.ts'
import { databaseNow, kysely, statement } from '../lib/sql.ts'
import { replaceSynced } from '../logs/write/bulk.ts'
import { findLocked, lockUser } from '../users/lock.ts'
import { asksToWait, getSpotify, notConnected, saidOf } from './failures.ts'
import { firstStep, readLibrary, type Library } from './library.ts'
import { afterSummary, readSummary, writeSummary } from './summary.ts'
import { canOpen, getFor } from './tokens.ts'

/** A sync run: its user, and the id that proves its right to write. */
type Sync = { userId: number; syncId: string }

/** seconds without a heartbeat after which a sync counts as dead and another can start */
const LEASE = 20
const HEARTBEAT = 5_000
/** milliseconds between two progress reports within a block */
const REPORTS = 300

/** The run was revoked: the connection was deleted or replaced, or the account no longer exists. */
class SyncLost extends Error {}

const lockedConnection = statement(({ userId }: { userId: number }) =>
  kysely
    .selectFrom('SpotifyConnection')
    .select('refreshToken')
    .select((eb) => [eb('syncUntil', '>', databaseNow).as('running')])
    .where('userId', '=', userId)
    .forUpdate(),
)

/**
 * Starts a sync of the viewer's library and returns immediately; progress is sent as events. Only one runs at a time per
 * connection, across all processes. @throws notFound without a connection; conflict while a sync runs, or if the connection has
 * expired; tooMany while Spotify accepts no calls
 */
export async function startSync(deps: Deps, viewer: SignedIn): Promise<SpotifyProgress> {
  const until = await getSpotify(deps).people.restsUntil()
  if (until) throw asksToWait(until, deps.now())
  const sync = { userId: viewer.id, syncId: randomUUID() }
  await limited(deps, viewer, (spend) =>
    change(deps, async ({ tx, emit }) => {
      await lockUser(tx, viewer.id)
      const [row] = await lockedConnection(tx, { userId: viewer.id })
      if (!row) throw notConnected()
      if (!canOpen(deps, viewer.id, row.refreshToken)) throw conflict('spotify.ended')
      if (row.running) throw conflict('spotify.syncRunning')
      await spend([spotifyCalls])
      await tx.$executeRaw`
      UPDATE SpotifyConnection
      SET syncId = ${sync.syncId}, syncUntil = UTC_TIMESTAMP(3) + INTERVAL ${LEASE} SECOND,
        syncProgress = ${JSON.stringify(firstStep)}
      WHERE userId = ${viewer.id}`
      emit(topics.spotify(viewer.id), { type: 'spotify.progress', progress: firstStep }, viewer.id)
    }),
  )
  deps.jobs.start((closing) => run(deps, sync, closing))
  return firstStep
}

/** Reads the whole library, then replaces the stored data. A failure changes nothing, and is reported as an event. */
async function run(deps: Deps, sync: Sync, closing: AbortSignal): Promise<void> {
  const lost = new AbortController()
  const beat = setInterval(() => {
    // An unreachable database does not revoke the run.
    keepAlive(deps.db, sync).then(
      (isAlive) => !isAlive && lost.abort(new SyncLost()),
      () => {},
    )
  }, HEARTBEAT)
  try {
    const get = getFor(deps, sync.userId, AbortSignal.any([closing, lost.signal]))
    await bringIn(deps, sync, await readLibrary(get, deps.now(), reporter(deps, sync)))
    deps.metrics.sync('ok')
  } catch (error) {
    if (error instanceof SyncLost || lost.signal.aborted) return
    deps.metrics.sync(closing.aborted ? 'interrupted' : 'failed')
    if (!closing.aborted) deps.log.warn({ err: error }, 'a sync with Spotify failed')
    const reason = closing.aborted ? unavailable('spotify.syncInterrupted') : saidOf(error, deps.now())
    await giveUp(deps, sync, reason && inEveryLanguage((texts) => reason.say(texts)))
  } finally {
    clearInterval(beat)
  }
}

/** Extends the lease of a run and stores its progress; returns false if the run was revoked. */
async function keepAlive(
  db: Pick<Tx, '$executeRaw'>,
  { userId, syncId }: Sync,
  progress?: SpotifyProgress,
): Promise<boolean> {
  const updated = await db.$executeRaw`
    UPDATE SpotifyConnection
    SET syncUntil = UTC_TIMESTAMP(3) + INTERVAL ${LEASE} SECOND,
      syncProgress = COALESCE(${progress ? JSON.stringify(progress) : null}, syncProgress)
    WHERE userId = ${userId} AND syncId = ${syncId}`
  return updated === 1
}

/** Reports the progress of a run: the beginning of each block, and pages at most every `REPORTS` milliseconds. */
function reporter(deps: WriteDeps, sync: Sync) {
  let reported = { block: firstStep.block as string, at: performance.now() }
  return async (progress: SpotifyProgress) => {
    const isLast = progress.page === progress.of && progress.of > 1
    if (progress.block === reported.block && !isLast && performance.now() - reported.at < REPORTS) return
    reported = { block: progress.block, at: performance.now() }
    await change(deps, async ({ tx, emit }) => {
      await lockUser(tx, sync.userId)
      if (!(await keepAlive(tx, sync, progress))) throw new SyncLost()
      emit(topics.spotify(sync.userId), { type: 'spotify.progress', progress }, sync.userId)
    })
  }
}

/** Replaces the stored data by the library, in one transaction. @throws SyncLost if the run was revoked */
async function bringIn(deps: Deps, sync: Sync, { person, albums, skipped, summary }: Library): Promise<void> {
  const { userId, syncId } = sync
  const savedAt = await daysOfAlbums(deps, albums)
  await change(deps, async (write) => {
    const { tx, emit, now } = write
    const owner = await lockUser(tx, userId)
    if (!(await keepAlive(tx, sync))) throw new SyncLost()
    const swapped = await replaceSynced(write, owner, savedAt)
    const before = await tx.spotifyConnection.findUniqueOrThrow({
      where: { userId },
      select: { summary: true },
    })
    const merged = afterSummary(summary, readSummary(before.summary))
    await tx.$executeRaw`
      UPDATE SpotifyConnection
      SET summary = ${writeSummary(merged)}, spotifyId = ${person.linkId}, lastSyncAt = ${now},
        syncId = NULL, syncUntil = NULL, syncProgress = NULL
      WHERE userId = ${userId} AND syncId = ${syncId}`
    const synced: SpotifySynced = { albums: savedAt.size, ...swapped, skipped }
    emit(topics.spotify(userId), { type: 'spotify.synced', ...synced }, userId)
  })
}

/** Returns when each album was first saved, by album id. Editions with the same names count once. */
async function daysOfAlbums(deps: Deps, albums: SavedAlbum[]): Promise<Map<number, Date>> {
  const ids = await keepImportedAlbums(deps, albums)
  const now = deps.now()
  const savedAt = new Map<number, Date>()
  albums.forEach(({ addedAt }, index) => {
    const [id, known] = [ids[index]!, savedAt.get(ids[index]!)]
    // A listening cannot be in the future, whatever the clock of the service says.
    const at = addedAt < now ? addedAt : now
    if (!known || at < known) savedAt.set(id, at)
  })
  return savedAt
}

async function giveUp(deps: WriteDeps, { userId, syncId }: Sync, reason: Translations | null): Promise<void> {
  await change(deps, async ({ tx, emit }) => {
    await findLocked(tx, userId)
    const ended = await tx.$executeRaw`
      UPDATE SpotifyConnection SET syncId = NULL, syncUntil = NULL, syncProgress = NULL
      WHERE userId = ${userId} AND syncId = ${syncId}`
    if (ended) emit(topics.spotify(userId), { type: 'spotify.failed', reason }, userId)
  })
}
