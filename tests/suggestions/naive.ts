import type { Suggestion } from '../../shared/suggestions.ts'

// Computes the right suggestions from scratch: slowly, and without any code of the product.

export type Level = 'everyone' | 'followers' | 'me'
type Listening = { rating: number; level: Level; at: number }
export type Member = {
  nickname: string
  isPrivate: boolean
  isDisabled: boolean
  suggestMe: boolean
  personalSuggestions: boolean
  /** by title */
  listenings: Map<string, Listening>
  /** by title, when it was given */
  hearts: Map<string, number>
  later: Set<string>
  follows: Set<string>
  asked: Set<string>
  blocks: Set<string>
  mutes: Set<string>
}
export type Community = Map<string, Member>

type Loves = Map<string, number>

function lovesOf(
  { listenings, hearts }: Member,
  counts: (listening: Listening | undefined) => boolean,
): Loves {
  const loves: Loves = new Map()
  for (const [title, listening] of listenings)
    if (listening.rating >= 8 && counts(listening)) loves.set(title, listening.at)
  for (const [title, at] of hearts)
    if (counts(listenings.get(title))) loves.set(title, Math.min(at, loves.get(title) ?? at))
  return loves
}

/** The loves that everybody can see. */
const publicLoves = (member: Member): Loves =>
  member.isPrivate || member.isDisabled
    ? new Map()
    : lovesOf(member, (listening) => listening === undefined || listening.level === 'everyone')

const inOrder = (loves: Loves) =>
  [...loves].toSorted(([, one], [, other]) => one - other).map(([title]) => title)

const isOpenTo = (reader: Member, other: Member) =>
  other !== reader &&
  other.suggestMe &&
  !other.isPrivate &&
  !other.isDisabled &&
  !other.blocks.has(reader.nickname) &&
  !reader.blocks.has(other.nickname) &&
  !reader.mutes.has(other.nickname)

const canFollow = (reader: Member, other: Member) =>
  isOpenTo(reader, other) && !reader.follows.has(other.nickname) && !reader.asked.has(other.nickname)

const followersOf = (community: Community, { nickname }: Member) =>
  [...community.values()].filter((each) => !each.isDisabled && each.follows.has(nickname)).length

type Similar = { other: Member; both: string[]; loves: Loves; cosine: number }

function similarTo(community: Community, own: Loves, least: number): Similar[] {
  return [...community.values()].flatMap((other) => {
    const loves = publicLoves(other)
    const both = inOrder(own).filter((title) => loves.has(title))
    const cosine = both.length / Math.sqrt(own.size * loves.size)
    return both.length >= least ? [{ other, both, loves, cosine }] : []
  })
}

const suggestionOf = (
  community: Community,
  { other, both }: Pick<Similar, 'other' | 'both'>,
): Suggestion => ({
  nickname: other.nickname,
  avatar: null,
  albums: both.slice(0, 2),
  more: Math.max(0, both.length - 2),
  followers: followersOf(community, other),
})

/** Sums of the same numbers in another order can differ in the last digit. */
const rounded = (value: number) => Math.round(value * 1e9)

const bySimilarity = (one: Similar, other: Similar) =>
  rounded(other.cosine) - rounded(one.cosine) || (one.other.nickname < other.other.nickname ? -1 : 1)

export function naivePeople(community: Community, reader: Member, limit = 6): Suggestion[] {
  if (!reader.personalSuggestions) return []
  return similarTo(community, publicLoves(reader), 2)
    .filter(({ other }) => canFollow(reader, other))
    .toSorted(bySimilarity)
    .slice(0, limit)
    .map((each) => suggestionOf(community, each))
}

export function naiveArriving(community: Community, reader: Member): Suggestion[] {
  const own = reader.personalSuggestions ? lovesOf(reader, () => true) : new Map<string, number>()
  const similar = similarTo(community, own, 1)
    .filter(({ other }) => canFollow(reader, other))
    .toSorted(bySimilarity)
    .map((each) => suggestionOf(community, each))
  const followed = [...community.values()]
    .filter((other) => canFollow(reader, other) && similar.every((each) => each.nickname !== other.nickname))
    .map((other) => suggestionOf(community, { other, both: [] }))
    .filter(({ followers }) => followers > 0)
    .toSorted((one, other) => other.followers - one.followers || (one.nickname < other.nickname ? -1 : 1))
  return [...similar, ...followed].slice(0, 12)
}

export function naiveAlbums(
  community: Community,
  reader: Member,
  limit = 6,
): { name: string; because: string }[] {
  if (!reader.personalSuggestions) return []
  const own = publicLoves(reader)
  const similar = similarTo(community, own, 2).filter(({ other }) => isOpenTo(reader, other))
  const titles = new Set(similar.flatMap(({ loves }) => [...loves.keys()]))
  return [...titles]
    .filter((title) => !reader.listenings.has(title) && !reader.hearts.has(title) && !reader.later.has(title))
    .flatMap((name) => {
      const lovers = similar.filter(({ loves }) => loves.has(name))
      if (lovers.length < 2) return []
      const count = (title: string) => lovers.filter(({ loves }) => loves.has(title)).length
      const because = inOrder(own).reduce((best, title) => (count(title) > count(best) ? title : best))
      return [{ name, because, score: lovers.reduce((sum, { cosine }) => sum + cosine, 0) }]
    })
    .toSorted((one, other) => rounded(other.score) - rounded(one.score) || (one.name < other.name ? -1 : 1))
    .slice(0, limit)
    .map(({ name, because }) => ({ name, because }))
}
