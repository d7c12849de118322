import type { Visibility } from '../../shared/visibility.ts'
import { change, manyRows, type WriteDeps } from '../core/change.ts'
import { rows } from '../lib/sql.ts'
import { importLogs, type NewLog } from '../logs/write/bulk.ts'
import { defaultVisibility } from '../users/defaultVisibility.ts'
import { lockUser } from '../users/lock.ts'
import { holdJob, type Job } from './job.ts'
import { givenLevel } from './levels.ts'
import { holdAlbumsOf } from './moved.ts'
import { readyRows, writeVerdicts } from './settle.ts'
import { momentIn, readSettings, type RowContent } from './stored.ts'
import { judge, judgedOf, onceWritten, readyVerdict } from './verdict.ts'

const AT_ONCE = 250

/**
 * Rows and listenings are written in one transaction, so that a killed process leaves no duplicates. Listenings that the user has
 * added since are not duplicated.
 * @throws LeaseLost
 */
export async function writeListenings(deps: WriteDeps, job: Job): Promise<number> {
  return await change(
    deps,
    async (write) => {
      const userId = await lockUser(write.tx, job.userId)
      await holdJob(write.tx, job)
      const batch = await holdAlbumsOf(
        write,
        userId,
        await rows(write.tx, readyRows(job.id, 'listening').limit(AT_ONCE)),
      )
      if (batch.length === 0) return 0
      const { visibility: importLevel } = readSettings(job.settings)
      const byDefault = await defaultVisibility(write.tx, job.userId)
      const levelOf = (level: Visibility | undefined) => givenLevel(level, importLevel) ?? byDefault
      const verdicts = await judge(write.tx, judgedOf(job), batch)
      const accepted = batch.filter(({ number }) => verdicts.get(number) === readyVerdict)
      const listenings = accepted.map((row) =>
        listeningOf({ ...row, albumId: row.albumId! }, levelOf, write.now),
      )
      await importLogs(write, { userId, importId: job.id }, listenings)
      const outcome = [...verdicts].map(([number, verdict]) => [number, onceWritten(verdict)] as const)
      await writeVerdicts(write.tx, job.id, outcome)
      return batch.length
    },
    manyRows,
  )
}

function listeningOf(
  { albumId, date, rating, content }: { albumId: number; date: Date | null; rating: number; content: string },
  levelOf: (level: Visibility | undefined) => Visibility,
  now: Date,
): NewLog {
  const {
    review = null,
    tags = [],
    relisten = false,
    visibility,
    ...moments
  } = JSON.parse(content) as RowContent
  const createdAt = momentIn(moments.createdAt, now)
  const reviewedAt = review === null ? null : momentIn(moments.reviewedAt ?? moments.createdAt, now)
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
