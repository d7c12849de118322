import { sql } from 'kysely'
import { NAMED_ALBUMS, type Suggestion } from '../../shared/suggestions.ts'
import { isMutedBy, isPersonShownTo } from '../access/visibleTo.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'
import { kysely, padded, rawQuery, statement } from '../lib/sql.ts'
import { peopleCount } from '../live/counters.ts'
import { publicLoves, readLoves, readOwnLoves, type OwnLove } from './loves.ts'
import { readSwitches } from './switches.ts'

type Viewer = Pick<SignedIn, 'id'>

/** How many people the home page shows, and how many those who have just arrived get. */
const PEOPLE = 6
const ARRIVING = 12
/** How many albums two people with a similar taste both love. */
export const SIMILAR = 2

const candidatesOf = statement(
  ({ albumIds, viewerId, least }: { albumIds: number[]; viewerId: number; least: number }) =>
    kysely
      .selectFrom(publicLoves('albumId', albumIds).as('l'))
      .select('l.userId as id')
      .where('l.userId', '<>', viewerId)
      .groupBy('l.userId')
      .having(sql<boolean>`COUNT(*) >= ${least}`),
)

/** Whom the viewer can be told to follow. */
const isSuggestedTo = (viewerId: number, now: Date) => sql<boolean>`(u.suggestMe AND NOT u.isPrivate
  AND u.id <> ${viewerId} AND ${isPersonShownTo(viewerId)} AND NOT ${isMutedBy(viewerId, now, 'u.id')}
  AND NOT EXISTS (SELECT 1 FROM Follow AS f WHERE f.followerId = ${viewerId} AND f.followingId = u.id)
  AND NOT EXISTS (SELECT 1 FROM FollowRequest AS r
    WHERE r.requesterId = ${viewerId} AND r.requestedId = u.id AND r.withdrawnAt IS NULL))`

const cardsOf = statement(({ ids, viewerId, now }: { ids: number[]; viewerId: number; now: Date }) =>
  kysely
    .selectFrom('User as u')
    .select(['u.id', 'u.nickname', 'u.avatar'])
    .select((eb) => peopleCount('Follow', 'followerId', 'followingId', eb.ref('u.id')).as('followers'))
    .where('u.id', 'in', ids)
    .where(isSuggestedTo(viewerId, now)),
)

const followedOf = statement(({ viewerId, now, limit }: { viewerId: number; now: Date; limit: number }) =>
  rawQuery(sql<{ nickname: string; avatar: string | null; followers: number }>`
    SELECT u.nickname, u.avatar, COUNT(*) AS followers
    FROM Follow AS k JOIN User AS u ON u.id = k.followingId JOIN User AS d ON d.id = k.followerId
    WHERE d.disabledAt IS NULL AND ${isSuggestedTo(viewerId, now)}
    GROUP BY u.id, u.nickname, u.avatar ORDER BY followers DESC, u.nickname LIMIT ${limit}`),
)

/** People with a similar taste, the most similar first; `own` are the loves that count. */
async function findSimilar(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  viewer: Viewer,
  { own, least, limit }: { own: readonly OwnLove[]; least: number; limit: number },
): Promise<Suggestion[]> {
  if (own.length < least) return []
  const albumIds = padded(own.map(({ albumId }) => albumId))
  const candidates = await candidatesOf(db, { albumIds, viewerId: viewer.id, least })
  const ids = padded(candidates.map(({ id }) => id))
  const cards = await cardsOf(db, { ids, viewerId: viewer.id, now: now() })
  const lovesOf = await readLoves(
    db,
    cards.map(({ id }) => id),
  )
  const similar = cards.flatMap(({ id, ...card }) => {
    const loves = lovesOf.get(id)!
    const both = own.filter(({ albumId }) => loves.has(albumId)).map(({ name }) => name)
    return both.length < least ? [] : [{ card, both, cosine: both.length / Math.sqrt(loves.size) }]
  })
  return similar
    .toSorted((one, other) => other.cosine - one.cosine || compare(one.card.nickname, other.card.nickname))
    .slice(0, limit)
    .map(({ card, both }) => ({
      ...card,
      albums: both.slice(0, NAMED_ALBUMS),
      more: Math.max(0, both.length - NAMED_ALBUMS),
    }))
}

const compare = (one: string, other: string) => (one < other ? -1 : 1)

/** 'People you may like'. */
export async function suggestPeople(deps: Pick<Deps, 'db' | 'now'>, viewer: Viewer): Promise<Suggestion[]> {
  const { personalSuggestions } = await readSwitches(deps.db, viewer.id)
  if (!personalSuggestions) return []
  const own = (await readOwnLoves(deps.db, viewer.id)).filter(({ isPublic }) => isPublic)
  return await findSimilar(deps, viewer, { own, least: SIMILAR, limit: PEOPLE })
}

/** People to follow for somebody who follows few: those who love the same albums, then those whom many follow. */
export async function suggestToNewcomer(
  deps: Pick<Deps, 'db' | 'now'>,
  viewer: Viewer,
): Promise<Suggestion[]> {
  const { personalSuggestions } = await readSwitches(deps.db, viewer.id)
  const own = personalSuggestions ? await readOwnLoves(deps.db, viewer.id) : []
  const similar = await findSimilar(deps, viewer, { own, least: 1, limit: ARRIVING })
  if (similar.length === ARRIVING) return similar
  const followed = await followedOf(deps.db, { viewerId: viewer.id, now: deps.now(), limit: ARRIVING })
  const others = followed.filter(({ nickname }) => similar.every((each) => each.nickname !== nickname))
  return [...similar, ...others.map((each) => ({ ...each, albums: [], more: 0 }))].slice(0, ARRIVING)
}
