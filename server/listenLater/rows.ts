import { utcDay } from '../../shared/days.ts'
import { topics } from '../../shared/events.ts'
import type { ListenLaterItem, TakenOff } from '../../shared/listenLater.ts'
import type { Write } from '../core/change.ts'
import type { Tx } from '../lib/db.ts'
import { kysely, statement } from '../lib/sql.ts'
import type { LockedUser } from '../users/lock.ts'

/** An album of a user. */
type Of = { userId: number; albumId: number }
/** The same for writers. */
export type LockedOf = { userId: LockedUser; albumId: number }

const itemOf = statement(({ userId, albumId }: Of) =>
  kysely
    .selectFrom('ListenLater as i')
    .innerJoin('Album as a', 'a.id', 'i.albumId')
    .select(['i.position', 'i.addedOn', 'a.artist', 'a.name', 'a.image'])
    .where('i.userId', '=', userId)
    .where('i.albumId', '=', albumId),
)

/** An album's row in the person's list; null where it is not in it. */
export async function findItem(tx: Tx, of: Of): Promise<ListenLaterItem | null> {
  const [row] = await itemOf(tx, of)
  if (!row) return null
  const { artist, name, image, position, addedOn } = row
  return { album: { artist, name, image }, position, addedOn: utcDay(addedOn) }
}

/** Emits where an album stands now. It must be there. */
export async function emitPlaced({ tx, emit }: Write, of: LockedOf): Promise<ListenLaterItem> {
  const item = (await findItem(tx, of))!
  emit(topics.listenLater(of.userId), { type: 'listenLater.placed', item }, of.userId)
  return item
}

/** Makes the owner's open pages refetch the list. */
export const emitRenumbered = ({ emit }: Write, userId: LockedUser): void =>
  emit(topics.listenLater(userId), { type: 'listenLater.renumbered' }, userId)

/** Takes an album off and emits that; null where it does not stand there. */
export async function takeOff(
  { tx, emit }: Write,
  of: LockedOf,
  isMeant: (item: ListenLaterItem) => boolean = () => true,
): Promise<TakenOff | null> {
  const item = await findItem(tx, of)
  if (!item || !isMeant(item)) return null
  await tx.$executeRaw`DELETE FROM ListenLater WHERE userId = ${of.userId} AND albumId = ${of.albumId}`
  const { album, position, addedOn } = item
  emit(topics.listenLater(of.userId), { type: 'listenLater.removed', album }, of.userId)
  return { position, addedOn }
}

/**
 * The rule of what takes an album off: a listening that its owner makes by hand, dated on the day of the adding or later.
 * To be called within the transaction that makes it, with the listening's day (null: none, which is never later); not for
 * an edit of an older one, an import or a sync. Returns where the album stood, for 'Undo'; null where it stays or was not
 * there.
 */
export const takeOffListenLater = (
  write: Write,
  { date, ...of }: LockedOf & { date: string | null },
): Promise<TakenOff | null> => takeOff(write, of, ({ addedOn }) => date !== null && date >= addedOn)
