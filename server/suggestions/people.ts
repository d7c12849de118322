import { NAMED_ALBUMS, type Suggestion } from '../../shared/suggestions.ts'
import type { UserCard } from '../../shared/users.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'
import { kysely, padded, statement } from '../lib/sql.ts'
import { peopleCount } from '../live/counters.ts'
import { readLoves, readOwnLoves, readTitles, type OwnLove } from './loves.ts'
import { PRECISION, similarity, SIMILAR, STORED, type Near } from './nearest.ts'
import { readFollowed } from './popular.ts'
import { readLovers, readStored } from './stored.ts'
import { isToFollow } from './suggestable.ts'

type Viewer = Pick<SignedIn, 'id'>
type ReadDeps = Pick<Deps, 'db' | 'now'>

/** How many people the home page shows, and how many somebody gets who has just arrived. */
const PEOPLE = 6
const ARRIVING = 12
/** How many more people are read than are needed: some of them cannot be shown. */
const SPARE = 2
/** How long a love is new, in milliseconds: much longer than it takes until it is part of what is stored. */
const NEW = 60 * 60_000
/** How many of the most followed people are read at once. */
const FOLLOWED = 60

const cardsOf = statement(({ ids, viewerId, now }: { ids: number[]; viewerId: number; now: Date }) =>
  kysely
    .selectFrom('User as u')
    .select(['u.id', 'u.nickname', 'u.avatar'])
    .where('u.id', 'in', ids)
    .where(isToFollow({ viewerId, now })),
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

/**
 * The most similar first, then by name. `near` are candidates in about this order, which are read until no other one can be as
 * similar as the last that is returned.
 */
async function findSimilar(
  deps: ReadDeps,
  viewer: Viewer,
  { near, ...wanted }: Wanted & { near: readonly Near[] },
): Promise<Similar[]> {
  const { limit } = wanted
  const batch = limit + SPARE
  let found: Similar[] = []
  for (let at = 0; at < near.length; at += batch) {
    const last = found[limit - 1]
    if (last && near[at]![1] < last.similar - 1 / PRECISION) break
    const ids = near.slice(at, at + batch).map(([id]) => id)
    const others = await compareAll(deps, await readCards(deps, viewer, ids), wanted)
    found = [...found, ...others].toSorted(
      (one, other) => other.similar - one.similar || byName(one.card, other.card),
    )
  }
  return found.slice(0, limit)
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
  const similar = await findSimilar(deps, viewer, { near: people, own, least: SIMILAR, limit: PEOPLE })
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
  // If many people with a similar taste are known, only those who love what the viewer has just added can be missing. Their other
  // loves count when the suggestions are computed again.
  const since = deps.now().getTime() - NEW
  const looked = people.length === STORED ? own.filter(({ at }) => at.getTime() >= since) : own
  const lovers = await readLovers(deps, viewer.id, { own, looked })
  const bySimilarity = [...people, ...lovers].toSorted(([, one], [, other]) => one - other)
  // A person who is in both lists counts with the higher similarity, which comes last.
  const near = [...new Map(bySimilarity)].toSorted(([, one], [, other]) => other - one)
  return await findSimilar(deps, viewer, { near, own, least: 1, limit: ARRIVING })
}

/** Their ranking names only people who have followers. */
async function findFollowed(
  deps: ReadDeps,
  viewer: Viewer,
  { isShown, limit }: { isShown: ReadonlySet<number>; limit: number },
): Promise<Suggestion[]> {
  if (limit === 0) return []
  const ids = (await readFollowed(deps.db)).filter((id) => !isShown.has(id))
  const found: Card[] = []
  for (let at = 0; at < ids.length && found.length < limit; at += FOLLOWED) {
    const some = ids.slice(at, at + FOLLOWED)
    const cards = new Map((await readCards(deps, viewer, some)).map((card) => [card.id, card]))
    found.push(...some.flatMap((id) => cards.get(id) ?? []))
  }
  const followed = await describeAll(
    deps,
    found.slice(0, limit).map((card) => ({ card, both: [] })),
  )
  // A stored ranking can be of earlier today.
  return followed
    .filter(({ followers }) => followers > 0)
    .toSorted((one, other) => other.followers - one.followers || byName(one, other))
}
