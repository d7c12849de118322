import { positionBetween, type Place } from '../../shared/listenLaterPlace.ts'
import type { Write } from '../core/change.ts'
import type { Tx } from '../lib/db.ts'
import { kysely, statement } from '../lib/sql.ts'
import type { LockedUser } from '../users/lock.ts'
import { emitRenumbered, type LockedOf } from './rows.ts'

type Around = { userId: number; albumId: number; position: number; anchor: number }

/** The places of a person, without that of the album which is to be moved. */
const others = (userId: number, albumId: number) =>
  kysely
    .selectFrom('ListenLater')
    .select(['position', 'albumId'])
    .where('userId', '=', userId)
    .where('albumId', '<>', albumId)

const behind = statement(({ userId, albumId, position, anchor }: Around) =>
  others(userId, albumId)
    .where('position', '>=', position)
    .where((eb) => eb.or([eb('position', '>', position), eb('albumId', '>', anchor)]))
    .orderBy('position')
    .orderBy('albumId')
    .limit(1),
)
const ahead = statement(({ userId, albumId, position, anchor }: Around) =>
  others(userId, albumId)
    .where('position', '<=', position)
    .where((eb) => eb.or([eb('position', '<', position), eb('albumId', '<', anchor)]))
    .orderBy('position', 'desc')
    .orderBy('albumId', 'desc')
    .limit(1),
)
const lastOf = statement(({ userId, albumId }: { userId: number; albumId: number }) =>
  others(userId, albumId).orderBy('position', 'desc').limit(1),
)
const placeOf = statement(({ userId, albumId }: { userId: number; albumId: number }) =>
  kysely
    .selectFrom('ListenLater')
    .select(['position', 'albumId'])
    .where('userId', '=', userId)
    .where('albumId', '=', albumId),
)

/** The album whose place is wanted, and its neighbours by number: undefined for none. */
type Wanted = { userId: LockedUser; albumId: number; after?: number | undefined; before?: number | undefined }
type Gap = { before: Place | undefined; after: Place | undefined }

/** What stands on either side of the wanted place; null when neither neighbour is there any more. */
async function findGap(tx: Tx, { userId, albumId, after, before }: Wanted): Promise<Gap | null> {
  const around = (anchor: Place) => ({ userId, albumId, position: anchor.position, anchor: anchor.albumId })
  const [left] = after === undefined ? [] : await placeOf(tx, { userId, albumId: after })
  if (left) {
    const [next] = await behind(tx, around(left))
    return { before: left, after: next }
  }
  const [right] = before === undefined ? [] : await placeOf(tx, { userId, albumId: before })
  if (!right) return null
  const [previous] = await ahead(tx, around(right))
  return { before: previous, after: right }
}

/** Gives all albums of a person whole numbers in their order: between two of them had been no room left. */
async function renumber(write: Write, userId: LockedUser): Promise<void> {
  await write.tx.$executeRaw`
    UPDATE ListenLater i
      JOIN (SELECT albumId, ROW_NUMBER() OVER (ORDER BY position, albumId) AS number FROM ListenLater WHERE userId = ${userId}) n
      ON n.albumId = i.albumId
    SET i.position = n.number WHERE i.userId = ${userId}`
  emitRenumbered(write, userId)
}

async function findPosition(
  write: Write,
  userId: LockedUser,
  gap: () => Promise<Gap | null>,
): Promise<number | null> {
  const between = ({ before, after }: Gap) =>
    positionBetween(before?.position ?? null, after?.position ?? null)
  const first = await gap()
  if (!first) return null
  const position = between(first)
  if (position !== null) return position
  await renumber(write, userId)
  return between((await gap())!)
}

/** The position beside the wanted neighbours; null when neither is there any more. */
export const positionBeside = (write: Write, wanted: Wanted): Promise<number | null> =>
  findPosition(write, wanted.userId, () => findGap(write.tx, wanted))

/** The position at the end of a person's list, for an album that is not in it. */
export async function positionAtEnd(write: Write, of: LockedOf): Promise<number> {
  const gap = async () => {
    const [last] = await lastOf(write.tx, of)
    return { before: last, after: undefined }
  }
  return (await findPosition(write, of.userId, gap))!
}
