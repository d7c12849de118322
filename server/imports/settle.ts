import type { ImportKind } from '../generated/prisma/client.ts'
import type { Tx } from '../lib/db.ts'
import { kysely, padded, run, statement } from '../lib/sql.ts'
import { inBatches } from '../logs/inBatches.ts'
import { judge, judgedRows, verdictOnFollow, type Judged, type Verdict } from './verdict.ts'

// Stores the verdicts on rows (verdict.ts). Safe to run again at any time.

export const readyRows = (importId: number, kind: ImportKind) =>
  judgedRows
    .select(['r.rating', 'r.content', 'r.madeId'])
    .where('r.importId', '=', importId)
    .where('r.kind', '=', kind)
    .where('r.state', '=', 'ready')
    .orderBy('r.number')

export const updateRows = (importId: number, numbers: readonly number[]) =>
  kysely.updateTable('ImportRow').where('importId', '=', importId).where('number', 'in', numbers)

export async function writeVerdicts(
  db: Tx,
  importId: number,
  verdicts: Iterable<readonly [number, Verdict]>,
): Promise<void> {
  const groups = new Map<string, { verdict: Verdict; numbers: number[] }>()
  for (const [number, verdict] of verdicts) {
    const key = `${verdict.state} ${verdict.why}`
    const group = groups.get(key) ?? { verdict, numbers: [] }
    group.numbers.push(number)
    groups.set(key, group)
  }
  for (const { verdict, numbers } of groups.values())
    await inBatches(numbers, (batch) => run(db, updateRows(importId, batch).set(verdict)))
}

const sameAlbums = statement(({ id, albumIds }: { id: number; albumIds: number[] }) =>
  kysely.selectFrom('ImportAlbum').select('id').where('importId', '=', id).where('albumId', 'in', albumIds),
)
const rowsOfAlbums = statement(({ ids }: { ids: number[] }) =>
  judgedRows
    // The content of other kinds can hold a long review, which is not needed here.
    .select((eb) =>
      eb.case().when('r.kind', 'in', ['listed', 'top']).then(eb.ref('r.content')).end().as('content'),
    )
    .where('i.id', 'in', ids)
    .orderBy('r.number'),
)

/** `ids` of ImportAlbum. The caller must hold the import's row lock or lease. */
export async function settle(db: Tx, record: Judged, ids: readonly number[]): Promise<void> {
  await inBatches(ids, async (batch) => {
    const albums = await db.importAlbum.findMany({
      where: { id: { in: batch }, albumId: { not: null } },
      select: { albumId: true },
    })
    const albumIds = [...new Set(albums.map(({ albumId }) => albumId!))]
    // Other spellings in the same file can mean the same album.
    const siblings =
      albumIds.length > 0 ? await sameAlbums(db, { id: record.id, albumIds: padded(albumIds) }) : []
    const all = [...new Set([...batch, ...siblings.map(({ id }) => id)])]
    const rows = await rowsOfAlbums(db, { ids: padded(all) })
    const verdicts = await judge(db, record, rows)
    const isNew = ({ number, state, why }: (typeof rows)[number]) => {
      const verdict = verdicts.get(number)
      return verdict && (verdict.state !== state || verdict.why !== why)
    }
    await writeVerdicts(
      db,
      record.id,
      rows.filter(isNew).map(({ number }) => [number, verdicts.get(number)!]),
    )
  })
}

const PAGE = 200

/** Calls `hold` between pages. */
export async function settleAll(db: Tx, record: Judged, hold: () => Promise<void>): Promise<void> {
  for (let after = 0; ;) {
    await hold()
    const albums = await db.importAlbum.findMany({
      where: { importId: record.id, id: { gt: after } },
      orderBy: { id: 'asc' },
      select: { id: true },
      take: PAGE,
    })
    if (albums.length === 0) return
    after = albums.at(-1)!.id
    await settle(
      db,
      record,
      albums.map(({ id }) => id),
    )
  }
}

export async function settleWishes(tx: Tx, record: Judged): Promise<void> {
  const wishes = { importId: record.id, kind: 'wish', importAlbumId: { not: null } } as const
  const groups = await tx.importRow.groupBy({ by: 'importAlbumId', where: wishes })
  await settle(
    tx,
    record,
    groups.map(({ importAlbumId }) => importAlbumId!),
  )
}

export async function settleFollows(tx: Tx, record: Judged): Promise<void> {
  await tx.importRow.updateMany({
    where: { importId: record.id, kind: 'follow', state: { in: ['ready', 'left'] } },
    data: verdictOnFollow(null, record),
  })
}
