import { sql } from 'kysely'
import { limits } from '../../../shared/limits.ts'
import type { ListCard } from '../../../shared/lists.ts'
import { isShownTo } from '../../access/visibleTo.ts'
import type { Deps } from '../../core/deps.ts'
import type { SignedIn } from '../../core/trpc.ts'
import { kysely, padded, rows, statement } from '../../lib/sql.ts'
import { readListCards } from './view.ts'

/** Number of ids that are drawn. If at least one id in five belongs to a list, nearly every draw contains three lists. */
const DRAWN = 24

export async function randomLists({ db }: Pick<Deps, 'db'>, viewer: SignedIn | null): Promise<ListCard[]> {
  const viewerId = viewer?.id ?? 0
  return await readListCards(db, viewerId, await drawLists({ db }, viewerId))
}

const rangeOfIds = kysely
  .selectFrom('List')
  .select((eb) => [eb.fn.min<number | null>('id').as('low'), eb.fn.max<number | null>('id').as('high')])

const shownLists = (viewerId: number) =>
  kysely
    .selectFrom('List as l')
    .innerJoin('User as u', 'u.id', 'l.userId')
    // Starting with the users, the database would read every list of somebody who has thousands.
    .modifyFront(sql`STRAIGHT_JOIN`)
    .select('l.id')
    .where(isShownTo(viewerId))
    .orderBy('l.id')
    .limit(DRAWN)
const listsAmong = statement(({ ids, viewerId }: { ids: number[]; viewerId: number }) =>
  shownLists(viewerId).where('l.id', 'in', ids),
)
type Onwards = { place: number; viewerId: number }
const listsFrom = statement(({ place, viewerId }: Onwards) => shownLists(viewerId).where('l.id', '>=', place))
const listsBefore = statement(({ place, viewerId }: Onwards) =>
  shownLists(viewerId).where('l.id', '<', place),
)

/**
 * Neither sorts nor counts the table, which can be large. If lists are sparse, the next ones after a random id fill up the
 * result.
 */
async function drawLists({ db }: Pick<Deps, 'db'>, viewerId: number): Promise<number[]> {
  const [range] = await rows(db, rangeOfIds)
  if (!range || range.low === null || range.high === null) return []
  const { low, high } = range
  const draw = () => low + Math.floor(Math.random() * (high - low + 1))
  const drawnIds = [...new Set(Array.from({ length: DRAWN }, draw))]

  const hits = new Set((await listsAmong(db, { ids: padded(drawnIds), viewerId })).map(({ id }) => id))
  // In the order of the draw: the database returns them sorted by id.
  const listIds = drawnIds.filter((id) => hits.has(id))
  if (listIds.length < limits.randomLists) {
    const from = { place: draw(), viewerId }
    const [laterLists, earlierLists] = await Promise.all([listsFrom(db, from), listsBefore(db, from)])
    listIds.push(...[...laterLists, ...earlierLists].map(({ id }) => id))
  }
  return [...new Set(listIds)].slice(0, limits.randomLists)
}
