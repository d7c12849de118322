import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { limits } from '../../shared/limits.ts'
import type { Write } from '../core/change.ts'
import type { Tx } from '../lib/db.ts'
import { kysely, rows, run } from '../lib/sql.ts'
import { importList, joinList } from '../lists/write/bulk.ts'
import { defaultVisibility } from '../users/defaultVisibility.ts'
import { givenLevel } from './levels.ts'
import { holdAlbumsOf } from './moved.ts'
import { createdOf, listNameOf, placeAlbums, readOwnLists } from './ownLists.ts'
import { updateRows } from './settle.ts'
import { momentIn, readSettings, type ListedContent, type RowContent } from './stored.ts'
import { hereVerdict, readyVerdict, verdictOnListed, type Verdict } from './verdict.ts'
import type { Thing, WriteThings } from './writeThings.ts'

/** Keeps the order of the file, also for albums that join a list that an earlier import created from its other rows. */
export const writeList: WriteThings = async (write, { job, userId }, things) => {
  const list = things[0]!.content.list!
  const all = await rowsOfList(write, { job, userId }, things)
  const head = all.find((row) => row.list.head)?.list.head
  const { visibility: importLevel } = readSettings(job.settings)
  // A list of unknown level is visible to its owner only.
  const level =
    givenLevel(head ? head.visibility : 'me', importLevel) ?? (await defaultVisibility(write.tx, userId))
  const albumIds = things.map(({ albumId }) => albumId)
  const existing = list.joins ? (await readOwnLists(write.tx, userId, [list], albumIds))(list) : undefined
  const verdicts = new Map<number, Verdict>()
  const accepted = new Set<number>()
  for (const { number, albumId } of things) {
    const verdict = verdictOnListed({ list, albumId, level }, existing)
    if (verdict === readyVerdict) accepted.add(albumId)
    else verdicts.set(number, verdict)
  }
  if (accepted.size === 0) return verdicts

  const placed = all.map(({ albumId, list: { place, note } }) => ({ albumId, place, note }))
  const place = (albums: Parameters<typeof placeAlbums>[0]) =>
    placeAlbums(albums, placed, (albumId) => accepted.has(albumId))
  const { id, added, version } = existing
    ? await joinList(write, { userId, id: existing.id, place })
    : await importList(write, {
        userId,
        submission: randomUUID(),
        name: listNameOf(list),
        description: (head?.description ?? '').slice(0, limits.listDescription),
        ranked: head?.ranked ?? false,
        visibility: level,
        createdAt: momentIn(createdOf({ head })?.toISOString(), write.now),
        place,
      })
  await noteList(write.tx, job.id, { things, id, version: existing ? version : null })
  for (const { number, albumId } of things) {
    if (verdicts.has(number) || added.delete(albumId)) continue
    const isRepeated = all.some((row) => row.albumId === albumId && row.number < number)
    verdicts.set(number, hereVerdict(isRepeated ? 'twice' : 'listFull'))
  }
  return verdicts
}

type Noted = { things: readonly Thing[]; id: number; version: number | null }

/** The undo depends on the list and its version. */
async function noteList(tx: Tx, importId: number, { things, id, version }: Noted): Promise<void> {
  const columns =
    version === null ? {} : { content: sql<string>`JSON_SET(content, '$.list.joined', ${version})` }
  const numbers = things.map(({ number }) => number)
  await run(tx, updateRows(importId, numbers).set({ madeId: id, ...columns }))
}

const FAR = 2 * limits.listAlbums

type ListRow = { number: number; albumId: number | null; list: ListedContent }

/**
 * Includes rows without a match, which determine the places of the others. If the user has sorted the table, rows further away
 * than `FAR` are missed, which only affects the order.
 */
async function rowsOfList(
  write: Write,
  { job, userId }: Parameters<WriteThings>[1],
  things: readonly Thing[],
): Promise<ListRow[]> {
  const { number, content } = things[0]!
  const nearRows = await rows(
    write.tx,
    kysely
      .selectFrom('ImportRow as r')
      .leftJoin('ImportAlbum as a', 'a.id', 'r.importAlbumId')
      .select(['r.number', 'r.content', 'a.albumId'])
      .where('r.importId', '=', job.id)
      .where('r.kind', '=', 'listed')
      .where('r.number', '>=', number - FAR)
      .where('r.number', '<=', Math.max(number + FAR, things.at(-1)!.number))
      .orderBy('r.number'),
  )
  return (await holdAlbumsOf(write, userId, nearRows))
    .map((row) => ({ ...row, list: (JSON.parse(row.content) as RowContent).list! }))
    .filter(({ list }) => list.number === content.list!.number)
}
