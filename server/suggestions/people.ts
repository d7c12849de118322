import { sql } from 'kysely'
import { NAMED_ALBUMS, type Suggestion } from '../../shared/suggestions.ts'
import type { UserCard } from '../../shared/users.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'
import { kysely, padded, statement } from '../lib/sql.ts'
import { peopleCount } from '../live/counters.ts'
import { readLoves, readOwnLoves, readTitles, type OwnLove } from './loves.ts'
import { similarity, SIMILAR, STORED } from './nearest.ts'
import { readFollowed } from './popular.ts'
import { readStored, sampleLovers } from './stored.ts'
import { suggestable } from './suggestable.ts'

type Viewer = Pick<SignedIn, 'id'>
type ReadDeps = Pick<Deps, 'db' | 'now'>

/** How many people the home page shows, and how many somebody gets who has just arrived. */
const PEOPLE = 6
const ARRIVING = 12
/** How many more people are read than are needed: some of them cannot be shown. */
const SPARE = 2

const cardsOf = statement(({ ids, viewerId, now }: { ids: number[]; viewerId: number; now: Date }) =>
  suggestable({ ids, viewerId, now })
    .select(['u.id', 'u.nickname', 'u.avatar'])
    .where(
      sql<boolean>`NOT EXISTS (SELECT 1 FROM Follow AS f WHERE f.followerId = ${viewerId} AND f.followingId = u.id)`,
    ).where(sql<boolean>`NOT EXISTS (SELECT 1 FROM FollowRequest AS r
      WHERE r.requesterId = ${viewerId} AND r.requestedId = u.id AND r.withdrawnAt IS NULL)`),
)

const followersOf = statement(({ ids }: { ids: number[] }) =>
  kysely
    .selectFrom('User as u')
    .select('u.id')
    .select((eb) => peopleCount('Follow', 'followerId', 'followingId', eb.ref('u.id')).as('followers'))
    .where('u.id', 'in', ids),
)

type Card = UserCard & { id: number }

/** Those of the people whom the viewer can be told to follow. */
const readCards = ({ db, now }: ReadDeps, viewer: Viewer, ids: readonly number[]): Promise<Card[]> =>
  cardsOf(db, { ids: padded(ids), viewerId: viewer.id, now: now() })

/** `both` are ids of albums. */
type Similar = { card: Card; both: number[]; similar: number }
type Wanted = { own: readonly OwnLove[]; least: number; limit: number }

/** Compares what people love now; `least` is how many albums both must love. */
async function compareAll(
  { db }: ReadDeps,
  cards: readonly Card[],
  { own, least }: Wanted,
): Promise<Similar[]> {
  const lovesOf = await readLoves(
    db,
    cards.map(({ id }) => id),
  )
  return cards.flatMap((card): Similar[] => {
    const loves = lovesOf.get(card.id)!
    const both = own.flatMap(({ albumId }) => (loves.has(albumId) ? [albumId] : []))
    if (both.length < least) return []
    return [{ card, both, similar: similarity(both.length, own.length, loves.size) }]
  })
}

/** The most similar first. `ids` are candidates in about this order. */
async function findSimilar(
  deps: ReadDeps,
  viewer: Viewer,
  { ids, ...wanted }: Wanted & { ids: readonly number[] },
): Promise<Similar[]> {
  const { limit } = wanted
  const found: Similar[] = []
  const batch = limit + SPARE
  for (let at = 0; at < ids.length && found.length < limit; at += batch) {
    const cards = await readCards(deps, viewer, ids.slice(at, at + batch))
    found.push(...(await compareAll(deps, cards, wanted)))
  }
  return found
    .toSorted((one, other) => other.similar - one.similar || byName(one.card, other.card))
    .slice(0, limit)
}

const byName = (one: UserCard, other: UserCard) => (one.nickname < other.nickname ? -1 : 1)

async function describeAll(
  { db }: ReadDeps,
  people: readonly Omit<Similar, 'similar'>[],
): Promise<Suggestion[]> {
  if (people.length === 0) return []
  const named = people.map(({ both }) => both.slice(0, NAMED_ALBUMS))
  const [counts, titleOf] = await Promise.all([
    followersOf(db, { ids: padded(people.map(({ card }) => card.id)) }),
    readTitles(db, named.flat()),
  ])
  const followers = new Map(counts.map((each) => [each.id, each.followers]))
  return people.map(({ card: { id, nickname, avatar }, both }, index) => ({
    nickname,
    avatar,
    albums: named[index]!.map(titleOf),
    more: Math.max(0, both.length - NAMED_ALBUMS),
    followers: followers.get(id) ?? 0,
  }))
}

/** 'People you may like': those with whom the viewer has public loves in common. */
export async function suggestPeople(deps: ReadDeps, viewer: Viewer): Promise<Suggestion[]> {
  const [{ personalSuggestions, people }, loves] = await Promise.all([
    readStored(deps.db, viewer.id),
    readOwnLoves(deps.db, viewer.id),
  ])
  const own = loves.filter(({ isPublic }) => isPublic)
  if (!personalSuggestions || own.length < SIMILAR) return []
  const similar = await findSimilar(deps, viewer, { ids: people, own, least: SIMILAR, limit: PEOPLE })
  return await describeAll(deps, similar)
}

/** People to follow for somebody who follows few: those who love the same albums, then those whom many follow. */
export async function suggestToNewcomer(deps: ReadDeps, viewer: Viewer): Promise<Suggestion[]> {
  const similar = await findSimilarNow(deps, viewer)
  const shown = await describeAll(deps, similar)
  const isShown = new Set(similar.map(({ card }) => card.id))
  return [...shown, ...(await findFollowed(deps, viewer, { isShown, limit: ARRIVING - shown.length }))]
}

async function findSimilarNow(deps: ReadDeps, viewer: Viewer): Promise<Similar[]> {
  const [{ personalSuggestions, people }, own] = await Promise.all([
    readStored(deps.db, viewer.id),
    readOwnLoves(deps.db, viewer.id),
  ])
  if (!personalSuggestions) return []
  // Many people with a similar taste are known: others would hardly be nearer.
  const sample = people.length === STORED ? [] : await sampleLovers(deps.db, viewer.id, own)
  const ids = [...new Set([...sample, ...people])]
  return await findSimilar(deps, viewer, { ids, own, least: 1, limit: ARRIVING })
}

async function findFollowed(
  deps: ReadDeps,
  viewer: Viewer,
  { isShown, limit }: { isShown: ReadonlySet<number>; limit: number },
): Promise<Suggestion[]> {
  if (limit === 0) return []
  const ids = (await readFollowed(deps.db)).filter((id) => !isShown.has(id))
  const cards = new Map((await readCards(deps, viewer, ids)).map((card) => [card.id, card]))
  const first = ids.flatMap((id) => cards.get(id) ?? []).slice(0, limit)
  const followed = await describeAll(
    deps,
    first.map((card) => ({ card, both: [] })),
  )
  return followed
    .filter(({ followers }) => followers > 0)
    .toSorted((one, other) => other.followers - one.followers || byName(one, other))
}
