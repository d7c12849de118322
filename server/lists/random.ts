import { limits } from '../../shared/limits.ts'
import type { ListCard } from '../../shared/lists.ts'
import type { Deps } from '../deps.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { readListCards } from './view.ts'

/** So many ids are drawn: where at least every fifth is a list's, three lists are among them as good as always. */
const DRAWN = 24

/** A few lists of the community, others each time, as cards. */
export async function randomLists({ db }: Pick<Deps, 'db'>): Promise<ListCard[]> {
  return await readListCards(db, await drawLists({ db }))
}

/**
 * Ids of random lists, without sorting or counting a table that may be large: ids are drawn at random, and those that
 * are a list's are taken. Where lists are few and far between, the next ones after a random place fill up.
 */
async function drawLists({ db }: Pick<Deps, 'db'>): Promise<number[]> {
  const [range] = await db.$queryRaw<{ low: number | null; high: number | null }[]>`
    SELECT MIN(id) AS low, MAX(id) AS high FROM List`
  const [low, high] = [range?.low ?? null, range?.high ?? null]
  if (low === null || high === null) return []
  const draw = () => low + Math.floor(Math.random() * (high - low + 1))
  const drawn = [...new Set(Array.from({ length: DRAWN }, draw))]

  // Straight: a database that begins with the people reads every list of somebody who has thousands.
  const ids = (where: Prisma.Sql) => db.$queryRaw<{ id: number }[]>`
    SELECT l.id FROM List l STRAIGHT_JOIN User u ON u.id = l.userId
    WHERE u.disabledAt IS NULL AND ${where} ORDER BY l.id LIMIT ${DRAWN}`
  const hits = new Set((await ids(Prisma.sql`l.id IN (${Prisma.join(drawn)})`)).map(({ id }) => id))
  // In the order in which they were drawn: the database gives them by number.
  const found = drawn.filter((id) => hits.has(id))
  if (found.length < limits.randomLists) {
    const place = draw()
    const [after, before] = await Promise.all([
      ids(Prisma.sql`l.id >= ${place}`),
      ids(Prisma.sql`l.id < ${place}`),
    ])
    found.push(...[...after, ...before].map(({ id }) => id))
  }
  return [...new Set(found)].slice(0, limits.randomLists)
}
