import { utcDay } from '../../shared/days.ts'
import { topics } from '../../shared/events.ts'
import { limits } from '../../shared/limits.ts'
import { change, type Write, type WriteDeps } from '../core/change.ts'
import { followImported } from '../follows/imported.ts'
import { Prisma } from '../generated/prisma/client.ts'
import type { ImportKind } from '../generated/prisma/client.ts'
import type { Tx } from '../lib/db.ts'
import { kysely, rows } from '../lib/sql.ts'
import { addToEnd } from '../listenLater/batches.ts'
import { addHearts } from '../logs/heart.ts'
import { lockUser, type LockedUser } from '../users/lock.ts'
import { holdJob, type Job } from './job.ts'
import type { RowContent } from './stored.ts'
import { writeTop } from './topFour.ts'
import { momentOf } from './write.ts'
import { writeList } from './writeLists.ts'

// Writes everything of an import except listenings. This happens at the end, when all albums are known, because all of it is
// ordered.

const AT_ONCE = 500
const TIMEOUT = 60_000

export type Thing = {
  number: number
  albumId: number | null
  date: Date | null
  madeId: number | null
  content: RowContent
}
/** Writes rows of one kind. Returns the reason for each row that was not written, by row number. */
export type WriteThings = (
  write: Write,
  of: { job: Job; userId: LockedUser },
  things: Thing[],
) => Promise<Map<number, string>>

const ready = (importId: number, kind: ImportKind) =>
  kysely
    .selectFrom('ImportRow as r')
    .leftJoin('ImportAlbum as a', 'a.id', 'r.importAlbumId')
    .select(['r.number', 'r.date', 'r.content', 'r.madeId', 'a.albumId'])
    .where('r.importId', '=', importId)
    .where('r.kind', '=', kind)
    .where('r.state', '=', 'ready')
    .orderBy('r.number')

const thingOf = ({ content, ...row }: Omit<Thing, 'content'> & { content: string }): Thing => ({
  ...row,
  content: JSON.parse(content) as RowContent,
})

const hearts: WriteThings = async (write, { userId }, things) => {
  await addHearts(
    write.tx,
    userId,
    things.map(({ albumId, content }) => ({
      albumId: albumId!,
      createdAt: momentOf(content.createdAt, write.now),
    })),
  )
  write.emit(topics.ownLogs(userId), { type: 'ownLogs.changed', album: null }, userId)
  return new Map()
}

const wishes: WriteThings = async (write, { userId }, things) => {
  await addToEnd(
    write,
    userId,
    things.map(({ albumId, date, content }) => ({
      albumId: albumId!,
      addedOn: date ?? new Date(utcDay(write.now)),
      createdAt: momentOf(content.createdAt, write.now),
    })),
  )
  return new Map()
}

const kinds: readonly [ImportKind, WriteThings][] = [
  ['heart', hearts],
  ['wish', wishes],
  ['top', writeTop],
  ['listed', writeList],
]

/** Writes the next batch of ready rows; returns false if none is left. @throws LeaseLost */
export async function writeThings(deps: WriteDeps, job: Job): Promise<boolean> {
  return await change(
    deps,
    async (write) => {
      const userId = await lockUser(write.tx, job.userId)
      await holdJob(write.tx, job)
      for (const [kind, writeKind] of kinds) {
        // A list is written as a whole.
        const limit = kind === 'listed' ? limits.listAlbums * 2 : AT_ONCE
        const found = (await rows(write.tx, ready(job.id, kind).limit(limit))).map(thingOf)
        if (found.length === 0) continue
        const number = found[0]!.content.list?.number
        const things = found.filter(({ content }) => content.list?.number === number)
        await finish(write.tx, job, things, await writeKind(write, { job, userId }, things))
        return true
      }
      return false
    },
    { timeout: TIMEOUT },
  )
}

/** Follows the next user of the file; returns false if none is left. @throws LeaseLost */
export async function writeFollow(deps: WriteDeps, job: Job): Promise<boolean> {
  const [next] = await rows(deps.db, ready(job.id, 'follow').limit(1))
  if (!next) return false
  const { nickname } = JSON.parse(next.content) as RowContent
  await change(deps, async (write) => {
    const pair = { followerId: job.userId, followingId: next.madeId! }
    const why = await followImported(write, pair, nickname!)
    await holdJob(write.tx, job)
    await finish(write.tx, job, [thingOf(next)], new Map(why ? [[next.number, why]] : []))
  })
  return true
}

async function finish(
  tx: Tx,
  job: Job,
  things: readonly Thing[],
  gone: ReadonlyMap<number, string>,
): Promise<void> {
  for (const [number, why] of gone)
    await tx.$executeRaw`
      UPDATE ImportRow SET state = 'here', why = ${why} WHERE importId = ${job.id} AND number = ${number}`
  const written = things.flatMap(({ number }) => (gone.has(number) ? [] : [number]))
  if (written.length > 0)
    await tx.$executeRaw`
      UPDATE ImportRow SET state = 'written', why = NULL
      WHERE importId = ${job.id} AND number IN (${Prisma.join(written)})`
}
