import { readPlace, readSegment, rowIdIn } from './address.ts'
import { readYear } from './days.ts'
import type { FirstTexts } from './texts.ts'
import type { PageTexts } from './texts/pageTexts.ts'

// All pages of the product. The web's router, links, prefetching and navigation, and the server's status codes, titles and
// first data use this table. Part of the first script: no zod, no React.

type Names<Path extends string> = Path extends `${infer Start}/${infer Rest}`
  ? Names<Start> | Names<Rest>
  : Path extends `:${infer Name}`
    ? Name
    : never

type Page<Path extends string, Query> = {
  /** segments; one that begins with a colon is a parameter */
  path: Path
  /** its title, if it is constant and not just the product's name */
  title?: (texts: FirstTexts) => string
  /** the group of texts that only this page and few others use */
  texts?: keyof PageTexts
  /** the tRPC query that the page shows; the browser prefetches it, and the server embeds its result */
  query?: (params: Record<Names<Path>, string>, search: URLSearchParams) => Query
  /** search engines can index it: it is the same for everybody */
  isIndexed?: true
  /** rendered on the server, too; not set for forms */
  isRendered?: true
  /** can be stored on the device for use offline; not set for forms, nor for pages with a secret in their URL */
  isKept?: true
  section?: 'activity' | 'lists' | 'albums' | 'artists'
  /** in the navigation only for signed-in users */
  isPersonal?: true
  /** everybody except moderators gets the response for an unknown path */
  isForModerators?: true
  /** everybody except administrators gets the response for an unknown path */
  isForAdmins?: true
  /** the response for an unknown path once there is an administrator, except to administrators until the setup is finished */
  isForSetup?: true
}

const page = <Path extends string, Query = null>(path: Path, rest: Omit<Page<Path, Query>, 'path'>) => ({
  ...rest,
  path,
})

const publicPage = { isIndexed: true, isRendered: true, isKept: true } as const

/** In the order in which they are matched and shown in the navigation. */
export const pages = {
  home: page('/', {
    ...publicPage,
    query: () => ['catalog.popular', { page: 1, chart: 'trending' }] as const,
  }),
  activity: page('/activity', {
    title: (texts) => texts.activity.title,
    query: () => ['activity.feed', {}, 'infinite'] as const,
    isRendered: true,
    isKept: true,
    section: 'activity',
    isPersonal: true,
  }),
  lists: page('/lists', {
    ...publicPage,
    title: (texts) => texts.lists.title,
    query: (_, search) => ['lists.search', { query: (search.get('q') ?? '').trim() }, 'infinite'] as const,
    section: 'lists',
  }),
  createList: page('/lists/create', { title: (texts) => texts.lists.create, section: 'lists' }),
  list: page('/list/:id', {
    ...publicPage,
    query(params) {
      const id = rowIdIn(params.id)
      return id === null ? null : (['lists.get', { id }] as const)
    },
    section: 'lists',
  }),
  editList: page('/list/:id/edit', { title: (texts) => texts.lists.edit, section: 'lists' }),
  albums: page('/albums', {
    ...publicPage,
    title: (texts) => texts.catalog.albums,
    query(_, search) {
      const { query, page } = readPlace(search)
      return query === ''
        ? (['catalog.popular', { page }] as const)
        : (['catalog.search', { query, page }] as const)
    },
    section: 'albums',
  }),
  addAlbum: page('/albums/add', {
    title: (texts) => texts.albums.add,
    texts: 'pictures',
    section: 'albums',
  }),
  album: page('/album/:artist/:album', {
    ...publicPage,
    query: (params) => ['catalog.album', params] as const,
    section: 'albums',
  }),
  editAlbum: page('/album/:artist/:album/edit', {
    title: (texts) => texts.albums.edit,
    texts: 'pictures',
    section: 'albums',
  }),
  artists: page('/artists', {
    ...publicPage,
    title: (texts) => texts.catalog.artists,
    query(_, search) {
      const { query, page } = readPlace(search)
      return query === ''
        ? (['catalog.popularArtists', { page }] as const)
        : (['catalog.searchArtists', { query, page }] as const)
    },
    section: 'artists',
  }),
  artist: page('/artist/:artist', {
    ...publicPage,
    query: (params) => ['catalog.artist', params] as const,
    section: 'artists',
  }),
  /** what another app shares with the installed one */
  share: page('/share', { title: (texts) => texts.sharing.reading }),
  search: page('/search', { title: (texts) => texts.catalog.search, isKept: true }),
  listenLater: page('/listen-later', {
    title: (texts) => texts.listenLater.title,
    query: () => ['listenLater.list', {}, 'infinite'] as const,
    isRendered: true,
    isKept: true,
  }),
  plays: page('/plays', { texts: 'listening' }),
  notifications: page('/notifications', { title: (texts) => texts.notifications.title }),
  import: page('/import', { title: (texts) => texts.layout.import, texts: 'imports' }),
  welcome: page('/welcome', { texts: 'arriving' }),
  welcomeStep: page('/welcome/:step', { texts: 'arriving' }),
  requests: page('/requests', { title: (texts) => texts.follows.requests }),
  ownProfile: page('/profile', { title: (texts) => texts.users.mine }),
  editProfile: page('/profile/edit', {}),
  settings: page('/settings', { title: (texts) => texts.settings.title }),
  accountSettings: page('/settings/account', {
    title: (texts) => texts.settings.account,
    texts: 'accountSettings',
  }),
  privacySettings: page('/settings/privacy', {
    title: (texts) => texts.settings.privacy,
    texts: 'arriving',
  }),
  notificationSettings: page('/settings/notifications', {
    title: (texts) => texts.notifications.title,
    texts: 'push',
  }),
  connectionSettings: page('/settings/connections', {
    title: (texts) => texts.settings.connections,
    texts: 'connections',
  }),
  dataSettings: page('/settings/data', { title: (texts) => texts.account.data, texts: 'accountSettings' }),
  profile: page('/profile/:nickname', {
    ...publicPage,
    query: ({ nickname }) => ['users.profile', { nickname: nickname.trim().toLowerCase() }] as const,
  }),
  stats: page('/profile/:nickname/stats', {
    ...publicPage,
    texts: 'stats',
    query: ({ nickname }) => ['stats.of', { nickname: nickname.trim().toLowerCase() }] as const,
  }),
  tags: page('/profile/:nickname/tags', {
    isRendered: true,
    isKept: true,
    query: ({ nickname }) => ['tags.list', { nickname: nickname.trim().toLowerCase() }, 'infinite'] as const,
  }),
  tag: page('/profile/:nickname/tags/:tag', {
    isRendered: true,
    isKept: true,
    query: ({ nickname, tag }) =>
      ['tags.listenings', { nickname: nickname.trim().toLowerCase(), tag }, 'infinite'] as const,
  }),
  /** after the other pages of a profile, whose names are no years */
  year: page('/profile/:nickname/:year', {
    ...publicPage,
    texts: 'stats',
    query: ({ nickname, year }) =>
      readYear(year) === null
        ? null
        : (['stats.year', { nickname: nickname.trim().toLowerCase(), year: Number(year) }] as const),
  }),
  moderation: page('/moderation', {
    title: (texts) => texts.layout.moderation,
    texts: 'moderation',
    isForModerators: true,
  }),
  moderationAudit: page('/moderation/audit', {
    title: (texts) => texts.layout.moderationAudit,
    texts: 'moderation',
    isForModerators: true,
  }),
  admin: page('/admin', { texts: 'admin', isForAdmins: true }),
  adminPart: page('/admin/:part', { texts: 'admin', isForAdmins: true }),
  adminPerson: page('/admin/people/:nickname', { texts: 'admin', isForAdmins: true }),
  setup: page('/setup', { texts: 'admin', isForSetup: true }),
  login: page('/login', {}),
  register: page('/register', {}),
  forgotPassword: page('/forgot', { title: (texts) => texts.auth.forgotPassword }),
  resetPassword: page('/reset', {}),
  keptPasskeys: page('/passkeys', { title: (texts) => texts.passkeys.title }),
  confirmEmail: page('/confirm', { title: (texts) => texts.account.email, texts: 'accountSettings' }),
  spotifyCallback: page('/spotify/callback', { texts: 'spotify' }),
}

export type PageName = keyof typeof pages
export type PageParams<Name extends PageName> = Record<Names<(typeof pages)[Name]['path']>, string>
/** 'infinite' if the page loads further pages */
export type PageQuery<Name extends PageName = PageName> = ReturnType<
  NonNullable<(typeof pages)[Name]['query']>
>
export type PageMatch = {
  [Name in PageName]: { name: Name; params: PageParams<Name> }
}[PageName]

/** Takes the path still encoded; ignores case and a trailing slash. */
export function matchPage(pathname: string): PageMatch | null {
  const segments = pathname
    .replace(/^\/|\/$/g, '')
    .split('/')
    .map(readSegment)
  for (const [name, { path }] of Object.entries(pages)) {
    const params = paramsIn(path.slice(1).split('/'), segments)
    if (params) return { name, params } as PageMatch
  }
  return null
}

function paramsIn(parts: string[], segments: string[]): Record<string, string> | null {
  if (parts.length !== segments.length) return null
  const params: Record<string, string> = {}
  for (const [index, part] of parts.entries()) {
    const segment = segments[index]!
    if (part.startsWith(':') && segment !== '') params[part.slice(1)] = segment
    else if (part !== segment.toLowerCase()) return null
  }
  return params
}

/**
 * Routes of the server that are not pages, by the first segment of their path. Users open some of them (sign-in with Google, a
 * download) and get a page if nothing is found; only programs request the others.
 */
const endpoints = {
  '.well-known': 'programs',
  '1': 'programs',
  account: 'people',
  api: 'people',
  auth: 'people',
  assets: 'programs',
  lastfm: 'programs',
  'licenses.txt': 'people',
  listenbrainz: 'programs',
  livez: 'programs',
  metrics: 'programs',
  oembed: 'programs',
  pictures: 'programs',
  preview: 'programs',
  readyz: 'programs',
  'robots.txt': 'programs',
  sitemap: 'programs',
  'sitemap.xml': 'programs',
  trpc: 'programs',
  unsubscribe: 'people',
} as const

export const endpointNames = Object.keys(endpoints)

export function endpointAt(url: string): 'people' | 'programs' | undefined {
  const [, first = ''] = url.split(/[/?]/)
  return Object.hasOwn(endpoints, first) ? endpoints[first as keyof typeof endpoints] : undefined
}
