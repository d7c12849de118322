import { utcDay } from '../../shared/days.ts'
import type { Visibility } from '../../shared/visibility.ts'
import { change, type WriteDeps } from '../core/change.ts'
import type { Tx } from '../lib/db.ts'
import { kysely, rows, run } from '../lib/sql.ts'
import { bringIn, type Brought } from '../logs/bringIn.ts'
import { defaultVisibility } from '../users/defaultVisibility.ts'
import { lockUser } from '../users/lock.ts'
import { holdJob, type Job } from './job.ts'
import { givenLevel } from './levels.ts'
import { makeJudge, readHad } from './settle.ts'
import { readSettings, type RowContent } from './stored.ts'

/** listenings per transaction */
const AT_ONCE = 250
const TIMEOUT = 60_000

const ready = (importId: number) =>
  kysely
    .selectFrom('ImportRow as r')
    .innerJoin('ImportAlbum as a', 'a.id', 'r.importAlbumId')
    .select(['r.number', 'r.date', 'r.rating', 'r.content', 'a.albumId'])
    .where('r.importId', '=', importId)
    .where('r.kind', '=', 'listening')
    .where('r.state', '=', 'ready')
    .where('a.albumId', 'is not', null)
    .orderBy('r.number')
    .limit(AT_ONCE)

/**
 * Writes the next batch of ready listenings and returns the number of processed rows. Rows and listenings are written in one
 * transaction, so that a killed process leaves no duplicates. Listenings that the user has added since are not duplicated.
 * @throws LeaseLost
 */
export async function writeListenings(deps: WriteDeps, job: Job): Promise<number> {
  const importId = job.id
  return await change(
    deps,
    async (write) => {
      const userId = await lockUser(write.tx, job.userId)
      await holdJob(write.tx, job)
      const found = await rows(write.tx, ready(importId))
      if (found.length === 0) return 0
      const { visibility: chosen } = readSettings(job.settings)
      const byDefault = await defaultVisibility(write.tx, job.userId)
      const levelOf = (own: Visibility | undefined) => givenLevel(own, chosen) ?? byDefault
      const isHere = await judgeAnew(write.tx, job, found as { albumId: number }[])
      const here: { number: number; why: string }[] = []
      const written: number[] = []
      const brought: Brought[] = []
      for (const row of found) {
        const why = isHere(row.albumId!, row.date && utcDay(row.date))
        if (why) here.push({ number: row.number, why })
        else {
          written.push(row.number)
          brought.push(listeningOf(row as typeof row & { albumId: number }, levelOf, write.now))
        }
      }
      await bringIn(write, { userId, importId }, brought)
      if (written.length > 0)
        await run(
          write.tx,
          kysely
            .updateTable('ImportRow')
            .set({ state: 'written', why: null })
            .where('importId', '=', importId)
            .where('number', 'in', written),
        )
      for (const { number, why } of here)
        await write.tx.$executeRaw`
          UPDATE ImportRow SET state = 'here', why = ${why} WHERE importId = ${importId} AND number = ${number}`
      return found.length
    },
    { timeout: TIMEOUT },
  )
}

/**
 * Checks again if a listening already exists: the user may have added it since the preview, or an earlier row of this import may
 * have created it.
 */
async function judgeAnew(
  tx: Tx,
  job: Job,
  found: readonly { albumId: number }[],
): Promise<(albumId: number, date: string | null) => string | null> {
  const albumIds = [...new Set(found.map(({ albumId }) => albumId))]
  const had = await readHad(tx, job, albumIds)
  const judges = new Map(albumIds.map((albumId) => [albumId, makeJudge(had(albumId), job.format === 'plak')]))
  if (job.format !== 'plak') {
    const own = await rows(
      tx,
      kysely
        .selectFrom('Log')
        .select(['albumId', 'date'])
        .where('importId', '=', job.id)
        .where('userId', '=', job.userId)
        .where('albumId', 'in', albumIds),
    )
    for (const { albumId, date } of own) judges.get(albumId)!(date && utcDay(date))
  }
  return (albumId, date) => {
    const verdict = judges.get(albumId)!(date)
    return verdict.state === 'ready' ? null : verdict.why
  }
}

/** A moment of a file; the current time if it is missing or in the future. */
export const momentOf = (text: string | undefined, now: Date): Date => {
  const moment = text === undefined ? now : new Date(text)
  return moment < now ? moment : now
}

function listeningOf(
  { albumId, date, rating, content }: { albumId: number; date: Date | null; rating: number; content: string },
  levelOf: (own: Visibility | undefined) => Visibility,
  now: Date,
): Brought {
  const {
    review = null,
    tags = [],
    relisten = false,
    visibility,
    ...moments
  } = JSON.parse(content) as RowContent
  const createdAt = momentOf(moments.createdAt, now)
  const reviewedAt = review === null ? null : momentOf(moments.reviewedAt ?? moments.createdAt, now)
  return {
    albumId,
    date,
    rating,
    review,
    reviewedAt,
    relisten,
    visibility: levelOf(visibility),
    tags,
    createdAt,
  }
}
