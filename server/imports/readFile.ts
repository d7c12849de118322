import { sql } from 'kysely'
import type { ImportAsks, ImportFormat, ImportSettings } from '../../shared/imports.ts'
import { importLimits } from '../../shared/limits.ts'
import { change, type WriteDeps } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import { makeBreaks } from '../jobs/breaks.ts'
import { DomainError, invalid } from '../lib/errors.ts'
import { kysely, run } from '../lib/sql.ts'
import { defaultVisibility } from '../users/defaultVisibility.ts'
import { lockUser } from '../users/lock.ts'
import { addAlbums } from './addedAlbums.ts'
import { findUpload, removeUploads } from './files.ts'
import type { Draft, Named, Reading } from './formats/draft.ts'
import { recognise } from './formats/recognise.ts'
import { holdJob, releaseJob, emitProgress, type Job } from './job.ts'
import { addLevel, widestLevel, type FileLevels } from './levels.ts'
import { end, move } from './lifecycle.ts'
import { matchOwn } from './match.ts'
import { emitChanged } from './mutations.ts'
import { haveNamesakesHere } from './namesakes.ts'
import { openSource } from './reading/source.ts'
import { deleteUnstarted, unusedAlbums } from './retention.ts'
import { nothingAsked, readSettings, type StoredAsks } from './stored.ts'
import { makeRowWriter } from './storeRows.ts'
import { checkDraft, judgedOf } from './verdict.ts'

type Needs = WriteDeps & Pick<Deps, 'catalogue' | 'log'>

const AT_ONCE = 100
const REPORTS = 1_000
/** milliseconds after which the lease is extended while nothing is written */
const HELD = 5_000
/** number of crashed processes after which a file is not read again */
const MOST_CRASHES = 2
/**
 * Formats whose rows are counted before the first one is written, and the minimum number of bytes per row. Tables and histories
 * count their rows themselves.
 */
const [countedFormats, SHORTEST_ROW] = [new Set<ImportFormat>(['plak', 'neodb', 'musicboard']), 25]
/** seconds until the next turn if the upload is on another machine */
const ELSEWHERE = 5

/**
 * Calls `pass` between its steps. If the process is killed, another one continues; after two crashes the import fails.
 * @throws errors of `pass`
 */
export async function readFile(deps: Needs, job: Job, pass: () => Promise<void>): Promise<void> {
  const path = job.fileKey && (await findUpload(job.fileKey))
  if (!path) return await releaseJob(deps.db, job, ELSEWHERE)
  if (job.crashes >= MOST_CRASHES) return await fail(deps, job, 'imports.failed')
  try {
    await readAll(deps, { job, path, pass })
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    await fail(deps, job, error.id)
  }
}

export async function fail(deps: Needs, job: Job, error: string): Promise<void> {
  await change(deps, async (write) => {
    await lockUser(write.tx, job.userId)
    await holdJob(write.tx, job)
    await end(write.tx, 'fail', { id: job.id, now: write.now, error })
    emitChanged(write, { id: job.userId }, job.id)
  })
  await removeUploads([job.fileKey])
  await deleteUnstarted(deps, job.id)
}

type Pause = () => Promise<void>
type Attempt = { job: Job; path: string; pass: Pause }
/** `hold` is a break that also extends the lease. */
type Pauses = { takeBreak: Pause; hold: Pause; report: Pause }

async function readAll(deps: Needs, { job, path, pass }: Attempt): Promise<void> {
  const settings = readSettings(job.settings)
  const takeBreak = makeBreaks()
  let bytes = 0
  let heldAt = performance.now()
  const hold = async () => {
    await takeBreak()
    await pass()
    await holdJob(deps.db, job)
    heldAt = performance.now()
  }
  let report = async () => {}
  const onBytes = async (count: number) => {
    bytes += count
    await takeBreak()
    await pass()
    if (performance.now() - heldAt > HELD) await hold()
    await report()
  }
  await deleteEarlierRows(deps, job, hold)
  const source = await openSource(path, { encoding: settings.encoding, onBytes })
  try {
    const haveNamesakes = (names: readonly Named[]) => haveNamesakesHere(deps.db, names)
    const reading = await recognise(source, { settings, now: deps.now(), haveNamesakes })
    bytes = 0
    const size = source.parts.reduce((sum, part) => sum + part.size, 0)
    const isCounted = size > SHORTEST_ROW * importLimits.rows && countedFormats.has(reading.format)
    report = reporter(deps, job, isCounted ? 2 * size : size, () => bytes)
    if (isCounted) await refuseTooMany(reading)
    const contents = await storeDrafts(deps, { job, reading, pauses: { takeBreak, hold, report } })
    if (reading.albums) await addAlbums(deps, { userId: job.userId, albums: reading.albums(), source, hold })
    await matchOwn(deps, { ...job, format: reading.format }, hold)
    await open(deps, { job, reading, asks: await asksOf(deps, job, { reading, settings, ...contents }) })
  } finally {
    source.close()
  }
}

type Contents = { kinds: ReadonlySet<string>; levels: FileLevels; follows: string[] }

async function storeDrafts(
  { db }: Needs,
  { job, reading, pauses }: { job: Job; reading: Reading; pauses: Pauses },
): Promise<Contents> {
  const writer = makeRowWriter(db, judgedOf(job))
  const kinds = new Set<string>()
  const levels: FileLevels = new Set()
  let batch: Draft[] = []
  const flush = async () => {
    await pauses.hold()
    if (batch.length > 0) await writer.write(batch)
    batch = []
    await pauses.report()
  }
  for await (const draft of reading.rows()) {
    if (writer.count() + batch.length >= importLimits.rows) throw invalid('imports.tooManyRows')
    kinds.add(draft.kind)
    addLevel(levels, draft)
    batch.push(checkDraft(draft))
    // A break after each draft: in a history, computing an album sorts all its plays.
    await pauses.takeBreak()
    if (batch.length >= AT_ONCE) await flush()
  }
  await flush()
  if (writer.count() === 0) throw invalid('imports.fileEmpty')
  return { kinds, levels, follows: writer.follows() }
}

/** Counted before the first row is written, which takes much longer. @throws invalid for too many */
async function refuseTooMany({ rows }: Reading): Promise<void> {
  let count = 0
  for await (const _ of rows()) if (++count > importLimits.rows) throw invalid('imports.tooManyRows')
}

async function deleteEarlierRows({ db }: Needs, job: Job, hold: Pause): Promise<void> {
  const batch = kysely.deleteFrom('ImportRow').where('importId', '=', job.id).orderBy('number').limit(5_000)
  for (let deleted = 1; deleted > 0; deleted = await run(db, batch)) await hold()
}

/** Stores and emits the progress about once a second. */
function reporter(deps: Needs, job: Job, size: number, read: () => number) {
  let last = performance.now()
  return async () => {
    if (performance.now() - last < REPORTS) return
    last = performance.now()
    const share = Math.min(1, read() / Math.max(1, size))
    await run(
      deps.db,
      kysely
        .updateTable('Import')
        .set({ fileRead: sql<number>`FLOOR(fileSize * ${share})` })
        .where('id', '=', job.id),
    )
    await emitProgress(deps, job)
  }
}

async function asksOf(
  { db }: Needs,
  { userId }: Job,
  { reading, settings, kinds, levels, follows }: Contents & { reading: Reading; settings: ImportSettings },
): Promise<StoredAsks> {
  const widest = widestLevel(levels, await defaultVisibility(db, userId))
  const asks: ImportAsks = {
    ...nothingAsked.asks,
    ...reading.asks,
    visibility: widest && (settings.visibility ?? widest),
    wishes: kinds.has('wish') ? (settings.wishes ?? true) : null,
    follows: follows.length > 0 ? (settings.follows ?? true) : null,
  }
  return { asks, header: reading.header, follows, notTaken: reading.notTaken?.() ?? {} }
}

async function open(
  deps: Needs,
  { job, reading, asks }: { job: Job; reading: Reading; asks: StoredAsks },
): Promise<void> {
  await change(deps, async (write) => {
    await lockUser(write.tx, job.userId)
    await holdJob(write.tx, job)
    await run(write.tx, unusedAlbums(job.id))
    await move(write.tx, 'open', {
      id: job.id,
      format: reading.format,
      asks: JSON.stringify(asks),
      fileRead: sql.ref('fileSize'),
      crashes: 0,
    })
    emitChanged(write, { id: job.userId }, job.id)
  })
}
