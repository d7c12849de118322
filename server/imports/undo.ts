import { findSurvivors } from '../catalog/survivors.ts'
import { change, manyRows, type Write, type WriteDeps } from '../core/change.ts'
import { removeFollow, emitRelationsChanged } from '../follows/rows.ts'
import type { ImportKind } from '../generated/prisma/client.ts'
import type { Tx } from '../lib/db.ts'
import { removeAdded } from '../listenLater/batches.ts'
import { emitRenumbered } from '../listenLater/rows.ts'
import { undoImport } from '../lists/write/bulk.ts'
import { deleteImported } from '../logs/write/bulk.ts'
import { removeHearts } from '../logs/write/hearts.ts'
import { noticeOf } from '../notifications/causes.ts'
import { withdraw } from '../notifications/write/withdraw.ts'
import { lockUser, type LockedUser } from '../users/lock.ts'
import { writeTopAlbums } from '../users/topAlbums.ts'
import { outcomeOf, type Outcome } from './counts.ts'
import { holdJob, type Job } from './job.ts'
import { move } from './lifecycle.ts'
import { emitChanged } from './mutations.ts'
import { readTop } from './ownLists.ts'
import { emitRefetch } from './refetch.ts'
import type { RowContent } from './stored.ts'

const AT_ONCE = 200

/**
 * Keeps data that was edited since: an edited listening no longer refers to the import, and an edited list has another version.
 * Returns false when all is undone.
 * @throws LeaseLost
 */
export async function undoNext(deps: WriteDeps, job: Job): Promise<boolean> {
  return await change(
    deps,
    async (write) => {
      const userId = await lockUser(write.tx, job.userId)
      await holdJob(write.tx, job)
      const removedCount = await deleteImported(write, { userId, importId: job.id, limit: AT_ONCE })
      if (removedCount > 0) await countRemoved(write.tx, job, removedCount)
      else await finish(write, userId, job)
      return removedCount > 0
    },
    manyRows,
  )
}

async function readOutcome(tx: Tx, job: Job): Promise<Outcome> {
  return outcomeOf(
    (await tx.import.findUniqueOrThrow({ where: { id: job.id }, select: { outcome: true } })).outcome,
  )
}

async function countRemoved(tx: Tx, job: Job, removedCount: number): Promise<void> {
  const outcome = await readOutcome(tx, job)
  const undone = { removed: (outcome.undone?.removed ?? 0) + removedCount, kept: 0 }
  await tx.import.update({
    where: { id: job.id },
    data: { outcome: JSON.stringify({ ...outcome, undone }) },
    select: { id: true },
  })
}

async function finish(write: Write, userId: LockedUser, job: Job): Promise<void> {
  const removedThings = await undoThings(write, userId, job)
  const outcome = await readOutcome(write.tx, job)
  const removed = (outcome.undone?.removed ?? 0) + removedThings
  const undone = { removed, kept: Math.max(0, (outcome.counts?.written ?? removed) - removed) }
  await move(write.tx, 'finishUndo', {
    id: job.id,
    outcome: JSON.stringify({ ...outcome, undone }),
    endedAt: write.now,
  })
  await withdraw(write, [noticeOf('importDone', job)])
  await emitRefetch(write, job)
  emitChanged(write, { id: job.userId }, job.id)
}

async function undoThings(write: Write, userId: LockedUser, { id }: Job): Promise<number> {
  const { endedAt } = await write.tx.import.findUniqueOrThrow({ where: { id }, select: { endedAt: true } })
  const things = await write.tx.importRow.findMany({
    where: { importId: id, state: 'written', kind: { not: 'listening' } },
    select: { kind: true, madeId: true, content: true, importAlbum: { select: { albumId: true } } },
    orderBy: { number: 'asc' },
  })
  const thingsOf = (kind: ImportKind) => things.filter((thing) => thing.kind === kind)
  const albumsOf = (kind: ImportKind) =>
    thingsOf(kind).flatMap(({ importAlbum }) => importAlbum?.albumId ?? [])
  // Hearts, wishes and follows that were added after the import are kept.
  const until = endedAt ?? write.now
  const hearts = await removeHearts(write, userId, { albumIds: albumsOf('heart'), setBefore: until })
  const wishes = await removeAdded(write, userId, { albumIds: albumsOf('wish'), until })
  const people = thingsOf('follow').flatMap(({ madeId }) => madeId ?? [])
  const follows = await unfollow(write, userId, { people, until })
  const topAlbums = await removeTopAlbums(write.tx, userId, thingsOf('top'))
  const listAlbums = await undoLists(write, userId, thingsOf('listed'))
  if (wishes > 0) emitRenumbered(write, userId)
  return hearts + wishes + follows + topAlbums + listAlbums
}

type Listed = { madeId: number | null; content: string; importAlbum: { albumId: number | null } | null }

/** Also removes the albums that the import added to existing lists, latest change first. */
async function undoLists(write: Write, userId: LockedUser, listRows: readonly Listed[]): Promise<number> {
  const changes = new Map<string, { id: number; joined: number; albumIds: number[] }>()
  for (const { madeId, content, importAlbum } of listRows) {
    const { joined = 0 } = (JSON.parse(content) as RowContent).list!
    const key = `${madeId} ${joined}`
    const change = changes.get(key) ?? { id: madeId!, joined, albumIds: [] }
    change.albumIds.push(...(importAlbum?.albumId ? [importAlbum.albumId] : []))
    changes.set(key, change)
  }
  let removedCount = 0
  for (const change of [...changes.values()].toSorted((a, b) => b.joined - a.joined))
    if (await undoImport(write, { userId, ...change })) removedCount += change.albumIds.length
  return removedCount
}

/** Removes nothing if the user has changed the top four since. */
async function removeTopAlbums(tx: Tx, userId: LockedUser, topRows: readonly Listed[]): Promise<number> {
  const albumIds = topRows.flatMap(({ importAlbum }) => importAlbum?.albumId ?? [])
  const [first] = topRows
  if (!first) return 0
  const { after } = (JSON.parse(first.content) as RowContent).top ?? {}
  const stored = after === undefined ? albumIds : (JSON.parse(after) as number[])
  const expected = [...new Set(stored.map(await findSurvivors(tx, stored)))]
  const top = await readTop(tx, userId)
  if (top.join() !== expected.join()) return 0
  const otherIds = top.filter((albumId) => !albumIds.includes(albumId))
  await writeTopAlbums({ tx }, userId, otherIds)
  return albumIds.length
}

async function unfollow(
  write: Write,
  userId: number,
  { people, until }: { people: number[]; until: Date },
): Promise<number> {
  const follows = await write.tx.follow.findMany({
    where: { followerId: userId, followingId: { in: people }, createdAt: { lte: until } },
    select: { followingId: true },
  })
  for (const { followingId } of follows) await removeFollow(write, { followerId: userId, followingId })
  if (follows.length > 0) emitRelationsChanged(write, userId)
  return follows.length
}
