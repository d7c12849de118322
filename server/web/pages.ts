import { albumKey } from '../../shared/albumKey.ts'
import { paths, rowIdIn } from '../../shared/paths.ts'
import {
  arePopularAlbumsKnown,
  arePopularArtistsKnown,
  isAlbumKnown,
  isArtistKnown,
} from '../catalog/known.ts'
import { readReviews } from '../logs/view.ts'
import {
  albumCard,
  artistCard,
  listCard,
  pageCard,
  profileCard,
  reviewCard,
  type Card,
} from '../sharing/cards.ts'
import { Missing, type Visit } from './visit.ts'

/** A route of web/pages.ts. */
export type Page = {
  path: string
  /** the file of web/ that draws it, null where the frame itself does */
  file: string | null
  /** it is drawn by the server as well, with what it brings along */
  drawn?: true
  /** asks what the page asks first, and says what it is; throws `Missing` */
  open: (visit: Visit) => Promise<Card> | Card
}

const ownPage =
  (name: (texts: ReturnType<Visit['context']['texts']>) => string | null) =>
  ({ context }: Visit) => {
    const texts = context.texts()
    return pageCard(texts, name(texts), null)
  }

/** Every page of the product in the order of web/pages.ts: the first that fits is meant. */
export const pages: Page[] = [
  { path: '/', file: 'home/HomePage.tsx', drawn: true, open: openHome },
  { path: '/albums', file: 'catalog/AlbumsPage.tsx', drawn: true, open: openAlbums },
  { path: '/album/:artist/:album', file: 'catalog/AlbumPage.tsx', drawn: true, open: openAlbum },
  { path: '/artists', file: 'catalog/ArtistsPage.tsx', drawn: true, open: openArtists },
  { path: '/artist/:artist', file: 'catalog/ArtistPage.tsx', drawn: true, open: openArtist },
  { path: '/search', file: 'catalog/SearchPage.tsx', open: ownPage((texts) => texts.catalog.search) },
  { path: '/lists', file: 'lists/ListsPage.tsx', drawn: true, open: openLists },
  { path: '/lists/create', file: 'lists/CreateListPage.tsx', open: ownPage((texts) => texts.lists.create) },
  { path: '/list/:id', file: 'lists/ListPage.tsx', drawn: true, open: openList },
  { path: '/list/:id/edit', file: 'lists/EditListPage.tsx', open: ownPage((texts) => texts.lists.edit) },
  { path: '/activity', file: 'activity/ActivityPage.tsx', drawn: true, open: openActivity },
  { path: '/profile', file: null, open: ownPage((texts) => texts.users.mine) },
  { path: '/profile/edit', file: 'users/EditProfilePage.tsx', open: ownPage(() => null) },
  { path: '/profile/:nickname', file: 'users/ProfilePage.tsx', drawn: true, open: openProfile },
  { path: '/login', file: 'auth/LoginPage.tsx', open: openSignIn },
  { path: '/register', file: 'auth/RegisterPage.tsx', open: openSignIn },
  { path: '/reset', file: 'auth/ResetPage.tsx', open: ownPage(() => null) },
  { path: '/spotify/callback', file: 'spotify/CallbackPage.tsx', open: ownPage(() => null) },
]

/** The page at an address without one. */
export const noPage: Page = {
  path: '*',
  file: 'layout/NotFoundPage.tsx',
  open: () => {
    throw new Missing()
  },
}

/** The page that an address asks for; upper case and a slash at the end do not matter, as in the browser. */
export function pageAt(segments: string[]): Page {
  const fits = (part: string, segment: string) =>
    part.startsWith(':') ? segment !== '' : part === segment.toLowerCase()
  return (
    pages.find(({ path }) => {
      const parts = path.slice(1).split('/')
      return parts.length === segments.length && parts.every((part, index) => fits(part, segments[index]!))
    }) ?? noPage
  )
}

function openHome({ context, ask, onlyIf }: Visit): Card {
  void ask('lists', 'random', undefined)
  void onlyIf(arePopularAlbumsKnown(context.deps), () => ask('catalog', 'popular', { page: 1 }))
  return pageCard(context.texts(), null, paths.home())
}

function openAlbums({ context, query, ask, onlyIf }: Visit): Card {
  const texts = context.texts()
  if (query.size === 0)
    void onlyIf(arePopularAlbumsKnown(context.deps), () => ask('catalog', 'popular', { page: 1 }))
  return pageCard(texts, texts.catalog.albums, paths.albums(), texts.sharing.albums)
}

function openArtists({ context, query, ask, onlyIf }: Visit): Card {
  const texts = context.texts()
  if (query.size === 0)
    void onlyIf(arePopularArtistsKnown(context.deps), () => ask('catalog', 'popularArtists', { page: 1 }))
  return pageCard(texts, texts.catalog.artists, paths.artists(), texts.sharing.artists)
}

function openLists({ context, query, askPages }: Visit): Card {
  const texts = context.texts()
  if (query.size === 0) void askPages('lists', 'search', { query: '' })
  return pageCard(texts, texts.lists.title, paths.lists(), texts.sharing.lists)
}

async function openAlbum(visit: Visit): Promise<Card> {
  const { context, segments, query, ask, askPages, onlyIf } = visit
  const [, artist = '', album = ''] = segments
  const asked = { artist, album }
  const review = findReview(visit)
  const known = await onlyIf(isAlbumKnown(context.deps, asked), () => ask('catalog', 'album', asked))
  // What the page asks next, it asks under the album's own names.
  const ref = known ? { artist: known.artist, album: known.name } : asked
  void ask('logs', 'stats', ref)
  void askPages('logs', 'reviews', {
    ...ref,
    sort: 'newest',
    first: rowIdIn(query.get('review')) ?? undefined,
  })
  if (context.viewer) void ask('logs', 'mine', ref)
  return (await review) ?? albumCard(context.texts(), ref, known)
}

/** The review that the address of an album brings forward, if it is one of that album. */
async function findReview({
  context,
  query,
  inTime,
  segments: [, artist = '', album = ''],
}: Visit): Promise<Card | null> {
  const id = rowIdIn(query.get('review'))
  if (id === null) return null
  const [review] = (await inTime(readReviews(context.deps.db, [id]).catch(() => []))) ?? []
  const isOfAlbum =
    review &&
    albumKey({ artist: review.album.artist, album: review.album.name }) === albumKey({ artist, album })
  return isOfAlbum ? reviewCard(context.texts(), review) : null
}

async function openArtist({ context, segments: [, artist = ''], ask, onlyIf }: Visit): Promise<Card> {
  const known = await onlyIf(isArtistKnown(context.deps, { artist }), () =>
    ask('catalog', 'artist', { artist }),
  )
  return artistCard(context.texts(), known?.name ?? artist, known)
}

async function openList({ context, segments, ask, askPages }: Visit): Promise<Card> {
  const id = rowIdIn(segments[1])
  if (id === null) throw new Missing()
  const list = ask('lists', 'get', { id })
  void askPages('lists', 'albums', { id })
  void askPages('comments', 'list', { thread: { list: id } })
  const texts = context.texts()
  const found = await list
  return found ? listCard(texts, found) : pageCard(texts, texts.lists.title, paths.list(id))
}

async function openProfile({
  context,
  segments: [, segment = ''],
  query,
  ask,
  askPages,
}: Visit): Promise<Card> {
  const nickname = segment.trim().toLowerCase()
  // The browser leads on from there to one's own.
  if (nickname === '') return pageCard(context.texts(), context.texts().users.mine, null)
  const profile = ask('users', 'profile', { nickname })
  void ask('spotify', 'stats', { nickname })
  if (context.viewer?.view.nickname === nickname) {
    void ask('spotify', 'status', undefined)
    void ask('spotify', 'available', undefined)
  }
  const tab = query.get('tab')
  if (tab === 'listened') void askPages('logs', 'listened', { nickname })
  else if (tab === 'reviews') void askPages('logs', 'reviewsBy', { nickname })
  else if (tab === 'diary') void askPages('logs', 'diary', { nickname })
  else void askPages('favorites', 'of', { nickname })
  return profileCard(context.texts(), (await profile) ?? { nickname, bio: null })
}

function openActivity({ context, askPages }: Visit): Card {
  const texts = context.texts()
  if (context.viewer) void askPages('activity', 'feed', {})
  return pageCard(texts, texts.activity.title, null)
}

function openSignIn({ context, ask }: Visit): Card {
  void ask('auth', 'options', undefined)
  return pageCard(context.texts(), null, null)
}
