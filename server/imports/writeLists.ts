import { randomUUID } from 'node:crypto'
import { limits } from '../../shared/limits.ts'
import { Prisma } from '../generated/prisma/client.ts'
import type { Tx } from '../lib/db.ts'
import { kysely, rows } from '../lib/sql.ts'
import { importList, joinList } from '../lists/write/bulk.ts'
import { defaultVisibility } from '../users/defaultVisibility.ts'
import { givenLevel } from './levels.ts'
import { canJoin, createdOf, listNameOf, placeAlbums, readOwnLists } from './ownLists.ts'
import { readSettings, type ListedContent, type RowContent } from './stored.ts'
import type { Thing, WriteThings } from './things.ts'
import { momentOf } from './write.ts'

/**
 * Creates a list with its found albums in the order of the file, or adds them to the list that an earlier import created from its
 * other rows, each at its place.
 */
export const writeList: WriteThings = async (write, { job, userId }, things) => {
  const first = things[0]!.content.list!
  const all = await rowsOfList(write.tx, job.id, things)
  const head = all.find(({ list }) => list.head)?.list.head
  const { visibility: chosen } = readSettings(job.settings)
  // A list of unknown level is visible to its owner only.
  const level =
    givenLevel(head ? head.visibility : 'me', chosen) ?? (await defaultVisibility(write.tx, userId))
  const own = first.joins && (await readOwnLists(write.tx, userId, [first], []))(first)
  if (own && !canJoin(first, own, level)) return new Map(things.map(({ number }) => [number, 'list']))

  const isReady = new Set(things.map(({ albumId }) => albumId!))
  const placed = all.map(({ albumId, list: { place, note } }) => ({ albumId, place, note }))
  const contained = new Set<number>()
  const place = (before: Parameters<typeof placeAlbums>[0]) => {
    const result = placeAlbums(before, placed, (albumId) => isReady.has(albumId))
    for (const row of result.rows) contained.add(row.albumId)
    return result
  }
  const { id, added, version } = own
    ? await joinList(write, { userId, id: own.id, place })
    : await importList(write, {
        userId,
        submission: randomUUID(),
        name: listNameOf(first),
        description: (head?.description ?? '').slice(0, limits.listDescription),
        ranked: head?.ranked ?? false,
        visibility: level,
        createdAt: momentOf(createdOf({ head })?.toISOString(), write.now),
        place,
      })
  const numbers = things.map(({ number }) => number)
  await write.tx.importRow.updateMany({
    where: { importId: job.id, number: { in: numbers } },
    data: { madeId: id },
  })
  if (own)
    await write.tx.$executeRaw`
      UPDATE ImportRow SET content = JSON_SET(content, '$.list.joined', ${version})
      WHERE importId = ${job.id} AND number IN (${Prisma.join(numbers)})`
  const refused = new Map<number, string>()
  for (const { number, albumId } of things) {
    if (added.delete(albumId!)) continue
    const isRepeated = all.some((row) => row.albumId === albumId && row.number < number)
    refused.set(number, isRepeated ? 'twice' : contained.has(albumId!) ? 'onList' : 'listFull')
  }
  return refused
}

const FAR = 2 * limits.listAlbums

type ListRow = { number: number; albumId: number | null; list: ListedContent }

/**
 * Loads all rows of a list in the file, including those without a match, which determine the places of the others. If the user
 * has sorted the table, other rows can be in between. Rows further away than `FAR` are missed, which only affects the order.
 */
async function rowsOfList(tx: Tx, importId: number, things: readonly Thing[]): Promise<ListRow[]> {
  const { number, content } = things[0]!
  const found = await rows(
    tx,
    kysely
      .selectFrom('ImportRow as r')
      .leftJoin('ImportAlbum as a', 'a.id', 'r.importAlbumId')
      .select(['r.number', 'r.content', 'a.albumId'])
      .where('r.importId', '=', importId)
      .where('r.kind', '=', 'listed')
      .where('r.number', '>=', number - FAR)
      .where('r.number', '<=', Math.max(number + FAR, things.at(-1)!.number))
      .orderBy('r.number'),
  )
  return found
    .map((row) => ({ ...row, list: (JSON.parse(row.content) as RowContent).list! }))
    .filter(({ list }) => list.number === content.list!.number)
}
