import { randomUUID } from 'node:crypto'
import type { Thread } from '../../shared/comments.ts'
import type { Person } from '../harness/client.ts'
import type { Canary, Kind, Owner, Part, ReaderName, Thing, World } from './world.ts'
import { albumOf, isFor, kinds, word } from './world.ts'

/** The subject of a request: everything of one owner. */
type About = { owner: Owner; things: World['things'][Owner] }

/** A procedure that can show other users' data. */
export type Road = {
  /** inputs that can show something */
  inputs: (about: About) => unknown[]
  /** the parts of canaries that it returns at all */
  parts: readonly Part[]
  /** the canaries that it returns of these; by default those that the reader can see */
  shows?: (reader: ReaderName, canary: Canary) => boolean
  /** it need not return all of them at once */
  isSample?: true
}

const each =
  (input: (thing: Thing, kind: (typeof kinds)[number], owner: Owner) => unknown) => (about: About) =>
    kinds.map((kind) => input(about.things[kind], kind, about.owner))
const ofProfile = ({ owner }: About) => [{ nickname: owner }]
const isOwn = (reader: ReaderName) => reader === 'owner'
const follows = (reader: ReaderName) => reader === 'follower'
const album = (_: Thing, kind: Kind, owner: Owner) => albumOf(owner, kind)
/** Only returns the caller's own data. */
const own = { inputs: () => [{}], parts: [], shows: () => false } as const

/** All queries that can show a user's data. A query that is neither here nor in `aboutNobody` fails the test. */
export const roads: Record<string, Road> = {
  'users.profile': { inputs: ofProfile, parts: ['bio', 'link', 'top'] },
  'users.taste': { inputs: ofProfile, parts: [] },
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
  // Compared with what each reader can see in tests/stats.
  'stats.of': { inputs: ofProfile, parts: ['album'], isSample: true },
  'stats.year': {
    inputs: ({ owner }) => [{ nickname: owner, year: new Date().getUTCFullYear() }],
    parts: ['album'],
  },
  'tags.list': { inputs: ofProfile, parts: ['tag'] },
  'tags.listenings': {
    inputs: each((_, kind, owner) => ({ nickname: owner, tag: word({ owner, kind, part: 'tag' }) })),
    parts: ['tag', 'album'],
  },
  'favorites.of': { inputs: ofProfile, parts: ['heart'] },
  'activity.feed': {
    inputs: () => [{}],
    parts: ['album', 'review', 'tag'],
    shows: (reader, canary) => follows(reader) && isFor(reader, canary),
  },
  'activity.newest': {
    inputs: () => [undefined],
    parts: ['album', 'review', 'tag'],
    shows: (reader, canary) => follows(reader) && isFor(reader, canary),
    isSample: true,
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
    parts: ['comment', 'reply', 'hushed', 'silenced'],
  },
  // Names only: compared with those of a missing thread in the matrix, and in tests/notifications.
  'notifications.suggest': {
    inputs: each(({ log }) => ({ query: '', thread: { review: log } })),
    parts: [],
  },
  'spotify.stats': { inputs: ofProfile, parts: [] },
  'listenLater.first': { inputs: () => [undefined], parts: ['later'], shows: isOwn },
  'listenLater.list': { ...own, parts: ['later'], shows: isOwn },
  'plays.mine': { ...own, parts: ['played'], shows: isOwn },
  'plays.of': { inputs: ofProfile, parts: ['played'] },
  'plays.nowPlaying': { inputs: ofProfile, parts: ['playing'] },
  'plays.playing': { inputs: ofProfile, parts: ['playing'] },
  'logs.mine': { inputs: each(album), parts: ['review', 'tag'], shows: isOwn },
}

/** A subscription that can send other users' data. */
export type Stream = {
  input: (about: Of) => unknown
  /** lets the owner do something that emits an event with this text */
  act: (author: Person, about: Of, text: string) => Promise<unknown>
  /** who receives it; by default those who can see the thing */
  hears?: (reader: ReaderName, canary: Canary) => boolean
}
export type Of = { owner: Owner; kind: Kind; thing: Thing }

const write: Stream['act'] = ({ client }, { owner, kind, thing }, review) =>
  client.logs.save.mutate({ ...albumOf(owner, kind), id: thing.log, review })
const say =
  (thread: (thing: Thing) => Thread): Stream['act'] =>
  ({ client }, { thing }, text) =>
    client.comments.add.mutate({ thread: thread(thing), text, submission: randomUUID() })
const talk = (thread: (thing: Thing) => Thread): Stream => ({
  input: ({ thing }) => ({ thread: thread(thing) }),
  act: say(thread),
})

/** All subscriptions that can send a user's data. One that is neither here nor in the sets below fails the test. */
export const streams: Record<string, Stream> = {
  'activity.live': {
    input: () => ({}),
    act: write,
    hears: (reader, canary) => follows(reader) && isFor(reader, canary),
  },
  'logs.liveReviews': { input: ({ owner, kind }) => albumOf(owner, kind), act: write },
  'lists.live': {
    input: ({ thing }) => ({ id: thing.list }),
    async act({ client }, { owner, kind, thing: { list: id } }, name) {
      const { version } = await client.lists.get.query({ id })
      await client.lists.save.mutate({ id, version, name, albums: [albumOf(owner, kind)] })
    },
  },
  'comments.live': talk(({ log }) => ({ review: log })),
  'comments.live of a list': talk(({ list }) => ({ list })),
}

/** Event streams of the API about the reader's own data: they never send a text of others. */
export const ownApiStreams: Record<string, Stream> = {
  'notifications.live': { input: () => ({}), act: say(({ log }) => ({ review: log })), hears: () => false },
}

/** Subscriptions about the user's own data, or about reports for moderators. */
export const aboutOneself = [
  'follows.liveRequests',
  'imports.live',
  'listenLater.live',
  'logs.live',
  'moderation.live',
  'notifications.live',
  'plays.live',
  'spotify.live',
  'suggestions.live',
]

/** Subscriptions that send nothing of any user: what the catalogue knows of an album is the same for everybody. */
export const publicStreams = [
  'catalog.live',
  // Says only that something changed, and that only to those who can see it: tests/plays/playing.test.ts.
  'plays.livePlaying',
]

/** The reads of ListenBrainz' protocol, by the last segment of their address, and the canaries that they return. */
export const scrobbleReads: Record<string, readonly Part[]> = {
  listens: ['played'],
  // Returns a number only, which the test compares.
  'listen-count': [],
  'playing-now': ['playing'],
}

/** The routes besides tRPC, as in the sources, and where they are tested. */
export const routes: Record<string, string> = {
  "'/*'": 'pages: here',
  '`/preview/${folder}/:file`': 'pictures: here',
  "'/preview/year/:file'": 'what strangers see: tests/stats',
  "'/api'": 'the same for all',
  'paths.preview()': 'the same for all',
  OEMBED: 'what strangers see: here',
  SITEMAP: 'the same for all',
  "'/sitemap/:file'": 'what strangers see: here',
  SECURITY_TXT: 'the same for all',
  'pattern in feeds/routes.ts': 'feeds: here',
  'paths.exportZip()': 'what is its reader’s own: tests/account',
  'path in core/uploads.ts': 'uploads, named by those that call it',
  'path in account/routes.ts': 'an address of earlier versions that leads to the export',
  'path in plays/protocols/routes.ts': 'players: the reads are here, the others in tests/plays',
  'paths.coverFile()': 'what is its writer’s own: tests/catalog',
  "'/pictures/:hash/:file'": 'the same for all',
  'paths.avatarFile()': 'what is its writer’s own: tests/users',
  "'/pictures/:file'": 'the same for all: tests/users',
  'paths.importFile()': 'what is its writer’s own: tests/imports',
  "'/account/import/:id/rest.csv'": 'what is its writer’s own: tests/imports',
  "'/unsubscribe/:token'": 'by a sealed word of a mail: tests/notifications',
  '`/trpc/${path}`': 'procedures that take more: as the others',
  "'/auth/google'": 'leads away, the same for all: tests/auth',
  'paths.googleCallback()': 'of who comes back: tests/auth',
  "'/assets/:file'": 'the same for all',
  "'/robots.txt'": 'the same for all',
  'manifestPath(language)': 'the same for all',
  'paths.licenses()': 'the same for all',
  "'/metrics'": 'numbers of the whole, by a secret',
  "'/livez'": 'the same for all',
  "'/readyz'": 'the same for all',
}

/** Queries that return the catalogue, numbers that are the same for everybody, or the caller's own data. */
export const aboutNobody = [
  'catalog.known',
  'catalog.search',
  'catalog.popular',
  'catalog.browse',
  'catalog.genres',
  'catalog.album',
  'catalog.searchArtists',
  'catalog.popularArtists',
  'catalog.artist',
  'catalog.artistPicture',
  'albums.get',
  'sharing.find',
  'auth.me',
  'auth.account',
  'auth.invitation',
  'auth.options',
  'auth.means',
  'auth.sessions',
  'auth.email',
  'passkeys.mine',
  'tokens.mine',
  'push.key',
  'push.devices',
  'scrobbling.mine',
  'plays.prompts',
  'logs.ratings',
  'logs.holdings',
  'logs.states',
  'logs.stats',
  'visibility.mine',
  'visibility.settings',
  'follows.requests',
  'people.blockedAndMuted',
  'people.muted',
  // Only for moderators, and their snapshots are of content that a reporter saw (tests/moderation).
  'moderation.audit',
  'moderation.count',
  'moderation.get',
  'moderation.mergePreview',
  'moderation.own',
  'moderation.reports',
  // Only for administrators, who find everybody (tests/admin).
  'admin.backups',
  'admin.invitations',
  'admin.overview',
  'admin.people',
  'admin.person',
  'admin.recipients',
  'admin.settings',
  'admin.trail',
  'setup.state',
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
  // Compared with what each reader can see in tests/suggestions.
  'suggestions.people',
  'suggestions.arriving',
  'suggestions.albums',
  'suggestions.week',
  'notifications.unread',
]
