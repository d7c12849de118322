import { createTRPCQueryUtils } from '@trpc/react-query'
import type { ComponentType } from 'react'
import { matchPage, pages, type PageName, type PageParams, type PageQuery } from '../shared/pages.ts'
import { withOwn } from './home/own.ts'
import { lazyPage } from './lib/lazyPage.ts'
import { fiveMinutes, queryClient, trpcClient } from './lib/trpc.ts'
import { OwnProfile } from './users/OwnProfile.tsx'

type PageComponent<Props> = ComponentType<Props> & { load?: () => Promise<unknown> }

const welcome = lazyPage(() => import('./welcome/WelcomePage.tsx'), pages.welcome.texts)

/** Component of each page. The page `editList` must be in EditListPage.tsx: the server finds files by this naming rule. */
const components: { [Name in PageName]: PageComponent<PageParams<Name>> } = {
  home: lazyPage(() => withOwn(import('./home/HomePage.tsx'))),
  activity: lazyPage(() => import('./activity/ActivityPage.tsx')),
  lists: lazyPage(() => import('./lists/ListsPage.tsx')),
  createList: lazyPage(() => import('./lists/CreateListPage.tsx')),
  list: lazyPage(() => import('./lists/ListPage.tsx')),
  editList: lazyPage(() => import('./lists/EditListPage.tsx')),
  albums: lazyPage(() => import('./catalog/AlbumsPage.tsx')),
  album: lazyPage(() => import('./catalog/AlbumPage.tsx')),
  addAlbum: lazyPage(() => import('./catalog/AddAlbumPage.tsx'), pages.addAlbum.texts),
  editAlbum: lazyPage(() => import('./catalog/EditAlbumPage.tsx'), pages.editAlbum.texts),
  artists: lazyPage(() => import('./catalog/ArtistsPage.tsx')),
  artist: lazyPage(() => import('./catalog/ArtistPage.tsx')),
  share: lazyPage(() => import('./catalog/SharePage.tsx')),
  search: lazyPage(() => import('./catalog/SearchPage.tsx')),
  listenLater: lazyPage(() => import('./listenLater/ListenLaterPage.tsx')),
  plays: lazyPage(() => import('./plays/PlaysPage.tsx'), pages.plays.texts),
  notifications: lazyPage(() => import('./notifications/NotificationsPage.tsx')),
  import: lazyPage(() => import('./imports/ImportPage.tsx'), pages.import.texts),
  welcome,
  welcomeStep: welcome,
  requests: lazyPage(() => import('./follows/RequestsPage.tsx')),
  ownProfile: OwnProfile,
  editProfile: lazyPage(() => import('./users/EditProfilePage.tsx')),
  settings: lazyPage(() => import('./settings/SettingsPage.tsx')),
  accountSettings: lazyPage(() => import('./settings/AccountSettingsPage.tsx'), pages.accountSettings.texts),
  privacySettings: lazyPage(() => import('./settings/PrivacySettingsPage.tsx'), pages.privacySettings.texts),
  notificationSettings: lazyPage(
    () => import('./settings/NotificationSettingsPage.tsx'),
    pages.notificationSettings.texts,
  ),
  connectionSettings: lazyPage(
    () => import('./settings/ConnectionSettingsPage.tsx'),
    pages.connectionSettings.texts,
  ),
  dataSettings: lazyPage(() => import('./settings/DataSettingsPage.tsx'), pages.dataSettings.texts),
  profile: lazyPage(() => import('./users/ProfilePage.tsx')),
  stats: lazyPage(() => import('./stats/StatsPage.tsx'), pages.stats.texts),
  year: lazyPage(() => import('./stats/YearPage.tsx'), pages.year.texts),
  tags: lazyPage(() => import('./tags/TagsPage.tsx')),
  tag: lazyPage(() => import('./tags/TagPage.tsx')),
  moderation: lazyPage(() => import('./moderation/ModerationPage.tsx'), pages.moderation.texts),
  moderationAudit: lazyPage(
    () => import('./moderation/ModerationAuditPage.tsx'),
    pages.moderationAudit.texts,
  ),
  admin: lazyPage(() => import('./admin/AdminPage.tsx'), pages.admin.texts),
  adminPart: lazyPage(() => import('./admin/AdminPartPage.tsx'), pages.adminPart.texts),
  adminPerson: lazyPage(() => import('./admin/AdminPersonPage.tsx'), pages.adminPerson.texts),
  setup: lazyPage(() => import('./setup/SetupPage.tsx'), pages.setup.texts),
  login: lazyPage(() => import('./auth/LoginPage.tsx')),
  register: lazyPage(() => import('./auth/RegisterPage.tsx')),
  forgotPassword: lazyPage(() => import('./auth/ForgotPasswordPage.tsx')),
  resetPassword: lazyPage(() => import('./auth/ResetPasswordPage.tsx')),
  keptPasskeys: lazyPage(() => import('./passkeys/KeptPasskeysPage.tsx')),
  confirmEmail: lazyPage(() => import('./auth/ConfirmEmailPage.tsx'), pages.confirmEmail.texts),
  spotifyCallback: lazyPage(() => import('./spotify/SpotifyCallbackPage.tsx'), pages.spotifyCallback.texts),
}

const NotFoundPage: PageComponent<object> = lazyPage(() => import('./ui/NotFoundPage.tsx'))

export function pageAt(pathname: string): {
  Component: PageComponent<object>
  params: object
  isKept: boolean
} {
  const match = matchPage(pathname)
  if (!match) return { Component: NotFoundPage, params: {}, isKept: false }
  const { name, params } = match
  // A match has the parameters of its own page, which the compiler cannot infer.
  return { Component: components[name] as PageComponent<object>, params, isKept: Boolean(pages[name].isKept) }
}

const utils = createTRPCQueryUtils({ queryClient, client: trpcClient })
const briefly = { staleTime: 10_000 }
const forLong = { staleTime: fiveMinutes }

type Query = NonNullable<PageQuery>
type Procedure = Query[0]
type Prefetch<Name extends Procedure> = (
  input: Extract<Query, readonly [Name, ...unknown[]]>[1],
) => Promise<void>

/** Prefetches the query of a page with the same options as the page itself. */
const prefetches: { [Name in Procedure]: Prefetch<Name> } = {
  'catalog.popular': (input) => utils.catalog.popular.prefetch(input, forLong),
  'catalog.search': (input) => utils.catalog.search.prefetch(input, forLong),
  'catalog.album': (input) => utils.catalog.album.prefetch(input, forLong),
  'catalog.popularArtists': (input) => utils.catalog.popularArtists.prefetch(input, forLong),
  'catalog.searchArtists': (input) => utils.catalog.searchArtists.prefetch(input, forLong),
  'catalog.artist': (input) => utils.catalog.artist.prefetch(input, forLong),
  'lists.search': (input) => utils.lists.search.prefetchInfinite(input, briefly),
  async 'lists.get'({ id }) {
    const { listQuery } = await import('./lists/useList.ts')
    await queryClient.prefetchQuery({ ...listQuery(id), ...briefly })
  },
  async 'activity.feed'() {
    const { feedQuery } = await import('./activity/useFeed.ts')
    await queryClient.prefetchInfiniteQuery(feedQuery())
  },
  async 'listenLater.list'() {
    const { listenLaterQuery } = await import('./listenLater/useListenLater.ts')
    await queryClient.prefetchInfiniteQuery(listenLaterQuery())
  },
  'stats.of': (input) => utils.stats.of.prefetch(input, briefly),
  'stats.year': (input) => utils.stats.year.prefetch(input, briefly),
  'tags.list': (input) => utils.tags.list.prefetchInfinite(input, briefly),
  'tags.listenings': (input) => utils.tags.listenings.prefetchInfinite(input, briefly),
  'users.profile': (input) => utils.users.profile.prefetch(input, briefly),
}

/** Failures are ignored: the page itself tries again, and shows the error. */
export function prefetchPage({ pathname, searchParams }: URL): void {
  const match = matchPage(pathname)
  if (!match) return
  const { load } = components[match.name]
  load?.().catch(() => undefined)
  const query = pages[match.name].query?.(match.params as never, searchParams)
  if (!query) return
  const [procedure, input] = query
  prefetches[procedure](input as never).catch(() => undefined)
}
