import { topics } from '../../shared/events.ts'
import { change, type Write, type WriteDeps } from '../core/change.ts'
import { removeFollow, emitRelationsChanged } from '../follows/rows.ts'
import type { ImportKind } from '../generated/prisma/client.ts'
import type { Tx } from '../lib/db.ts'
import { removeAdded } from '../listenLater/batches.ts'
import { emitRenumbered } from '../listenLater/rows.ts'
import { leaveList, takeListBack } from '../lists/importList.ts'
import { takeBack } from '../logs/bringIn.ts'
import { removeHearts } from '../logs/heart.ts'
import { takeBackImport } from '../notifications/imports.ts'
import { lockUser, type LockedUser } from '../users/lock.ts'
import { outcomeOf, type Outcome } from './counts.ts'
import { holdJob, type Job } from './job.ts'
import { emitChanged } from './mutations.ts'
import { emitRefetch } from './refetch.ts'
import type { RowContent } from './stored.ts'
import { takeTopBack } from './topFour.ts'

const AT_ONCE = 200
const TIMEOUT = 60_000

type Needs = WriteDeps

/**
 * Deletes the next batch of an import's rows; returns false when all is undone. Data that was edited since is kept: an edited
 * listening no longer refers to the import, and an edited list has another version. @throws LeaseLost
 */
export async function undoNext(deps: Needs, job: Job): Promise<boolean> {
  return await change(
    deps,
    async (write) => {
      const userId = await lockUser(write.tx, job.userId)
      await holdJob(write.tx, job)
      const removed = await takeBack(write, { userId, importId: job.id, most: AT_ONCE })
      if (removed > 0) await note(write.tx, job, removed)
      else await finish(write, userId, job)
      return removed > 0
    },
    { timeout: TIMEOUT },
  )
}

async function readOutcome(tx: Tx, job: Job): Promise<Outcome> {
  return outcomeOf(
    (await tx.import.findUniqueOrThrow({ where: { id: job.id }, select: { outcome: true } })).outcome,
  )
}

/** Adds to the number of removed rows, for the final outcome. */
async function note(tx: Tx, job: Job, removed: number): Promise<void> {
  const outcome = await readOutcome(tx, job)
  const undone = { removed: (outcome.undone?.removed ?? 0) + removed, kept: 0 }
  await tx.import.update({
    where: { id: job.id },
    data: { outcome: JSON.stringify({ ...outcome, undone }) },
    select: { id: true },
  })
}

async function finish(write: Write, userId: LockedUser, job: Job): Promise<void> {
  const removedThings = await takeThingsBack(write, userId, job)
  const outcome = await readOutcome(write.tx, job)
  const removed = (outcome.undone?.removed ?? 0) + removedThings
  const undone = { removed, kept: Math.max(0, (outcome.counts?.written ?? removed) - removed) }
  await write.tx.import.update({
    where: { id: job.id },
    data: {
      state: 'undone',
      outcome: JSON.stringify({ ...outcome, undone }),
      endedAt: write.now,
      turnAt: null,
      lease: null,
      leasedUntil: null,
    },
    select: { id: true },
  })
  await takeBackImport(write, { userId: job.userId, importId: job.id })
  await emitRefetch(write, job)
  emitChanged(write, { id: job.userId }, job.id)
}

/** Removes hearts, wishes, lists, top albums and follows that are unchanged since the import. */
async function takeThingsBack(write: Write, userId: LockedUser, { id }: Job): Promise<number> {
  const { endedAt } = await write.tx.import.findUniqueOrThrow({ where: { id }, select: { endedAt: true } })
  const things = await write.tx.importRow.findMany({
    where: { importId: id, state: 'written', kind: { not: 'listening' } },
    select: { kind: true, madeId: true, content: true, importAlbum: { select: { albumId: true } } },
    orderBy: { number: 'asc' },
  })
  const of = (kind: ImportKind) => things.filter((thing) => thing.kind === kind)
  const albumsOf = (kind: ImportKind) => of(kind).flatMap(({ importAlbum }) => importAlbum?.albumId ?? [])
  // Hearts, wishes and follows that were added after the import are kept.
  const end = endedAt ?? new Date()
  const before = { createdAt: { lte: end } }
  const hearts = await removeHearts(write.tx, userId, { albumIds: albumsOf('heart'), setBefore: end })
  const wishes = await removeAdded(write, userId, { albumIds: albumsOf('wish'), until: end })
  const follows = await unfollow(write, userId, {
    people: of('follow').flatMap(({ madeId }) => madeId ?? []),
    before,
  })
  let removed = hearts + wishes + follows + (await takeTopBack(write.tx, userId, of('top')))
  removed += await takeListsBack(write, userId, of('listed'))
  if (hearts > 0) write.emit(topics.ownLogs(userId), { type: 'ownLogs.changed', album: null }, userId)
  if (wishes > 0) emitRenumbered(write, userId)
  return removed
}

type Listed = { madeId: number | null; content: string; importAlbum: { albumId: number | null } | null }

/** Deletes the lists that an import created, and removes the albums that it added to existing ones, latest change first. */
async function takeListsBack(write: Write, userId: LockedUser, listed: readonly Listed[]): Promise<number> {
  const changes = new Map<string, { id: number; version: number; albumIds: number[] }>()
  for (const { madeId, content, importAlbum } of listed) {
    const { joined: version = 0 } = (JSON.parse(content) as RowContent).list!
    const key = `${madeId} ${version}`
    const change = changes.get(key) ?? { id: madeId!, version, albumIds: [] }
    change.albumIds.push(...(importAlbum?.albumId ? [importAlbum.albumId] : []))
    changes.set(key, change)
  }
  let removed = 0
  for (const { id, version, albumIds } of [...changes.values()].toSorted((a, b) => b.version - a.version)) {
    const isUndone =
      version === 0
        ? await takeListBack(write, userId, id)
        : await leaveList(write, { userId, id, version, albumIds })
    if (isUndone) removed += albumIds.length
  }
  return removed
}

type Followed = { people: number[]; before: { createdAt: { lte: Date } } }

async function unfollow(write: Write, userId: number, { people, before }: Followed): Promise<number> {
  const found = await write.tx.follow.findMany({
    where: { followerId: userId, followingId: { in: people }, ...before },
    select: { followingId: true },
  })
  for (const { followingId } of found) await removeFollow(write.tx, { followerId: userId, followingId })
  if (found.length > 0) emitRelationsChanged(write, userId)
  return found.length
}
