import { utcDay } from '../../shared/days.ts'
import { topics } from '../../shared/events.ts'
import type { ListenLaterItem, TakenOff } from '../../shared/listenLater.ts'
import type { Write } from '../core/change.ts'
import type { Tx } from '../lib/db.ts'
import { kysely, statement } from '../lib/sql.ts'
import type { LockedUser } from '../users/lock.ts'

type Of = { userId: number; albumId: number }
export type LockedOf = { userId: LockedUser; albumId: number }

const itemOf = statement(({ userId, albumId }: Of) =>
  kysely
    .selectFrom('ListenLater as i')
    .innerJoin('Album as a', 'a.id', 'i.albumId')
    .select(['i.position', 'i.addedOn', 'a.artist', 'a.name', 'a.image', 'a.year'])
    .where('i.userId', '=', userId)
    .where('i.albumId', '=', albumId),
)

export async function findItem(tx: Tx, key: Of): Promise<ListenLaterItem | null> {
  const [row] = await itemOf(tx, key)
  if (!row) return null
  const { artist, name, image, year, position, addedOn } = row
  return { album: { artist, name, image, year }, position, addedOn: utcDay(addedOn) }
}

/** The album must be in the queue. */
export async function emitPlaced({ tx, emit }: Write, key: LockedOf): Promise<ListenLaterItem> {
  const item = (await findItem(tx, key))!
  emit(topics.listenLater(key.userId), { type: 'listenLater.placed', item }, key.userId)
  return item
}

export const emitRenumbered = ({ emit }: Write, userId: LockedUser): void =>
  emit(topics.listenLater(userId), { type: 'listenLater.renumbered' }, userId)

/**
 * Removes an album from the queue and emits this. Returns the previous place, for 'Undo'; null if the album is not in the queue or
 * `isMeant` rejects it.
 */
export async function takeOff(
  { tx, emit }: Write,
  key: LockedOf,
  isMeant: (item: ListenLaterItem) => boolean = () => true,
): Promise<TakenOff | null> {
  const item = await findItem(tx, key)
  if (!item || !isMeant(item)) return null
  await tx.listenLater.deleteMany({ where: key })
  const { album, position, addedOn } = item
  emit(topics.listenLater(key.userId), { type: 'listenLater.removed', album }, key.userId)
  return { position, addedOn }
}
