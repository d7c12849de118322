import type { Canary, Kind, Owner, Part, ReaderName, Thing, World } from './world.ts'
import { albumOf, isFor, kinds, word } from './world.ts'

/** What a road is walked for: everything of one owner. */
type About = { owner: Owner; things: World['things'][Owner] }

/** A procedure that can show what is another person's. */
export type Road = {
  /** the inputs with which it might show something */
  inputs: (about: About) => unknown[]
  /** what of the canaries it shows at all */
  parts: readonly Part[]
  /** what it shows of these; by default what the reader may see */
  shows?: (reader: ReaderName, canary: Canary) => boolean
  /** not all of it need come at once */
  isSample?: true
}

const each =
  (input: (thing: Thing, kind: (typeof kinds)[number], owner: Owner) => unknown) => (about: About) =>
    kinds.map((kind) => input(about.things[kind], kind, about.owner))
const ofProfile = ({ owner }: About) => [{ nickname: owner }]
const isOwn = (reader: ReaderName) => reader === 'owner'
const follows = (reader: ReaderName) => reader === 'follower'
const album = (_: Thing, kind: Kind, owner: Owner) => albumOf(owner, kind)
/** Shows what is the caller's own, and nothing of another person to anybody. */
const own = { inputs: () => [{}], parts: [], shows: () => false } as const

/** Every query that can show something of a person. One that is not here, and not `about nobody`, fails the test. */
export const roads: Record<string, Road> = {
  'users.profile': { inputs: ofProfile, parts: ['bio', 'link', 'top'] },
  'users.search': { inputs: ({ owner }) => [{ query: owner }], parts: ['bio'] },
  'follows.followers': { inputs: ofProfile, parts: [] },
  'follows.following': { inputs: ofProfile, parts: [] },
  'logs.reviews': { inputs: each(album), parts: ['album', 'review', 'tag'] },
  'logs.listens': {
    inputs: each((_, kind, owner) => ({ ...albumOf(owner, kind), nickname: owner })),
    parts: ['review', 'tag'],
  },
  'logs.listened': { inputs: ofProfile, parts: ['album', 'tag'] },
  'logs.diary': { inputs: ofProfile, parts: ['album', 'tag'] },
  'logs.reviewsBy': { inputs: ofProfile, parts: ['album', 'review', 'tag'] },
  'tags.list': { inputs: ofProfile, parts: ['tag'] },
  'tags.listenings': {
    inputs: each((_, kind, owner) => ({ nickname: owner, tag: word({ owner, kind, part: 'tag' }) })),
    parts: ['tag', 'album'],
  },
  'favorites.of': { inputs: ofProfile, parts: [] },
  'activity.feed': {
    inputs: () => [{}],
    parts: ['album', 'review', 'tag'],
    shows: (reader, canary) => follows(reader) && isFor(reader, canary),
  },
  'lists.search': { inputs: ({ owner }) => [{ query: owner }], parts: ['list', 'album'] },
  'lists.random': { inputs: () => [undefined], parts: ['list', 'album'], isSample: true },
  'lists.get': { inputs: each(({ list }) => ({ id: list })), parts: ['list'] },
  'lists.albums': { inputs: each(({ list }) => ({ id: list })), parts: ['album', 'note'] },
  'lists.of': { inputs: ofProfile, parts: ['list', 'album'] },
  'lists.progress': { inputs: each(({ list }) => ({ id: list })), parts: [] },
  'lists.draft': {
    inputs: each(({ list }) => ({ id: list })),
    parts: ['list', 'album', 'note'],
    shows: isOwn,
  },
  'lists.mine': { inputs: each(album), parts: ['list', 'album'], shows: isOwn },
  'comments.list': {
    inputs: each(({ log }) => ({ thread: { review: log } })),
    parts: ['comment', 'reply'],
  },
  'spotify.stats': { inputs: ofProfile, parts: [] },
  'listenLater.list': { ...own, parts: ['later'], shows: isOwn },
  'logs.mine': { inputs: each(album), parts: ['review', 'tag'], shows: isOwn },
}

/** Queries that answer with the catalogue, numbers that are the same for all, or what is the caller's own. */
export const aboutNobody = [
  'catalog.search',
  'catalog.popular',
  'catalog.album',
  'catalog.searchArtists',
  'catalog.popularArtists',
  'catalog.artist',
  'catalog.artistPicture',
  'auth.me',
  'auth.invitation',
  'auth.options',
  'auth.means',
  'auth.sessions',
  'auth.email',
  'passkeys.mine',
  'logs.ratings',
  'logs.holdings',
  'logs.states',
  'logs.stats',
  'visibility.mine',
  'follows.requests',
  'people.blockedAndMuted',
  'people.muted',
  // Moderators alone call them, and their snapshots are of what somebody saw (tests/moderation).
  'moderation.audit',
  'moderation.count',
  'moderation.get',
  'moderation.own',
  'moderation.reports',
  'tags.suggest',
  'tags.renaming',
  'spotify.available',
  'spotify.status',
  'spotify.playlist',
  'imports.list',
  'imports.get',
  'imports.rows',
  'imports.proposals',
  'notifications.list',
  'notifications.muted',
  'notifications.settings',
  'notifications.suggest',
  'notifications.unread',
]
