import { readPlace, rowIdIn } from '../../../shared/address.ts'
import { readAdminPart } from '../../../shared/adminParts.ts'
import { isChoice, readAlbumChoice, readShelfChoice } from '../../../shared/albumChoice.ts'
import { albumKey } from '../../../shared/albumKey.ts'
import { listPlace, readListPlace } from '../../../shared/listPlace.ts'
import {
  pages,
  type PageMatch,
  type PageName,
  type PageParams,
  type PageQuery,
} from '../../../shared/pages.ts'
import { paths } from '../../../shared/paths.ts'
import { welcomeSteps } from '../../../shared/welcome.ts'
import { NOBODY, shownLogs } from '../../access/visibleTo.ts'
import {
  arePopularAlbumsKnown,
  arePopularArtistsKnown,
  isAlbumKnown,
  isArtistKnown,
} from '../../catalog/known.ts'
import { findPageNames } from '../../catalog/queries.ts'
import type { Context } from '../../core/trpc.ts'
import { isListShown } from '../../lists/read/queries.ts'
import { readShownReviews } from '../../logs/read/view.ts'
import {
  albumCard,
  artistCard,
  listCard,
  pageCard,
  plainCard,
  profileCard,
  reviewCard,
  statsCard,
  yearCard,
  type Card,
} from '../../sharing/cards.ts'
import { findYear } from '../../sharing/years.ts'
import { findPerson } from '../../users/queries.ts'
import { Moved, NotThere, type Queries } from './firstData.ts'

type PageRequest<Name extends PageName> = Queries & {
  name: Name
  context: Context
  params: PageParams<Name>
  search: URLSearchParams
  query: PageQuery<Name>
}

type Loader<Name extends PageName> = (request: PageRequest<Name>) => Promise<Card> | Card

type WithQuery = { [Name in PageName]: PageQuery<Name> extends null ? never : Name }[PageName]

const loaders: { [Name in WithQuery]: Loader<Name> } & { [Name in PageName]?: Loader<Name> } = {
  home: loadHome,
  activity: loadForViewer,
  lists: loadLists,
  list: loadList,
  albums: loadAlbums,
  album: loadAlbum,
  artists: loadArtists,
  artist: loadArtist,
  listenLater: loadForViewer,
  welcome: loadWelcome,
  welcomeStep: loadWelcomeStep,
  profile: loadProfile,
  stats: loadStats,
  year: loadYear,
  tags: loadTags,
  tag: loadTag,
  admin: loadAdmin,
  setup: loadSetup,
  adminPart: loadAdminPart,
  adminPerson: loadAdminPerson,
  login: loadSignIn,
  register: loadSignIn,
  forgotPassword: loadSignIn,
}

export type Loading = { context: Context; search: URLSearchParams; queries: Queries }

/** @throws NotThere if the thing that the page shows does not exist; Moved */
export async function loadPage(
  { name, params }: PageMatch,
  { context, search, queries }: Loading,
): Promise<Card> {
  const { query, isIndexed } = pages[name]
  // A match and its loader belong to the same page, so their parameters fit; the compiler cannot follow that.
  const load = (loaders[name] ?? loadCard) as Loader<PageName>
  const requested = query?.(params as never, search) ?? null
  const card = await load({ ...queries, name, context, params, search, query: requested } as never)
  return isIndexed ? card : { ...card, path: null }
}

function loadCard({ context, name }: PageRequest<PageName>): Card {
  return pageCard(context.texts(), name)
}

function loadHome({ context, query, fetch, onlyIf }: PageRequest<'home'>): Card {
  if (context.viewer) {
    void fetch('activity.newest', undefined)
    void fetch('plays.prompts', undefined)
    void fetch('listenLater.first', undefined)
    void fetch('suggestions.people', undefined)
    void fetch('suggestions.albums', undefined)
  }
  void fetch('lists.random', undefined)
  void onlyIf(arePopularAlbumsKnown(context.deps), () => fetch(...query))
  return pageCard(context.texts(), 'home')
}

function loadAlbums({ context, search, query, fetch, onlyIf }: PageRequest<'albums'>): Card {
  const texts = context.texts()
  const choice = readAlbumChoice(search)
  const { query: words, page } = readPlace(search)
  if (words === '') void fetch('catalog.genres', { genre: choice.genre ?? null })
  if (words === '' && isChoice(choice)) void fetch('catalog.browse', { ...choice, page })
  else if (words === '' && page === 1) void onlyIf(arePopularAlbumsKnown(context.deps), () => fetch(...query))
  return pageCard(texts, 'albums', texts.sharing.albums)
}

function loadArtists({ context, search, query, fetch, onlyIf }: PageRequest<'artists'>): Card {
  const texts = context.texts()
  if (search.size === 0) void onlyIf(arePopularArtistsKnown(context.deps), () => fetch(...query))
  return pageCard(texts, 'artists', texts.sharing.artists)
}

function loadLists({ context, search, query, fetch }: PageRequest<'lists'>): Card {
  const texts = context.texts()
  if (search.size === 0) void fetch(...query)
  return pageCard(texts, 'lists', texts.sharing.lists)
}

async function loadAlbum(request: PageRequest<'album'>): Promise<Card> {
  const { context, params, search, query, fetch, onlyIf } = request
  const names = await request.inTime(findPageNames(context.deps, params))
  if (names) throw new Moved(paths.album({ artist: names.artist, name: names.album }))
  const review = findReview(request)
  const albumData = await onlyIf(isAlbumKnown(context.deps, params), () => fetch(...query))
  // The page's next queries use the album's canonical names.
  const ref = albumData ? { artist: albumData.artist, album: albumData.name } : params
  const first = rowIdIn(search.get('review')) ?? undefined
  const stats = fetch('logs.stats', ref).catch(() => null)
  void fetch('logs.reviews', { ...ref, sort: 'newest', first }, 'infinite')
  // A viewer without an opinion of the album has no listenings to read.
  if (context.viewer)
    void fetch('logs.mine', ref).then((opinion) => {
      if (opinion?.listens) void fetch('logs.listens', ref, 'infinite')
      return opinion
    })
  return (await review) ?? albumCard(context.texts(), ref, albumData, await stats)
}

async function findReview({ context, params, search, inTime }: PageRequest<'album'>): Promise<Card | null> {
  const id = rowIdIn(search.get('review'))
  if (id === null) return null
  const [review] =
    (await inTime(readShownReviews(context.deps.db, context.viewer, [id]).catch(() => []))) ?? []
  const isOfAlbum =
    review && albumKey({ artist: review.album.artist, album: review.album.name }) === albumKey(params)
  if (!isOfAlbum) return null
  const card = reviewCard(context.texts(), review)
  const isForEveryone =
    !context.viewer || (await shownLogs(context.deps.db, { ids: [id], viewerId: NOBODY })).length > 0
  return isForEveryone ? card : { ...card, path: null }
}

async function loadArtist({ context, params, query, fetch, onlyIf }: PageRequest<'artist'>): Promise<Card> {
  const artistData = await onlyIf(isArtistKnown(context.deps, params), () => fetch(...query))
  return artistCard(context.texts(), artistData?.name ?? params.artist, artistData)
}

async function loadList({ context, search, query, fetch, inTime }: PageRequest<'list'>): Promise<Card> {
  if (!query) throw new NotThere()
  const [, { id }] = query
  const list = fetch(...query)
  const { show = 'all', sort = 'order' } = readListPlace(search)
  // Same input as on the page: visitors have no listenings to filter by.
  const albums = fetch(
    'lists.albums',
    { id, ...listPlace(context.viewer ? show : 'all', sort) },
    'infinite',
  ).catch(() => null)
  if (context.viewer) void fetch('lists.progress', { id })
  void fetch('comments.list', { thread: { list: id } }, 'infinite')
  const texts = context.texts()
  const listData = await list
  if (!listData) return { ...pageCard(texts, 'lists'), path: paths.list(id) }
  // The viewer can see more than everybody: a list of a private account, or their own that a moderator has hidden.
  const isShown = () => inTime(isListShown(context.deps, null, id).catch(() => false))
  const isForEveryone = listData.visibility === 'everyone' && (!context.viewer || (await isShown()) === true)
  return listCard(texts, listData, { albums: (await albums)?.items ?? [], isForEveryone })
}

async function loadProfile({ context, search, query, fetch }: PageRequest<'profile'>): Promise<Card> {
  const [, { nickname }] = query
  // The browser redirects from there to the viewer's own profile.
  if (nickname === '') return { ...pageCard(context.texts(), 'ownProfile'), path: null }
  const profile = fetch(...query)
  void fetch('spotify.stats', { nickname })
  const isOwn = context.viewer?.view.nickname === nickname
  if (context.viewer && !isOwn) void fetch('users.taste', { nickname })
  if (isOwn) {
    void fetch('spotify.status', undefined)
    void fetch('spotify.available', undefined)
  }
  const tab = search.get('tab')
  if (tab === 'listened') void fetch('logs.listened', { nickname, ...readShelfChoice(search) }, 'infinite')
  else if (tab === 'reviews') void fetch('logs.reviewsBy', { nickname }, 'infinite')
  else if (tab === 'diary') void fetch('logs.diary', { nickname }, 'infinite')
  else if (tab === 'lists') void fetch('lists.of', { nickname }, 'infinite')
  else void fetch('favorites.of', { nickname, ...readShelfChoice(search) }, 'infinite')
  // Until it is known, the account can be private.
  const shell = { nickname, bio: null, avatar: null, isPrivate: true }
  return profileCard(context.texts(), (await profile) ?? shell)
}

async function loadStats({ context, query, fetch }: PageRequest<'stats'>): Promise<Card> {
  const [, { nickname }] = query
  // Both are waited for: the numbers stand in the page.
  const [profile] = await Promise.all([fetch('users.profile', { nickname }), fetch(...query)])
  return statsCard(context.texts(), profile ?? { nickname, isPrivate: true })
}

async function loadYear({ context, query, fetch, inTime }: PageRequest<'year'>): Promise<Card> {
  if (!query) throw new NotThere()
  const [, { nickname, year }] = query
  await fetch(...query)
  const shown = await inTime(findYear(context.deps, nickname, year).catch(() => null))
  return yearCard(context.texts(), { nickname, year }, shown)
}

async function loadTags({ context, params, query, fetch }: PageRequest<'tags'>): Promise<Card> {
  await fetch(...query)
  const texts = context.texts()
  return plainCard(texts, texts.tags.titleOf(params.nickname))
}

async function loadTag({ context, params, query, fetch }: PageRequest<'tag'>): Promise<Card> {
  const page = await fetch(...query)
  const texts = context.texts()
  return plainCard(texts, texts.tags.tagOf(page?.tag.name ?? params.tag, params.nickname))
}

function loadAdmin({ context }: PageRequest<'admin'>): Card {
  const texts = context.texts()
  return plainCard(texts, texts.admin.parts.overview)
}

function loadAdminPart({ context, params }: PageRequest<'adminPart'>): Card {
  const texts = context.texts()
  const part = readAdminPart(params.part)
  if (!part) throw new NotThere()
  return plainCard(texts, texts.admin.parts[part])
}

async function loadAdminPerson({ context, params }: PageRequest<'adminPerson'>): Promise<Card> {
  const nickname = params.nickname.trim().toLowerCase()
  if ((await findPerson(context.deps, nickname)) === null) throw new NotThere()
  return plainCard(context.texts(), nickname)
}

function loadSetup({ context }: PageRequest<'setup'>): Card {
  const texts = context.texts()
  return plainCard(texts, texts.admin.setup.title)
}

function loadForViewer({ context, name, query, fetch }: PageRequest<'activity' | 'listenLater'>): Card {
  if (context.viewer) void fetch(...query)
  return pageCard(context.texts(), name)
}

function loadWelcome({ context, name, fetch }: PageRequest<'welcome'>): Card {
  if (context.viewer) void fetch('auth.means', undefined)
  return pageCard(context.texts(), name)
}

function loadWelcomeStep({ context, name, params: { step } }: PageRequest<'welcomeStep'>): Card {
  if (!welcomeSteps.some((known) => known === step)) throw new NotThere()
  return pageCard(context.texts(), name)
}

function loadSignIn({
  context,
  name,
  search,
  fetch,
}: PageRequest<'login' | 'register' | 'forgotPassword'>): Card {
  void fetch('auth.options', undefined)
  const code = search.get('invite')
  if (name === 'register' && code !== null && context.deps.settings.REGISTRATION === 'invite')
    void fetch('auth.invitation', { code })
  return pageCard(context.texts(), name)
}
