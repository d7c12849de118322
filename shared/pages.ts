import { readPlace, readSegment, rowIdIn } from './address.ts'
import type { Texts } from './texts.ts'

// Every page of the product, declared once. The router, the links, the prefetch and the navigation of the web, the server's
// status, titles and first data are made of this table. It is part of the first script: no zod, no React.

type Names<Path extends string> = Path extends `${infer Start}/${infer Rest}`
  ? Names<Start> | Names<Rest>
  : Path extends `:${infer Name}`
    ? Name
    : never

type Page<Path extends string, Query> = {
  /** segments; one that begins with a colon is a parameter */
  path: Path
  /** its title, where this is always the same and not the product's name alone */
  title?: (texts: Texts) => string
  /** the query of tRPC that the page is about; the browser prefetches it, the server sends its answer along */
  query?: (params: Record<Names<Path>, string>, search: URLSearchParams) => Query
  /** search engines may index it: it shows the same to everybody */
  isIndexed?: true
  /** the server renders it as well; not so a form */
  isRendered?: true
  /** it may be kept on the device for a time offline; not so a form, nor what has a secret in its address */
  isKept?: true
  /** the link of the navigation that is marked on this page: the one to the page of that name */
  section?: 'activity' | 'lists' | 'albums' | 'artists'
  /** the navigation leads there only who is signed in */
  isPersonal?: true
  /** everybody except moderators gets the answer to an unknown path */
  isForModerators?: true
}

const page = <Path extends string, Query = null>(path: Path, rest: Omit<Page<Path, Query>, 'path'>) => ({
  ...rest,
  path,
})

/** A page that everybody sees alike. */
const open = { isIndexed: true, isRendered: true, isKept: true } as const

/** In the order in which they are matched and shown in the navigation. */
export const pages = {
  home: page('/', { ...open, query: () => ['catalog.popular', { page: 1 }] as const }),
  activity: page('/activity', {
    title: (texts) => texts.activity.title,
    query: () => ['activity.feed', {}, 'infinite'] as const,
    isRendered: true,
    isKept: true,
    section: 'activity',
    isPersonal: true,
  }),
  lists: page('/lists', {
    ...open,
    title: (texts) => texts.lists.title,
    query: (_, search) => ['lists.search', { query: (search.get('q') ?? '').trim() }, 'infinite'] as const,
    section: 'lists',
  }),
  createList: page('/lists/create', { title: (texts) => texts.lists.create, section: 'lists' }),
  list: page('/list/:id', {
    ...open,
    query(params) {
      const id = rowIdIn(params.id)
      return id === null ? null : (['lists.get', { id }] as const)
    },
    section: 'lists',
  }),
  editList: page('/list/:id/edit', { title: (texts) => texts.lists.edit, section: 'lists' }),
  albums: page('/albums', {
    ...open,
    title: (texts) => texts.catalog.albums,
    query(_, search) {
      const { query, page } = readPlace(search)
      return query === ''
        ? (['catalog.popular', { page }] as const)
        : (['catalog.search', { query, page }] as const)
    },
    section: 'albums',
  }),
  album: page('/album/:artist/:album', {
    ...open,
    query: (params) => ['catalog.album', params] as const,
    section: 'albums',
  }),
  artists: page('/artists', {
    ...open,
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
    ...open,
    query: (params) => ['catalog.artist', params] as const,
    section: 'artists',
  }),
  search: page('/search', { title: (texts) => texts.catalog.search, isKept: true }),
  listenLater: page('/listen-later', {
    title: (texts) => texts.listenLater.title,
    query: () => ['listenLater.list', {}, 'infinite'] as const,
    isRendered: true,
    isKept: true,
  }),
  notifications: page('/notifications', { title: (texts) => texts.notifications.title }),
  import: page('/import', { title: (texts) => texts.imports.title }),
  requests: page('/requests', { title: (texts) => texts.follows.requests }),
  ownProfile: page('/profile', { title: (texts) => texts.users.mine }),
  editProfile: page('/profile/edit', {}),
  profile: page('/profile/:nickname', {
    ...open,
    query: ({ nickname }) => ['users.profile', { nickname: nickname.trim().toLowerCase() }] as const,
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
  moderation: page('/moderation', { title: (texts) => texts.moderation.title, isForModerators: true }),
  moderationAudit: page('/moderation/audit', {
    title: (texts) => texts.moderation.audit,
    isForModerators: true,
  }),
  login: page('/login', {}),
  register: page('/register', {}),
  forgotPassword: page('/forgot', { title: (texts) => texts.auth.forgotPassword }),
  resetPassword: page('/reset', {}),
  keptPasskeys: page('/passkeys', { title: (texts) => texts.passkeys.title }),
  confirmEmail: page('/confirm', { title: (texts) => texts.account.email }),
  spotifyCallback: page('/spotify/callback', {}),
}

export type PageName = keyof typeof pages
export type PageParams<Name extends PageName> = Record<Names<(typeof pages)[Name]['path']>, string>
/** What a page is about: a procedure, its input, and 'infinite' where the page reads on from there; null for nothing. */
export type PageQuery<Name extends PageName = PageName> = ReturnType<
  NonNullable<(typeof pages)[Name]['query']>
>
export type PageMatch = {
  [Name in PageName]: { name: Name; params: PageParams<Name> }
}[PageName]

/** The page at a path, as it stands in the address; null where there is none. Neither case nor a slash at the end matters. */
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
 * What the server answers that is no page, by the first segment of its path. People come to some of it (a way through Google,
 * a download), and find a page where there is nothing; only programs ask for the rest.
 */
const endpoints = {
  account: 'people',
  auth: 'people',
  assets: 'programs',
  'licenses.txt': 'people',
  livez: 'programs',
  metrics: 'programs',
  preview: 'programs',
  readyz: 'programs',
  'robots.txt': 'programs',
  trpc: 'programs',
  unsubscribe: 'people',
} as const

/** The first segments of paths that are no pages. */
export const endpointNames = Object.keys(endpoints)

/** Whom an address of the server is for that is no page; undefined where it is one, or nothing. */
export function endpointAt(url: string): 'people' | 'programs' | undefined {
  const [, first = ''] = url.split(/[/?]/)
  return Object.hasOwn(endpoints, first) ? endpoints[first as keyof typeof endpoints] : undefined
}
