import { utcDay } from '../../shared/days.ts'
import type { ImportKind, ImportRowState } from '../generated/prisma/client.ts'
import type { Tx } from '../lib/db.ts'
import { kysely, padded, run, statement } from '../lib/sql.ts'
import { inBatches } from '../logs/inBatches.ts'
import { canJoin, readOwnLists } from './ownLists.ts'
import type { ListedContent, RowContent } from './stored.ts'
import { canTop, readTop } from './topFour.ts'

// Decides the state of each row from the matched albums and the user's existing data. Safe to run again at any time: rows that
// are written or unreadable stay as they are.

/** An import whose rows are settled. */
export type Settled = { id: number; userId: number; format: string | null; wishes: boolean }

/** The user's listenings of an album, except those of the import itself. */
type Had = { days: Set<string>; any: boolean }
type Verdict = { state: ImportRowState; why: string | null }

const ready: Verdict = { state: 'ready', why: null }
const here = (why: string): Verdict => ({ state: 'here', why })

/**
 * Returns a judge for the rows of one album, to be called in order. A second row for the same day is a duplicate, except in our
 * own export. A row that is only proposed does not make later rows duplicates.
 */
export function makeJudge(had: Had, isOwn: boolean): (date: string | null, isProposed?: boolean) => Verdict {
  const seen: Had = { days: new Set(), any: false }
  return (date, isProposed = false) => {
    if (date === null ? had.any : had.days.has(date)) return here(date === null ? 'album' : 'day')
    if (!isOwn && (date === null ? seen.any : seen.days.has(date))) return here('twice')
    if (isProposed) return ready
    seen.any = true
    if (date !== null) seen.days.add(date)
    return ready
  }
}

const logsOf = statement(({ userId, albumIds }: { userId: number; albumIds: number[] }) =>
  kysely
    .selectFrom('Log')
    .select(['albumId', 'date', 'importId'])
    .where('userId', '=', userId)
    .where('albumId', 'in', albumIds),
)

/** Loads the user's listenings of albums, except those that the import made. */
export async function readHad(
  db: Tx,
  { id, userId }: Pick<Settled, 'id' | 'userId'>,
  albumIds: readonly number[],
): Promise<(albumId: number) => Had> {
  const had = new Map<number, Had>()
  await inBatches([...new Set(albumIds)], async (batch) => {
    for (const log of await logsOf(db, { userId, albumIds: padded(batch) })) {
      if (log.importId === id) continue
      const one = had.get(log.albumId) ?? { days: new Set(), any: true }
      if (log.date) one.days.add(utcDay(log.date))
      had.set(log.albumId, one)
    }
  })
  return (albumId) => had.get(albumId) ?? { days: new Set(), any: false }
}

type Place = { id: number; albumIds: number[] }
const sameAlbums = statement(({ id, albumIds }: Place) =>
  kysely.selectFrom('ImportAlbum').select('id').where('importId', '=', id).where('albumId', 'in', albumIds),
)
const theirRows = statement(({ ids }: { ids: number[] }) =>
  kysely
    .selectFrom('ImportRow as r')
    .innerJoin('ImportAlbum as i', 'i.id', 'r.importAlbumId')
    .select(['r.number', 'r.kind', 'r.state', 'r.why', 'r.date'])
    // The content of other kinds can hold a long review, which is not needed here.
    .select((eb) =>
      eb.case().when('r.kind', 'in', ['listed', 'top']).then(eb.ref('r.content')).end().as('content'),
    )
    .select(['i.state as albumState', 'i.albumId', 'i.chosen', 'i.heard'])
    .where('i.id', 'in', ids)
    .orderBy('r.number'),
)
type TheirRow = Awaited<ReturnType<typeof theirRows>>[number]

/** The user's hearts and Listen later entries for these albums. */
async function readThings(db: Tx, userId: number, albumIds: number[]) {
  const where = { userId, albumId: { in: albumIds } }
  const select = { albumId: true } as const
  const hearts = await db.favorite.findMany({ where, select })
  const wishes = await db.listenLater.findMany({ where, select })
  return {
    heart: new Set(hearts.map(({ albumId }) => albumId)),
    wish: new Set(wishes.map(({ albumId }) => albumId)),
  }
}

/** Settles the rows of some albums (ids of ImportAlbum). The caller must hold the import's row lock or lease. */
export async function settle(db: Tx, one: Settled, ids: readonly number[]): Promise<void> {
  await inBatches(ids, async (batch) => {
    const found = await db.importAlbum.findMany({
      where: { id: { in: batch }, albumId: { not: null } },
      select: { albumId: true },
    })
    const albumIds = [...new Set(found.map(({ albumId }) => albumId!))]
    // Other spellings in the same file can mean the same album.
    const same = albumIds.length > 0 ? await sameAlbums(db, { id: one.id, albumIds: padded(albumIds) }) : []
    const all = [...new Set([...batch, ...same.map(({ id }) => id)])]
    const judged = await judgeRows(db, one, await theirRows(db, { ids: padded(all) }), albumIds)
    await writeVerdicts(db, one.id, judged)
  })
}

async function judgeRows(
  db: Tx,
  one: Settled,
  found: TheirRow[],
  albumIds: number[],
): Promise<[TheirRow, Verdict][]> {
  const had = await readHad(db, one, albumIds)
  const things = await readThings(db, one.userId, albumIds)
  const listed = found.flatMap(({ kind, content }) => (kind === 'listed' ? [listOf(content!)] : []))
  const lists = await readOwnLists(db, one.userId, listed, albumIds)
  const top = found.some(({ kind }) => kind === 'top') ? await readTop(db, one.userId) : []
  const judges = new Map<number, ReturnType<typeof makeJudge>>()
  const seen = new Set<string>()

  function verdictOf(row: TheirRow): Verdict {
    const { kind, albumState, albumId } = row
    if (kind === 'wish' && !one.wishes) return { state: 'left', why: 'wishes' }
    if (albumState === 'looking') return { state: 'looking', why: null }
    if (albumState === 'missing' || albumState === 'unasked') return { state: 'missing', why: albumState }
    if (albumState === 'open' || albumId === null) return { state: 'decide', why: 'decide' }
    if (kind === 'listening') {
      const judge = judges.get(albumId) ?? makeJudge(had(albumId), one.format === 'plak')
      judges.set(albumId, judge)
      const isProposed = row.heard !== null && !row.chosen
      const verdict = judge(row.date && utcDay(row.date), isProposed)
      return isProposed && verdict.state === 'ready' ? { state: 'decide', why: 'heard' } : verdict
    }
    if (kind === 'listed') {
      const list = listOf(row.content!)
      const own = lists(list)
      if (!own) return ready
      if (!canJoin(list, own, list.head?.visibility)) return here('list')
      return own.albumIds.has(albumId) ? here('onList') : ready
    }
    if (kind === 'top') {
      const { top: content } = JSON.parse(row.content!) as RowContent
      return canTop(top, albumId, content) ? ready : here('top')
    }
    const isThere = kind === 'heart' ? things.heart.has(albumId) : things.wish.has(albumId)
    if (isThere) return here(kind === 'heart' ? 'hearted' : 'listed')
    const name = `${kind} ${albumId}`
    if (seen.has(name)) return here('twice')
    seen.add(name)
    return ready
  }

  return found.flatMap((row): [TheirRow, Verdict][] =>
    row.state === 'written' || row.state === 'unreadable' ? [] : [[row, verdictOf(row)]],
  )
}

const listOf = (content: string): ListedContent => (JSON.parse(content) as RowContent).list!

async function writeVerdicts(
  db: Tx,
  importId: number,
  judged: readonly [TheirRow, Verdict][],
): Promise<void> {
  const groups = new Map<string, { verdict: Verdict; numbers: number[] }>()
  for (const [row, verdict] of judged) {
    if (row.state === verdict.state && row.why === verdict.why) continue
    const name = `${verdict.state} ${verdict.why}`
    const group = groups.get(name) ?? { verdict, numbers: [] }
    group.numbers.push(row.number)
    groups.set(name, group)
  }
  for (const { verdict, numbers } of groups.values())
    await inBatches(numbers, (batch) =>
      run(
        db,
        kysely
          .updateTable('ImportRow')
          .set(verdict)
          .where('importId', '=', importId)
          .where('number', 'in', batch),
      ),
    )
}

/** Leaves out the rows of a kind, or includes them again. The worker then settles the included rows. */
export async function leaveOut(tx: Tx, importId: number, kind: ImportKind, isLeft: boolean): Promise<void> {
  const why = kind === 'wish' ? 'wishes' : 'follows'
  if (isLeft)
    await tx.$executeRaw`
      UPDATE ImportRow SET state = 'left', why = ${why}
      WHERE importId = ${importId} AND kind = ${kind} AND state IN ('ready', 'looking', 'decide')`
  else
    await tx.$executeRaw`
      UPDATE ImportRow r LEFT JOIN ImportAlbum a ON a.id = r.importAlbumId
      SET r.why = CASE WHEN a.state = 'open' THEN 'decide' WHEN a.state IN ('missing', 'unasked') THEN a.state END,
        r.state = CASE a.state WHEN 'looking' THEN 'looking' WHEN 'open' THEN 'decide' WHEN 'missing' THEN 'missing'
          WHEN 'unasked' THEN 'missing' ELSE 'ready' END
      WHERE r.importId = ${importId} AND r.kind = ${kind} AND r.state = 'left'`
}
