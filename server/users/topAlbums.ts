import { recordMoved, takeRecords, type Merge, type Moved } from '../catalog/merges.ts'
import type { Write } from '../core/change.ts'
import { kysely, rows } from '../lib/sql.ts'
import type { LockedUser } from './lock.ts'

export async function writeTopAlbums(
  { tx }: Pick<Write, 'tx'>,
  userId: LockedUser,
  albumIds: readonly number[],
): Promise<void> {
  await tx.topAlbum.deleteMany({ where: { userId } })
  await tx.topAlbum.createMany({
    data: albumIds.map((albumId, position) => ({ userId, position, albumId })),
  })
}

export async function readTopAlbums(write: Pick<Write, 'tx'>, userId: LockedUser): Promise<number[]> {
  const topOf = await readTops(write, [userId])
  return topOf(userId)
}

/** The top albums before and after. */
type MovedTop = { before: number[]; after: number[] }

/**
 * A merged album's place belongs to the album that replaces it; of two places, the earlier one stays. For an undo: what the merge
 * has moved and is still there.
 */
export async function moveTopAlbums(
  write: Write,
  merge: Merge,
  owners: readonly LockedUser[],
): Promise<void> {
  const topOf = await readTops(write, owners)
  const next =
    merge.state === 'undoing'
      ? (await takeRecords<MovedTop>(write, { id: merge.id, kind: 'top' }, owners)).map(
          ({ userId, detail }) => ({ userId, top: topBefore(merge, detail, topOf(userId)) }),
        )
      : await topsAfter(write, merge, { owners, topOf })
  for (const { userId, top } of next) await writeTopAlbums(write, userId as LockedUser, top)
}

type Tops = { owners: readonly LockedUser[]; topOf: (userId: number) => number[] }

async function readTops({ tx }: Pick<Write, 'tx'>, owners: readonly LockedUser[]): Promise<Tops['topOf']> {
  const tops = await rows(
    tx,
    kysely
      .selectFrom('TopAlbum')
      .select(['userId', 'albumId'])
      .where('userId', 'in', [...owners])
      .orderBy('userId')
      .orderBy('position'),
  )
  return (userId) => tops.flatMap((row) => (row.userId === userId ? [row.albumId] : []))
}

async function topsAfter(write: Write, { id, fromId, intoId }: Merge, { owners, topOf }: Tops) {
  const moved = owners.flatMap((userId): Moved<MovedTop>[] => {
    const before = topOf(userId)
    if (!before.includes(fromId)) return []
    const after = [...new Set(before.map((albumId) => (albumId === fromId ? intoId : albumId)))]
    return [{ userId, thingId: 0, detail: { before, after } }]
  })
  await recordMoved(write, { id, kind: 'top' }, moved)
  return moved.map(({ userId, detail }) => ({ userId, top: detail.after }))
}

/** If the person has chosen others since, only the place itself goes back. */
function topBefore({ fromId, intoId }: Merge, { before, after }: MovedTop, top: number[]): number[] {
  if (top.join() === after.join()) return before
  const hadBoth = before.includes(intoId)
  if (hadBoth || top.includes(fromId)) return top
  return top.map((albumId) => (albumId === intoId ? fromId : albumId))
}
