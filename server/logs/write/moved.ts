import { recordMoved, takeRecords, type Merge, type Moved } from '../../catalog/merges.ts'
import { holdAlbums, type SurvivorOf } from '../../catalog/survivors.ts'
import type { Write } from '../../core/change.ts'
import type { Tx } from '../../lib/db.ts'
import { byIndex, insertRows, kysely, rows, run } from '../../lib/sql.ts'
import { moveListenLater } from '../../listenLater/moved.ts'
import type { LockedUser } from '../../users/lock.ts'
import { inBatches } from '../inBatches.ts'
import { applyMergeEffects } from './effects.ts'

// Listenings and hearts of a merged album belong to the album that replaces it. Versions do not rise: an editor that is open is
// not refused.

type Owners = readonly LockedUser[]
type Heart = { createdAt: string }
/** `own`: the heart that the person had for the other album already */
type MovedHeart = Heart & { own: Heart | null }

/** Moves what these users have of the old album; for an undo, what the merge has moved and is still there. */
export async function moveLogs(write: Write, merge: Merge, owners: Owners): Promise<void> {
  const isUndo = merge.state === 'undoing'
  const logs = await (isUndo ? returnListenings : moveListenings)(write, merge, owners)
  const hearts = await (isUndo ? returnHearts : moveHearts)(write, merge, owners)
  const concerned = new Set([...logs.map(({ userId }) => userId), ...hearts])
  const moved = owners.filter((owner) => concerned.has(owner))
  await applyMergeEffects(write, { owners: moved, albums: [merge.fromId, merge.intoId], logs })
}

/**
 * For a transaction that writes listenings or hearts of these albums: none of them is merged until it ends, and what the owner has
 * of a merged one is moved first. Returns the albums under which to write.
 */
export async function settleLogs(
  write: Write,
  owner: LockedUser,
  albumIds: readonly number[],
): Promise<SurvivorOf> {
  const { survivorOf, merges } = await holdAlbums(write.tx, albumIds)
  for (const merge of merges) {
    await moveLogs(write, merge, [owner])
    await moveListenLater(write, merge, [owner])
  }
  return survivorOf
}

type Listening = { id: number; userId: number; feedAt: Date | null }

async function moveListenings(
  write: Write,
  { id, fromId, intoId }: Merge,
  owners: Owners,
): Promise<Listening[]> {
  // Index forced: others search all listenings of the album for each batch of users.
  const logs = await rows(
    write.tx,
    kysely
      .selectFrom(byIndex('Log', 'l', 'Log_userId_albumId_date_id_idx'))
      .select(['l.id', 'l.userId', 'l.feedAt'])
      .where('l.userId', 'in', [...owners])
      .where('l.albumId', '=', fromId),
  )
  await setAlbum(write.tx, logs, intoId)
  const moved = logs.map((log) => ({ userId: log.userId, thingId: log.id, detail: null }))
  await recordMoved(write, { id, kind: 'listening' }, moved)
  return logs
}

async function returnListenings(
  write: Write,
  { id, fromId, intoId }: Merge,
  owners: Owners,
): Promise<Listening[]> {
  const moved = await takeRecords(write, { id, kind: 'listening' }, owners)
  const logs: Listening[] = []
  await inBatches(moved, async (batch) => {
    const ids = batch.map(({ thingId }) => thingId)
    const existing = kysely
      .selectFrom('Log')
      .select(['id', 'userId', 'feedAt'])
      .where('id', 'in', ids)
      .where('albumId', '=', intoId)
    logs.push(...(await rows(write.tx, existing)))
  })
  await setAlbum(write.tx, logs, fromId)
  return logs
}

const setAlbum = (tx: Tx, logs: readonly Listening[], albumId: number): Promise<void> =>
  inBatches(logs, (batch) =>
    run(
      tx,
      kysely
        .updateTable('Log')
        .set({ albumId })
        .where(
          'id',
          'in',
          batch.map(({ id }) => id),
        ),
    ),
  )

const heartsOf = async ({ tx }: Write, { fromId, intoId }: Merge, owners: Owners) => {
  const hearts = await rows(
    tx,
    kysely
      .selectFrom(byIndex('Favorite', 'f', 'PRIMARY'))
      .select(['f.userId', 'f.albumId', 'f.createdAt'])
      .where('f.userId', 'in', [...owners])
      .where('f.albumId', 'in', [fromId, intoId]),
  )
  return (albumId: number) =>
    new Map(hearts.flatMap((heart) => (heart.albumId === albumId ? [[heart.userId, heart]] : [])))
}

/** Keeps the earlier one of two hearts. */
async function moveHearts(write: Write, merge: Merge, owners: Owners): Promise<number[]> {
  const of = await heartsOf(write, merge, owners)
  const [hearts, ownHearts] = [of(merge.fromId), of(merge.intoId)]
  const moved = [...hearts.values()].map(({ userId, createdAt }) => {
    const own = ownHearts.get(userId)
    return { userId, createdAt, own: own?.createdAt ?? null }
  })
  await deleteHearts(write.tx, merge.fromId, moved)
  await insertHearts(
    write.tx,
    merge.intoId,
    moved.map(({ userId, createdAt, own }) => ({
      userId,
      createdAt: own && own < createdAt ? own : createdAt,
    })),
  )
  const records = moved.map(({ userId, createdAt, own }): Moved<MovedHeart> => {
    const ownHeart = own && { createdAt: own.toISOString() }
    return { userId, thingId: 0, detail: { createdAt: createdAt.toISOString(), own: ownHeart } }
  })
  await recordMoved(write, { id: merge.id, kind: 'heart' }, records)
  return moved.map(({ userId }) => userId)
}

async function returnHearts(write: Write, merge: Merge, owners: Owners): Promise<number[]> {
  const current = (await heartsOf(write, merge, owners))(merge.intoId)
  const records = await takeRecords<MovedHeart>(write, { id: merge.id, kind: 'heart' }, owners)
  const moved = records.filter(({ userId }) => current.has(userId))
  await deleteHearts(write.tx, merge.intoId, moved)
  const returned = moved.map(({ userId, detail }) => ({ userId, createdAt: new Date(detail.createdAt) }))
  await insertHearts(write.tx, merge.fromId, returned)
  const own = moved.flatMap(({ userId, detail }) =>
    detail.own ? [{ userId, createdAt: new Date(detail.own.createdAt) }] : [],
  )
  await insertHearts(write.tx, merge.intoId, own)
  return moved.map(({ userId }) => userId)
}

const deleteHearts = (tx: Tx, albumId: number, hearts: readonly { userId: number }[]): Promise<void> =>
  inBatches(hearts, (batch) =>
    run(
      tx,
      kysely
        .deleteFrom('Favorite')
        .where(
          'userId',
          'in',
          batch.map(({ userId }) => userId),
        )
        .where('albumId', '=', albumId),
    ),
  )

const insertHearts = (
  tx: Tx,
  albumId: number,
  hearts: readonly { userId: number; createdAt: Date }[],
): Promise<void> =>
  inBatches(hearts, (batch) =>
    insertRows(
      tx,
      'Favorite',
      batch.map(({ userId, createdAt }) => ({ userId, albumId, createdAt })),
      { orUpdate: ['createdAt'] },
    ),
  )
