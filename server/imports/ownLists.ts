import { limits } from '../../shared/limits.ts'
import { isNarrowed, type Visibility } from '../../shared/visibility.ts'
import { chosenLevel } from '../access/hiddenLevel.ts'
import type { Tx } from '../lib/db.ts'
import type { ListedContent } from './stored.ts'

/** A list that the person has. */
type OwnList = { id: number; level: Visibility; createdAt: Date; albumIds: Set<number> }
export type OwnLists = (list: ListedContent) => OwnList | undefined

/** The name of a list, as it is written here. */
export const listNameOf = ({ name }: ListedContent): string => name.slice(0, limits.listName)

/** When a list was created where it came from; null if the file does not know it. */
export function createdOf({ head }: { head?: ListedContent['head'] | undefined }): Date | null {
  const moment = head?.createdAt === undefined ? null : new Date(head.createdAt)
  return moment && !Number.isNaN(moment.getTime()) ? moment : null
}

/**
 * Finds the list of the person that a list of a file is: the one that was created at the same moment, if the row is to join it;
 * else the one of this name, the nth if there are several. `albumIds`: of which albums it must be known whether they are on it.
 */
export async function readOwnLists(
  db: Tx,
  userId: number,
  wanted: readonly ListedContent[],
  albumIds: readonly number[],
): Promise<OwnLists> {
  if (wanted.length === 0) return () => undefined
  const names = [...new Set(wanted.map(listNameOf))]
  const found = await db.list.findMany({
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
  const lists = found.map(({ albums, ...list }) => ({
    ...list,
    level: chosenLevel(list),
    albumIds: new Set(albums.map(({ albumId }) => albumId)),
  }))
  return (list) => {
    // The database finds names without regard to case.
    const named = lists.filter(({ name }) => name === listNameOf(list))
    const created = list.joins ? createdOf(list) : null
    if (created) return named.find(({ createdAt }) => createdAt.getTime() === created.getTime())
    return named[list.nth - 1]
  }
}

/** Whether an album can be added to a list that exists: it must not become visible to more people than the file lets see it. */
export const canJoin = (list: ListedContent, own: Pick<OwnList, 'level'>, level: Visibility | undefined) =>
  list.joins === true && !(level && isNarrowed(own.level, level))

/** A row of a list in a file; `albumId` is null if it is not found. */
export type Placed = { albumId: number | null; place: number; note: string }

/**
 * Puts albums of a file into a list, each at its place in the file. An album of the file that is neither on the list nor added
 * takes no place. Returns the rows of the list and those that were added, up to the limit.
 */
export function placeAlbums(
  rows: readonly { albumId: number; note: string }[],
  placed: readonly Placed[],
  isAdded: (albumId: number) => boolean,
  limit: number = limits.listAlbums,
): { rows: { albumId: number; note: string }[]; added: Set<number> } {
  const result = [...rows]
  const contained = new Set(rows.map(({ albumId }) => albumId))
  const added = new Set<number>()
  const seen = new Set<number>()
  let absent = 0
  for (const { albumId, place, note } of placed.toSorted((one, other) => one.place - other.place)) {
    const isRepeated = albumId === null || seen.has(albumId)
    if (albumId !== null) seen.add(albumId)
    if (!isRepeated && contained.has(albumId)) continue
    if (isRepeated || !isAdded(albumId) || result.length >= limit) {
      absent++
      continue
    }
    result.splice(Math.max(0, place - 1 - absent), 0, { albumId, note: note.slice(0, limits.listNote) })
    added.add(albumId)
  }
  return { rows: result, added }
}
