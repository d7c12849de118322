import { setTimeout as sleep } from 'node:timers/promises'
import type { z } from 'zod'
import type { AlbumRef } from '../../shared/catalog.ts'
import { topics } from '../../shared/events.ts'
import type { mergeInput, MergePreview, mergePreviewInput } from '../../shared/moderation.ts'
import { findNamed, resolveAlbum } from '../catalog/albums.ts'
import { canBeUndone, readMovedPeople, readPendingMerges, type Merge } from '../catalog/merges.ts'
import { endMerge, startMerge, startUndo } from '../catalog/merging.ts'
import { change, manyRows, type Write, type WriteDeps } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'
import { moveEverything } from '../imports/moved.ts'
import { claimJob, holdJob, runJob, type Job } from '../jobs/job.ts'
import type { Tx } from '../lib/db.ts'
import { conflict, invalid } from '../lib/errors.ts'
import { kysely, rows } from '../lib/sql.ts'
import { lockUsers, type LockedUser } from '../users/lock.ts'
import { lockModerator } from '../users/roles.ts'

// Merges of two albums (docs/decisions/2026-11-27-merging-albums.md). The names of the old album lead to the other one from the
// first moment. The rows of a few people move in the same transaction; for more people, a job moves them in batches.

/**
 * Maximum number of people in a batch: they cannot write while it runs. From 200 values on (`eq_range_index_dive_limit`), the
 * optimizer estimates from statistics instead of the index, and reads all rows of a merge for each batch.
 */
const AT_ONCE = 160

/** Rest after a batch, as a part of the time that it took: the work is the database's, not this thread's. */
const REST = 0.2

type Needs = WriteDeps & Pick<Deps, 'audit' | 'jobs' | 'log'>
type Merging = Needs & Parameters<typeof resolveAlbum>[0]

/** @throws as `mergeAlbums` */
export async function previewMerge(
  deps: Parameters<typeof resolveAlbum>[0],
  { from, into }: z.output<typeof mergePreviewInput>,
): Promise<MergePreview> {
  const { fromId: albumId } = await choose(deps, { from, into })
  const { db } = deps
  const where = { albumId }
  const [listens, reviews, favorites, topFours, lists, listenLater, imports] = await Promise.all([
    db.log.count({ where }),
    db.log.count({ where: { albumId, reviewedAt: { not: null } } }),
    db.favorite.count({ where }),
    db.topAlbum.count({ where }),
    db.listAlbum.count({ where }),
    db.listenLater.count({ where }),
    db.importAlbum.count({ where }),
  ])
  return { listens, reviews, favorites, topFours, lists, listenLater, imports }
}

/**
 * @throws notFound for an unknown album; unavailable; invalid if both are the same one; conflict if one of them was merged in the
 * meantime or is being merged
 */
export async function mergeAlbums(
  deps: Merging,
  viewer: SignedIn,
  { from, into, reason }: z.output<typeof mergeInput>,
): Promise<{ id: number }> {
  const albums = await choose(deps, { from, into })
  const people = await peopleWith(deps.db, albums.fromId)
  const merge = await change(
    deps,
    async (write) => {
      const users = await lockPeople(write.tx, viewer, people)
      const { id } = await write.tx.moderationAction.create({
        data: { kind: 'merge', moderatorId: viewer.id, reason, createdAt: write.now },
      })
      const started = await startMerge(write, { id, ...albums })
      await moveFew(write, started, { users, isAll: areFew(people) })
      await note(deps, write, { viewer, event: 'moderation.merge', action: id })
      return started
    },
    manyRows,
  )
  deps.jobs.start((signal) => continueMerges(deps, signal))
  return { id: merge.id }
}

/**
 * Moves back what the merge has moved and is still there. Does nothing if it was already undone.
 * @throws conflict if it is too late, or if the other album was merged since
 */
export async function undoMerge(
  deps: Needs,
  viewer: SignedIn,
  { id }: { id: number },
): Promise<{ id: number }> {
  const people = await readMovedPeople(deps.db, id)
  await change(
    deps,
    async (write) => {
      const { tx, now } = write
      const users = await lockPeople(tx, viewer, people)
      // Two moderators can undo the same merge at once.
      const [action] = await rows(tx, lockedAction(id))
      if (!action || action.undoneAt) return
      if (!canBeUndone(action.createdAt, now)) throw conflict('moderation.impossible')
      const merge = await tx.albumMerge.findUnique({ where: { id } })
      if (!merge) throw conflict('moderation.impossible')
      await tx.moderationAction.update({ where: { id }, data: { undoneAt: now }, select: { id: true } })
      await moveFew(write, await startUndo(write, merge), { users, isAll: areFew(people) })
      await note(deps, write, { viewer, event: 'moderation.undo', action: id })
    },
    manyRows,
  )
  deps.jobs.start((signal) => continueMerges(deps, signal))
  return { id }
}

const lockedAction = (id: number) =>
  kysely.selectFrom('ModerationAction').select(['createdAt', 'undoneAt']).where('id', '=', id).forUpdate()

/** Completes the merge if it concerns nobody else. */
async function moveFew(
  write: Write,
  merge: Merge,
  { users, isAll }: { users: readonly LockedUser[]; isAll: boolean },
): Promise<void> {
  await moveEverything(write, merge, users)
  if (isAll && (await peopleOf(write.tx, merge)).length === 0) await endMerge(write, merge)
}

/** Finishes what other processes have left, too. One process at a time does this. */
export async function continueMerges(
  deps: WriteDeps & Pick<Deps, 'log'>,
  closing?: AbortSignal,
): Promise<void> {
  for (let pending = await readPendingMerges(deps.db); pending.length > 0 && !closing?.aborted;) {
    const job = await claimJob(deps.db, { kind: 'merge' })
    if (!job) return
    await runJob({ db: deps.db, job, closing }, async (signal) => {
      for (const merge of pending) await continueMerge(deps, { job, merge, signal })
    })
    pending = await readPendingMerges(deps.db)
  }
}

type Running = { job: Job; merge: Merge; signal: AbortSignal }

async function continueMerge(deps: WriteDeps, { job, merge, signal }: Running): Promise<void> {
  for (let people = await peopleOf(deps.db, merge); people.length > 0;) {
    for (let at = 0; at < people.length; at += AT_ONCE) {
      if (signal.aborted) return
      const began = performance.now()
      await changeHeld(deps, job, async (write) => {
        const users = await lockUsers(write.tx, people.slice(at, at + AT_ONCE))
        if (await isPending(write.tx, merge)) await moveEverything(write, merge, users)
      })
      await sleep((performance.now() - began) * REST)
    }
    if (!(await isPending(deps.db, merge))) return
    people = await peopleOf(deps.db, merge)
  }
  await changeHeld(deps, job, (write) => endMerge(write, merge))
}

/** @throws LeaseLost if another process continues the merge */
const changeHeld = (deps: WriteDeps, job: Job, work: (write: Write) => Promise<void>): Promise<void> =>
  change(
    deps,
    async (write) => {
      await holdJob(write.tx, job)
      await work(write)
    },
    manyRows,
  )

/** An undo can have begun in the meantime. */
const isPending = async (tx: Tx, { id, state }: Merge): Promise<boolean> =>
  (await tx.albumMerge.count({ where: { id, state } })) > 0

/** @throws conflict; invalid */
async function choose(
  deps: Parameters<typeof resolveAlbum>[0],
  { from, into }: { from: AlbumRef; into: AlbumRef },
): Promise<{ fromId: number; intoId: number }> {
  const [fromId, intoId] = await Promise.all([from, into].map((ref) => idOf(deps, ref)))
  if (fromId === intoId) throw invalid('moderation.mergeSame', 'into')
  return { fromId: fromId!, intoId: intoId! }
}

async function idOf(deps: Parameters<typeof resolveAlbum>[0], ref: AlbumRef): Promise<number> {
  const named = await findNamed(deps, ref)
  if (named && named.mergedIntoId !== null) throw conflict('moderation.mergedMeanwhile')
  return named?.id ?? (await resolveAlbum(deps, ref)).id
}

const areFew = (people: readonly number[]): boolean => people.length <= AT_ONCE

/** More people than one batch are left to the job. Locks the moderator with them, in one order. */
async function lockPeople(tx: Tx, viewer: SignedIn, people: readonly number[]) {
  const users = await lockUsers(tx, [viewer.id, ...(areFew(people) ? people : [])])
  await lockModerator(tx, viewer)
  return users
}

const peopleOf = (tx: Tx, { id, fromId, state }: Merge): Promise<number[]> =>
  state === 'moving' ? peopleWith(tx, fromId) : readMovedPeople(tx, id)

/** Everybody who has something of an album. */
async function peopleWith(tx: Tx, albumId: number): Promise<number[]> {
  const own = ['Log', 'Favorite', 'TopAlbum', 'ListenLater'] as const
  const found = [
    ...own.map((table) =>
      kysely.selectFrom(table).select('userId').distinct().where('albumId', '=', albumId),
    ),
    kysely
      .selectFrom('ListAlbum as a')
      .innerJoin('List as l', 'l.id', 'a.listId')
      .select('l.userId')
      .distinct()
      .where('a.albumId', '=', albumId),
    kysely
      .selectFrom('ImportAlbum as a')
      .innerJoin('Import as i', 'i.id', 'a.importId')
      .select('i.userId')
      .distinct()
      .where('a.albumId', '=', albumId),
  ]
  const people = new Set<number>()
  for (const query of found) for (const { userId } of await rows(tx, query)) people.add(userId)
  return [...people].toSorted((a, b) => a - b)
}

type Line = { viewer: SignedIn; event: 'moderation.merge' | 'moderation.undo'; action: number }

async function note(deps: Pick<Deps, 'audit'>, write: Write, { viewer, event, action }: Line): Promise<void> {
  const line = { event, actor: viewer.id, subject: null, detail: { action, kind: 'merge' } }
  await deps.audit.write(write.tx, line)
  write.emit(topics.moderation(), { type: 'moderation.changed' }, null)
}
