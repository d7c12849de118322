import { sql } from 'kysely'
import type { Taste } from '../../shared/suggestions.ts'
import { byReader, isSeenBy } from '../access/visibleTo.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'
import { kysely, statement } from '../lib/sql.ts'
import { readOf } from '../users/queries.ts'

/** From this number of albums that both have heard, their taste is compared. */
const LEAST = 3
const EXAMPLES = 3
/** The most half stars between two ratings that agree. */
const NEAR = 2

/** The current rating of the listenings that the reader can see. */
const ratingColumn = { stranger: 'everyoneRating', follower: 'followersRating', owner: 'rating' } as const

const heardByBoth = byReader((reader) => {
  const rating = sql.ref<number>(`o.${ratingColumn[reader]}`)
  const near = sql.lit(NEAR)
  const agrees = sql<number>`((m.rating > 0 AND ${rating} > 0 AND m.rating <= ${rating} + ${near} AND ${rating} <= m.rating + ${near})
    OR (EXISTS (SELECT 1 FROM Favorite AS f WHERE f.userId = m.userId AND f.albumId = m.albumId)
      AND EXISTS (SELECT 1 FROM Favorite AS f WHERE f.userId = o.userId AND f.albumId = o.albumId)))`
  const both = ({ viewerId, userId }: { viewerId: number; userId: number }) =>
    kysely
      .selectFrom('Opinion as m')
      .innerJoin('Opinion as o', (join) =>
        join.onRef('o.albumId', '=', 'm.albumId').on('o.userId', '=', userId),
      )
      .where('m.userId', '=', viewerId)
      .where(isSeenBy(reader, 'o'))
  return {
    counts: statement((pair: { viewerId: number; userId: number }) =>
      both(pair).select([
        sql<number>`COUNT(*)`.as('both'),
        sql<number>`COUNT(CASE WHEN ${agrees} THEN 1 END)`.as('agree'),
      ]),
    ),
    examples: statement((pair: { viewerId: number; userId: number }) =>
      both(pair)
        .innerJoin('Album as a', 'a.id', 'm.albumId')
        .select(['a.artist', 'a.name', 'a.image', 'a.year'])
        .where(sql<boolean>`${agrees}`)
        .orderBy(sql`m.rating + ${rating}`, 'desc')
        .orderBy('a.name')
        .limit(EXAMPLES),
    ),
  }
})

/**
 * Null if there is too little to compare, and if the viewer is the user or cannot see what the user has heard.
 * @throws notFound
 */
export async function compareTaste(
  { db }: Pick<Deps, 'db'>,
  viewer: SignedIn,
  { nickname }: { nickname: string },
): Promise<Taste | null> {
  return await readOf({ db }, { viewer, nickname, nothing: null }, async ({ id: userId, reader }) => {
    if (reader === 'owner') return null
    const pair = { viewerId: viewer.id, userId }
    const [counts] = await heardByBoth[reader].counts(db, pair)
    if (counts!.both < LEAST) return null
    return { ...counts!, examples: await heardByBoth[reader].examples(db, pair) }
  })
}
