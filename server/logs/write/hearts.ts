import { sql } from 'kysely'
import type { Write } from '../../core/change.ts'
import { insertRows, kysely, run } from '../../lib/sql.ts'
import type { Batch, LockedUser } from '../../users/lock.ts'
import { inBatches } from '../inBatches.ts'
import type { LogChange } from './changes.ts'
import { applyEffects } from './effects.ts'

// Favorites. Each listening shows the heart of its album, so its version increases with it.

type Place = { userId: LockedUser; albumId: number }

/** Maximum number of listenings of an album that are emitted when its heart changes. */
const EMITTED = 20

/**
 * Creates or deletes a favorite and increments the version of the album's listenings, except one. Returns their changes, to which
 * the caller must apply the effects; null if the favorite already was as requested.
 */
export async function writeHeart(
  { tx, now }: Write,
  place: Place,
  favorite: boolean,
  exceptId = 0,
): Promise<LogChange[] | null> {
  const { userId, albumId } = place
  const creation = kysely.insertInto('Favorite').ignore()
  const deletion = kysely.deleteFrom('Favorite').where('userId', '=', userId).where('albumId', '=', albumId)
  if ((await run(tx, favorite ? creation.values({ ...place, createdAt: now }) : deletion)) === 0) return null
  await run(tx, versionUpdate(userId, [albumId]).where('id', '<>', exceptId))
  // With very many listenings of one album, no page shows the old entries.
  const logs = await tx.log.findMany({
    where: { userId, albumId, id: { not: exceptId } },
    orderBy: [{ date: 'desc' }, { id: 'desc' }],
    take: EMITTED,
  })
  return logs.map((log) => ({ previous: { ...log, version: log.version - 1 }, current: log }))
}

export async function setHeart(write: Write, place: Place, favorite: boolean): Promise<void> {
  const logs = await writeHeart(write, place, favorite)
  const { userId: owner, albumId } = place
  if (logs) await applyEffects(write, { owner, origin: 'hand', logs, hearts: [albumId] })
}

/** Gives each of these albums a heart, as if one after the other: the last one becomes the newest. */
export async function addPicks(write: Write, owner: LockedUser, albumIds: readonly number[]): Promise<void> {
  const logs: LogChange[] = []
  const hearts: number[] = []
  for (const [index, albumId] of albumIds.entries()) {
    const now = new Date(write.now.getTime() - (albumIds.length - 1 - index))
    const changes = await writeHeart({ ...write, now }, { userId: owner, albumId }, true)
    if (!changes) continue
    logs.push(...changes)
    hearts.push(albumId)
  }
  if (hearts.length > 0) await applyEffects(write, { owner, origin: 'hand', logs, hearts })
}

export async function addHearts(
  write: Write,
  owner: LockedUser,
  hearts: readonly { albumId: number; createdAt: Date }[],
): Promise<void> {
  const existing = await write.tx.favorite.findMany({
    where: { userId: owner, albumId: { in: hearts.map(({ albumId }) => albumId) } },
    select: { albumId: true },
  })
  const existingIds = new Set(existing.map(({ albumId }) => albumId))
  // Two names in a file can belong to the same album.
  const newFavorites = hearts.filter(({ albumId }) => !existingIds.has(albumId) && existingIds.add(albumId))
  await insertRows(
    write.tx,
    'Favorite',
    newFavorites.map(({ albumId, createdAt }) => ({ userId: owner, albumId, createdAt })),
  )
  const albumIds = newFavorites.map(({ albumId }) => albumId)
  await inBatches(albumIds, (batch) => run(write.tx, versionUpdate(owner, batch)))
  await applyEffects(write, { owner, origin: 'import', logs: [], hearts: albumIds })
}

/** Keeps favorites that were set again since. */
export async function removeHearts(
  write: Write,
  owner: LockedUser,
  { albumIds, setBefore }: { albumIds: readonly number[]; setBefore: Date },
): Promise<number> {
  const removedIds: number[] = []
  await inBatches(albumIds, async (batch) => {
    const selection = { userId: owner, albumId: { in: batch }, createdAt: { lte: setBefore } }
    const favorites = await write.tx.favorite.findMany({ where: selection, select: { albumId: true } })
    await write.tx.favorite.deleteMany({ where: selection })
    removedIds.push(...favorites.map(({ albumId }) => albumId))
  })
  await inBatches(removedIds, (batch) => run(write.tx, versionUpdate(owner, batch)))
  await applyEffects(write, { owner, origin: 'undo', logs: [], hearts: removedIds })
  return removedIds.length
}

/** Increments the version of a user's listenings of some albums. */
const versionUpdate = (userId: LockedUser, albumIds: readonly number[]) =>
  kysely
    .updateTable('Log')
    .set({ version: sql`version + 1` })
    .where('userId', '=', userId)
    .where('albumId', 'in', albumIds)

export const deleteFavoritesOf = ({ tx }: Pick<Write, 'tx'>, { userId, limit }: Batch): Promise<number> =>
  run(tx, kysely.deleteFrom('Favorite').where('userId', '=', userId).orderBy('albumId').limit(limit))
