import { sql } from 'kysely'
import { utcDay } from '../../shared/days.ts'
import { limits } from '../../shared/limits.ts'
import { change, manyRows, type Write, type WriteDeps } from '../core/change.ts'
import { followImported } from '../follows/imported.ts'
import type { ImportKind } from '../generated/prisma/client.ts'
import { rows as select, run } from '../lib/sql.ts'
import { addToEnd } from '../listenLater/batches.ts'
import { addHearts } from '../logs/write/hearts.ts'
import { lockUser, type LockedUser } from '../users/lock.ts'
import { writeTopAlbums } from '../users/topAlbums.ts'
import { holdJob, type Job } from './job.ts'
import { holdAlbumsOf } from './moved.ts'
import { placeAlbums, readTop } from './ownLists.ts'
import { readyRows, updateRows, writeVerdicts } from './settle.ts'
import { momentIn, type RowContent } from './stored.ts'
import {
  hereVerdict,
  judge,
  judgedOf,
  onceWritten,
  readyVerdict,
  verdictOnFollow,
  type Verdict,
} from './verdict.ts'
import { writeList } from './writeLists.ts'

// Everything except listenings is ordered, so it is written at the end, when all albums are known.

const AT_ONCE = 500

export type Thing = { number: number; albumId: number; date: Date | null; content: RowContent }
/** Returns the verdicts on rows that could not be written, by row number. */
export type WriteThings = (
  write: Write,
  of: { job: Job; userId: LockedUser },
  things: readonly Thing[],
) => Promise<ReadonlyMap<number, Verdict>>

const writeHearts: WriteThings = async (write, { userId }, things) => {
  await addHearts(
    write,
    userId,
    things.map(({ albumId, content }) => ({ albumId, createdAt: momentIn(content.createdAt, write.now) })),
  )
  return new Map()
}

const writeWishes: WriteThings = async (write, { userId }, things) => {
  await addToEnd(
    write,
    userId,
    things.map(({ albumId, date, content }) => ({
      albumId,
      addedOn: date ?? new Date(utcDay(write.now)),
      createdAt: momentIn(content.createdAt, write.now),
    })),
  )
  return new Map()
}

const writeTop: WriteThings = async (write, { job, userId }, things) => {
  const { tx } = write
  const isReady = new Set(things.map(({ albumId }) => albumId))
  const all = await tx.importRow.findMany({
    where: { importId: job.id, kind: 'top' },
    orderBy: { number: 'asc' },
    select: { content: true, importAlbum: { select: { albumId: true } } },
  })
  const found = all.map(({ importAlbum, ...row }) => ({ ...row, albumId: importAlbum?.albumId ?? null }))
  const placed = (await holdAlbumsOf(write, userId, found)).map(({ content, albumId }, index) => ({
    albumId,
    place: (JSON.parse(content) as RowContent).top?.place ?? index + 1,
    note: '',
  }))
  const { rows, added } = placeAlbums(
    (await readTop(tx, userId)).map((albumId) => ({ albumId, note: '' })),
    placed,
    (albumId) => isReady.has(albumId),
    limits.topAlbums,
  )
  const top = rows.map(({ albumId }) => albumId)
  await writeTopAlbums({ tx }, userId, top)
  const isAdded = things.map(({ albumId }) => added.delete(albumId))
  const numbers = things.flatMap(({ number }, index) => (isAdded[index] ? [number] : []))
  const after = sql<string>`JSON_SET(content, '$.top.after', ${JSON.stringify(top)})`
  if (numbers.length > 0) await run(tx, updateRows(job.id, numbers).set({ content: after }))
  return new Map(
    things.flatMap(({ number }, index) => (isAdded[index] ? [] : [[number, hereVerdict('top')]])),
  )
}

const kinds: readonly [ImportKind, WriteThings][] = [
  ['heart', writeHearts],
  ['wish', writeWishes],
  ['top', writeTop],
  ['listed', writeList],
]

/** Returns false if none is left. @throws LeaseLost */
export async function writeThings(deps: WriteDeps, job: Job): Promise<boolean> {
  return await change(
    deps,
    async (write) => {
      const userId = await lockUser(write.tx, job.userId)
      await holdJob(write.tx, job)
      for (const [kind, writeKind] of kinds) {
        // A list is written as a whole.
        const limit = kind === 'listed' ? limits.listAlbums * 2 : AT_ONCE
        const found = await select(write.tx, readyRows(job.id, kind).limit(limit))
        const candidates = await holdAlbumsOf(write, userId, found)
        if (candidates.length === 0) continue
        // The lists of a file are compared with the user's own one by one, as they are written.
        const isJudged = kind !== 'listed'
        const verdicts = new Map(isJudged ? await judge(write.tx, judgedOf(job), candidates) : [])
        const things = candidates.map((row): Thing => {
          const content = JSON.parse(row.content) as RowContent
          return { number: row.number, albumId: row.albumId!, date: row.date, content }
        })
        const batch = things.filter(({ content }) => content.list?.number === things[0]!.content.list?.number)
        const accepted = batch.filter(({ number }) => (verdicts.get(number) ?? readyVerdict) === readyVerdict)
        const refused = accepted.length > 0 ? await writeKind(write, { job, userId }, accepted) : verdicts
        for (const { number } of batch)
          verdicts.set(number, onceWritten(refused.get(number) ?? verdicts.get(number)))
        await writeVerdicts(write.tx, job.id, verdicts)
        return true
      }
      return false
    },
    manyRows,
  )
}

/** Returns false if none is left. @throws LeaseLost */
export async function writeFollow(deps: WriteDeps, job: Job): Promise<boolean> {
  const [next] = await select(deps.db, readyRows(job.id, 'follow').limit(1))
  if (!next) return false
  const { nickname } = JSON.parse(next.content) as RowContent
  await change(deps, async (write) => {
    const pair = { followerId: job.userId, followingId: next.madeId! }
    const obstacle = await followImported(write, pair, nickname!)
    await holdJob(write.tx, job)
    await writeVerdicts(write.tx, job.id, [
      [next.number, onceWritten(verdictOnFollow(obstacle, { follows: true }))],
    ])
  })
  return true
}
