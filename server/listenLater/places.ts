import { sql } from 'kysely'
import { positionBetween, type Place } from '../../shared/listenLaterPlace.ts'
import type { Write } from '../core/change.ts'
import type { Tx } from '../lib/db.ts'
import { kysely, run, statement } from '../lib/sql.ts'
import type { LockedUser } from '../users/lock.ts'
import { emitRenumbered, type LockedOf } from './rows.ts'

type Around = { userId: number; albumId: number; position: number; anchor: number }

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

/** `after` and `before` are album ids. */
type Wanted = { userId: LockedUser; albumId: number; after?: number | undefined; before?: number | undefined }
type Gap = { before: Place | undefined; after: Place | undefined }

/** Null if neither neighbour is in the queue any more. */
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

/** Needed when two neighbours have no room between them. */
async function renumber(write: Write, userId: LockedUser): Promise<void> {
  const update = sql`
    UPDATE ListenLater i
      JOIN (SELECT albumId, ROW_NUMBER() OVER (ORDER BY position, albumId) AS number FROM ListenLater WHERE userId = ${userId}) n
      ON n.albumId = i.albumId
    SET i.position = n.number WHERE i.userId = ${userId}`
  await run(write.tx, { compile: () => update.compile(kysely) })
  emitRenumbered(write, userId)
}

async function findPosition(
  write: Write,
  userId: LockedUser,
  gap: () => Promise<Gap | null>,
): Promise<number | null> {
  const positionIn = ({ before, after }: Gap) =>
    positionBetween(before?.position ?? null, after?.position ?? null)
  const first = await gap()
  if (!first) return null
  const position = positionIn(first)
  if (position !== null) return position
  await renumber(write, userId)
  return positionIn((await gap())!)
}

export const positionBeside = (write: Write, target: Wanted): Promise<number | null> =>
  findPosition(write, target.userId, () => findGap(write.tx, target))

/** The album must not be in the queue. */
export async function positionAtEnd(write: Write, key: LockedOf): Promise<number> {
  const gap = async () => {
    const [last] = await lastOf(write.tx, key)
    return { before: last, after: undefined }
  }
  return (await findPosition(write, key.userId, gap))!
}
