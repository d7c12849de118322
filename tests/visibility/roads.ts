import { randomUUID } from 'node:crypto'
import type { Thread } from '../../shared/comments.ts'
import type { Client, Person } from '../harness/client.ts'
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
  'favorites.of': { inputs: ofProfile, parts: ['heart'] },
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
    parts: ['comment', 'reply', 'hushed', 'silenced'],
  },
  'spotify.stats': { inputs: ofProfile, parts: [] },
  'listenLater.list': { ...own, parts: ['later'], shows: isOwn },
  'logs.mine': { inputs: each(album), parts: ['review', 'tag'], shows: isOwn },
}

/** A subscription that can tell of other people. */
export type Stream = {
  watch: (client: Client, about: Of, on: Handlers) => { unsubscribe: () => void }
  /** lets the owner do something that it tells, with this text */
  act: (author: Person, about: Of, text: string) => Promise<unknown>
  /** who hears it; by default who may see the thing */
  hears?: (reader: ReaderName, canary: Canary) => boolean
}
type Of = { owner: Owner; kind: Kind; thing: Thing }
type Handlers = { onData: (message: { data: unknown }) => void; onError: () => void }

const write: Stream['act'] = ({ client }, { owner, kind, thing }, review) =>
  client.logs.save.mutate({ ...albumOf(owner, kind), id: thing.log, review })
const say =
  (thread: (thing: Thing) => Thread): Stream['act'] =>
  ({ client }, { thing }, text) =>
    client.comments.add.mutate({ thread: thread(thing), text, submission: randomUUID() })
const talk = (thread: (thing: Thing) => Thread): Stream => ({
  watch: ({ comments }, { thing }, on) => comments.live.subscribe({ thread: thread(thing) }, on),
  act: say(thread),
})

/** Every subscription that can tell something of a person. One that is not here, and not `about oneself`, fails the test. */
export const streams: Record<string, Stream> = {
  'activity.live': {
    watch: ({ activity }, _, on) => activity.live.subscribe({}, on),
    act: write,
    hears: (reader, canary) => follows(reader) && isFor(reader, canary),
  },
  'logs.liveReviews': {
    watch: ({ logs }, { owner, kind }, on) => logs.liveReviews.subscribe(albumOf(owner, kind), on),
    act: write,
  },
  'lists.live': {
    watch: ({ lists }, { thing }, on) => lists.live.subscribe({ id: thing.list }, on),
    async act({ client }, { owner, kind, thing: { list: id } }, name) {
      const { version } = await client.lists.get.query({ id })
      await client.lists.save.mutate({ id, version, name, albums: [albumOf(owner, kind)] })
    },
  },
  'comments.live': talk(({ log }) => ({ review: log })),
  'comments.live of a list': talk(({ list }) => ({ list })),
}

/** Subscriptions that tell a person what is their own, or a moderator of reports. */
export const aboutOneself = [
  'follows.liveRequests',
  'imports.live',
  'listenLater.live',
  'logs.live',
  'moderation.live',
  'notifications.live',
  'spotify.live',
]

/** The routes beside tRPC's, as the sources write them, and where they are judged. */
export const routes: Record<string, string> = {
  "'/*'": 'pages: here',
  '`/preview/${folder}/:file`': 'pictures: here',
  'paths.preview()': 'the same for all',
  'paths.exportZip()': 'what is its reader’s own: tests/account',
  path: 'an address of earlier versions that leads to the export',
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
