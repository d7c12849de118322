import { limits } from '../../shared/limits.ts'
import type { Visibility } from '../../shared/visibility.ts'
import { chosenLevel } from '../access/hiddenLevel.ts'
import type { Tx } from '../lib/db.ts'
import { cutNote } from '../lists/write/moved.ts'
import type { ListedContent } from './stored.ts'

export type OwnList = { id: number; level: Visibility; createdAt: Date; albumIds: Set<number> }
export type OwnLists = (list: ListedContent) => OwnList | undefined

export const listNameOf = ({ name }: ListedContent): string => name.slice(0, limits.listName)

export function createdOf({ head }: { head?: ListedContent['head'] | undefined }): Date | null {
  const moment = head?.createdAt === undefined ? null : new Date(head.createdAt)
  return moment && !Number.isNaN(moment.getTime()) ? moment : null
}

/**
 * If the row joins an existing list, this is the list with the same creation time; else the nth list of the same name.
 * `albumIds`: the albums whose membership is loaded.
 */
export async function readOwnLists(
  db: Tx,
  userId: number,
  requestedLists: readonly ListedContent[],
  albumIds: readonly number[],
): Promise<OwnLists> {
  if (requestedLists.length === 0) return () => undefined
  const names = [...new Set(requestedLists.map(listNameOf))]
  const storedLists = await db.list.findMany({
    where: { userId, name: { in: names } },
    orderBy: { id: 'asc' },
    select: {
      id: true,
      name: true,
      visibility: true,
      hiddenLevel: true,
      createdAt: true,
      albums: { where: { albumId: { in: [...albumIds] } }, select: { albumId: true } },
    },
  })
  const lists = storedLists.map(({ albums, ...list }) => ({
    ...list,
    level: chosenLevel(list),
    albumIds: new Set(albums.map(({ albumId }) => albumId)),
  }))
  return (list) => {
    // The database compares names case-insensitively.
    const namesakes = lists.filter(({ name }) => name === listNameOf(list))
    const created = list.joins ? createdOf(list) : null
    if (created) return namesakes.find(({ createdAt }) => createdAt.getTime() === created.getTime())
    return namesakes[list.nth - 1]
  }
}

export async function readTop(tx: Tx, userId: number): Promise<number[]> {
  const topAlbums = await tx.topAlbum.findMany({ where: { userId }, orderBy: { position: 'asc' } })
  return topAlbums.map(({ albumId }) => albumId)
}

/** `albumId` is null if the album is not found. */
export type Placed = { albumId: number | null; place: number; note: string }

/** Albums of the file that are neither on the list nor added take no place. Returns the added albums up to the limit. */
export function placeAlbums(
  rows: readonly { albumId: number; note: string }[],
  placed: readonly Placed[],
  isAdded: (albumId: number) => boolean,
  limit: number = limits.listAlbums,
): { rows: { albumId: number; note: string }[]; added: Set<number> } {
  const result = [...rows]
  const containedIds = new Set(rows.map(({ albumId }) => albumId))
  const added = new Set<number>()
  const seenIds = new Set<number>()
  let absent = 0
  for (const { albumId, place, note } of placed.toSorted((one, other) => one.place - other.place)) {
    const isRepeated = albumId === null || seenIds.has(albumId)
    if (albumId !== null) seenIds.add(albumId)
    if (!isRepeated && containedIds.has(albumId)) continue
    if (isRepeated || !isAdded(albumId) || result.length >= limit) {
      absent++
      continue
    }
    // An export has joined notes, which are longer than those that can be typed.
    result.splice(Math.max(0, place - 1 - absent), 0, { albumId, note: cutNote(note) })
    added.add(albumId)
  }
  return { rows: result, added }
}
