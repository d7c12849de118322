import { recordMoved, takeRecords, type Merge, type Moved } from '../catalog/merges.ts'
import { holdAlbums } from '../catalog/survivors.ts'
import type { Write } from '../core/change.ts'
import { byIndex, insertRows, kysely, rows, run, type Tables } from '../lib/sql.ts'
import type { LockedUser } from '../users/lock.ts'
import { emitRenumbered } from './rows.ts'

// Places of a merged album in Listen later belong to the album that replaces it.

type Owners = readonly LockedUser[]
type Row = Tables['ListenLater']
type Place = { position: number; addedOn: string; createdAt: string }
/** `own`: the place that the other album had already */
type MovedPlace = Place & { own: Place | null }

const placeOf = ({ position, addedOn, createdAt }: Row): Place => ({
  position,
  addedOn: addedOn.toISOString(),
  createdAt: createdAt.toISOString(),
})
const rowOf = (key: Pick<Row, 'userId' | 'albumId'>, { position, addedOn, createdAt }: Place): Row => ({
  ...key,
  position,
  addedOn: new Date(addedOn),
  createdAt: new Date(createdAt),
})

/** For an undo: what the merge has moved and is still there. */
export async function moveListenLater(write: Write, merge: Merge, owners: Owners): Promise<void> {
  const items = await rows(
    write.tx,
    kysely
      .selectFrom(byIndex('ListenLater', 'i', 'PRIMARY'))
      .selectAll()
      .where('i.userId', 'in', [...owners])
      .where('i.albumId', 'in', [merge.fromId, merge.intoId]),
  )
  const itemsOf = (albumId: number) =>
    new Map(items.filter((item) => item.albumId === albumId).map((item) => [item.userId, item]))
  const places = { from: itemsOf(merge.fromId), into: itemsOf(merge.intoId) }
  const next = await (merge.state === 'undoing' ? placesBefore : placesAfter)(write, merge, {
    owners,
    ...places,
  })
  const concerned = [...new Set(next.map(({ userId }) => userId))]
  if (concerned.length === 0) return
  await run(
    write.tx,
    kysely
      .deleteFrom('ListenLater')
      .where('userId', 'in', concerned)
      .where('albumId', 'in', [merge.fromId, merge.intoId]),
  )
  await insertRows(write.tx, 'ListenLater', next)
  for (const owner of owners.filter((each) => concerned.includes(each))) emitRenumbered(write, owner)
}

/** The key under which to write an album: it is not merged until the transaction ends, and its place was moved. */
export async function settledKey(write: Write, owner: LockedUser, albumId: number) {
  const { survivorOf, merges } = await holdAlbums(write.tx, [albumId])
  for (const merge of merges) await moveListenLater(write, merge, [owner])
  return { userId: owner, albumId: survivorOf(albumId) }
}

type Places = { owners: Owners; from: ReadonlyMap<number, Row>; into: ReadonlyMap<number, Row> }

/** Keeps the earlier one of two places. */
async function placesAfter(write: Write, { id, intoId }: Merge, { from, into }: Places): Promise<Row[]> {
  const moved = [...from.values()].map((row) => ({ row, own: into.get(row.userId) }))
  const records = moved.map(({ row, own }): Moved<MovedPlace> => {
    return { userId: row.userId, thingId: 0, detail: { ...placeOf(row), own: own ? placeOf(own) : null } }
  })
  await recordMoved(write, { id, kind: 'wish' }, records)
  return moved.map(({ row, own }) => ({
    ...(own && own.position <= row.position ? own : row),
    albumId: intoId,
  }))
}

async function placesBefore(
  write: Write,
  { id, fromId, intoId }: Merge,
  { owners, from, into }: Places,
): Promise<Row[]> {
  const records = await takeRecords<MovedPlace>(write, { id, kind: 'wish' }, owners)
  return records.flatMap(({ userId, detail: { own, ...place } }) => {
    const current = into.get(userId)
    if (!current) return []
    // Moved by hand since: it stays at that place.
    const kept = Math.min(place.position, own?.position ?? Infinity)
    const returned = current.position === kept || own ? place : placeOf(current)
    return [
      from.get(userId) ?? rowOf({ userId, albumId: fromId }, returned),
      ...(own ? [current.position === kept ? rowOf({ userId, albumId: intoId }, own) : current] : []),
    ]
  })
}
