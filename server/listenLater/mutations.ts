import type { AlbumRef } from '../../shared/catalog.ts'
import { lastLogDay, utcDay } from '../../shared/days.ts'
import type {
  ListenLaterItem,
  ListenLaterSet,
  MoveListenLaterInput,
  SetListenLaterInput,
} from '../../shared/listenLater.ts'
import { findAlbum, resolveAlbum } from '../catalog/albums.ts'
import { change, type WriteDeps } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'
import { conflict, invalid, notFound } from '../lib/errors.ts'
import { insertRows } from '../lib/sql.ts'
import { lockUser } from '../users/lock.ts'
import { settledKey } from './moved.ts'
import { positionAtEnd, positionBeside } from './places.ts'
import { emitPlaced, findItem, takeOff } from './rows.ts'

/** Idempotent. @throws notFound for an unknown album; unavailable; invalid for a day in the future */
export async function setListenLater(
  deps: Deps,
  viewer: SignedIn,
  { wanted: isWanted, today, position, ...ref }: SetListenLaterInput,
): Promise<ListenLaterSet> {
  const now = deps.now()
  if (today !== undefined && today > lastLogDay(now)) throw invalid('logs.dateFuture', 'today')
  // An album without a row is in no queue, so removing it needs no call to the catalogue.
  const album = isWanted ? await resolveAlbum(deps, ref) : await findAlbum(deps, ref)
  if (!album) return { listenLater: false, takenOff: null }
  return await change(deps, async (write) => {
    const key = await settledKey(write, await lockUser(write.tx, viewer.id), album.id)
    if (!isWanted) return { listenLater: false, takenOff: await takeOff(write, key) }
    if (!(await findItem(write.tx, key))) {
      const place = position ?? (await positionAtEnd(write, key))
      const addedOn = new Date(today ?? utcDay(now))
      await insertRows(write.tx, 'ListenLater', [{ ...key, position: place, addedOn, createdAt: now }])
      await emitPlaced(write, key)
    }
    return { listenLater: true, takenOff: null }
  })
}

/** Idempotent. @throws notFound if the album is no longer in the queue; conflict if neither of its new neighbours is */
export async function moveListenLater(
  deps: WriteDeps,
  viewer: SignedIn,
  { after, before, ...ref }: MoveListenLaterInput,
): Promise<ListenLaterItem> {
  const find = async (albumRef: AlbumRef | undefined) => (albumRef ? await findAlbum(deps, albumRef) : null)
  const [album, previous, next] = await Promise.all([find(ref), find(after), find(before)])
  if (!album) throw notFound('listenLater.gone')
  return await change(deps, async (write) => {
    const key = await settledKey(write, await lockUser(write.tx, viewer.id), album.id)
    const item = await findItem(write.tx, key)
    if (!item) throw notFound('listenLater.gone')
    if (previous?.id === album.id || next?.id === album.id) return item
    const position = await positionBeside(write, { ...key, after: previous?.id, before: next?.id })
    if (position === null) throw conflict('listenLater.changed')
    await write.tx.listenLater.updateMany({ where: key, data: { position } })
    return await emitPlaced(write, key)
  })
}
