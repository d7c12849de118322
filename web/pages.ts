import { createTRPCQueryUtils } from '@trpc/react-query'
import type { ComponentType } from 'react'
import { readSegment } from '../shared/paths.ts'
import { readPlace } from './catalog/place.ts'
import { lazyPage } from './lib/lazyPage.ts'
import { fiveMinutes, queryClient, trpcClient } from './lib/trpc.ts'
import { OwnProfile } from './users/OwnProfile.tsx'

const utils = createTRPCQueryUtils({ queryClient, client: trpcClient })

type Place = { segments: string[]; query: URLSearchParams }

/** A page of the product. */
export type PageRoute = {
  /** a pattern of wouter's */
  path: string
  page: ComponentType & { load?: () => Promise<unknown> }
  /** it may be looked at without the server as it was last; not so a form, nor what has a secret in its address */
  isKept?: true
  /** reads beforehand what the page is about, as the page itself does */
  read?: (place: Place) => Promise<unknown>
}

const briefly = { staleTime: 10_000 }
const forLong = { staleTime: fiveMinutes }

/** Every page of the product; the first whose pattern matches is meant. */
export const pages: PageRoute[] = [
  {
    path: '/',
    page: lazyPage(() => import('./home/HomePage.tsx')),
    isKept: true,
    read: () => utils.catalog.popular.prefetch({ page: 1 }, forLong),
  },
  {
    path: '/albums',
    page: lazyPage(() => import('./catalog/AlbumsPage.tsx')),
    isKept: true,
    read: ({ query }) => {
      const { query: asked, page } = readPlace(query)
      if (asked === '') return utils.catalog.popular.prefetch({ page }, forLong)
      return utils.catalog.search.prefetch({ query: asked, page }, forLong)
    },
  },
  {
    path: '/album/:artist/:album',
    page: lazyPage(() => import('./catalog/AlbumPage.tsx')),
    isKept: true,
    read: ({ segments: [, artist = '', album = ''] }) =>
      utils.catalog.album.prefetch({ artist, album }, forLong),
  },
  {
    path: '/artists',
    page: lazyPage(() => import('./catalog/ArtistsPage.tsx')),
    isKept: true,
    read: ({ query }) => {
      const { query: asked, page } = readPlace(query)
      if (asked === '') return utils.catalog.popularArtists.prefetch({ page }, forLong)
      return utils.catalog.searchArtists.prefetch({ query: asked, page }, forLong)
    },
  },
  {
    path: '/artist/:artist',
    page: lazyPage(() => import('./catalog/ArtistPage.tsx')),
    isKept: true,
    read: ({ segments: [, artist = ''] }) => utils.catalog.artist.prefetch({ artist }, forLong),
  },
  { path: '/search', page: lazyPage(() => import('./catalog/SearchPage.tsx')), isKept: true },
  {
    path: '/lists',
    page: lazyPage(() => import('./lists/ListsPage.tsx')),
    isKept: true,
    read: ({ query }) =>
      utils.lists.search.prefetchInfinite({ query: (query.get('q') ?? '').trim() }, briefly),
  },
  { path: '/lists/create', page: lazyPage(() => import('./lists/CreateListPage.tsx')) },
  {
    path: '/list/:id',
    page: lazyPage(() => import('./lists/ListPage.tsx')),
    isKept: true,
    read: async ({ segments: [, id] }) => {
      const { listQuery } = await import('./lists/useList.ts')
      return queryClient.prefetchQuery({ ...listQuery(Number(id)), ...briefly })
    },
  },
  { path: '/list/:id/edit', page: lazyPage(() => import('./lists/EditListPage.tsx')) },
  {
    path: '/activity',
    page: lazyPage(() => import('./activity/ActivityPage.tsx')),
    isKept: true,
    read: async () => {
      const { feedQuery } = await import('./activity/useFeed.ts')
      return queryClient.prefetchInfiniteQuery(feedQuery())
    },
  },
  { path: '/profile', page: OwnProfile },
  { path: '/profile/edit', page: lazyPage(() => import('./users/EditProfilePage.tsx')) },
  {
    path: '/profile/:nickname',
    page: lazyPage(() => import('./users/ProfilePage.tsx')),
    isKept: true,
    read: ({ segments: [, nickname = ''] }) =>
      utils.users.profile.prefetch({ nickname: nickname.trim().toLowerCase() }, briefly),
  },
  { path: '/login', page: lazyPage(() => import('./auth/LoginPage.tsx')) },
  { path: '/register', page: lazyPage(() => import('./auth/RegisterPage.tsx')) },
  { path: '/reset', page: lazyPage(() => import('./auth/ResetPage.tsx')) },
  { path: '/spotify/callback', page: lazyPage(() => import('./spotify/CallbackPage.tsx')) },
]

/** What stands where no page is. */
export const NotFoundPage = lazyPage(() => import('./layout/NotFoundPage.tsx'))

const patterns = pages.map(({ path }) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`, 'i'))

/** The page of a path; undefined where there is none. */
export const pageAt = (path: string): PageRoute | undefined =>
  pages[patterns.findIndex((one) => one.test(path))]

/** Has a page and what it is about ready, before anybody goes there. */
export function preparePage({ pathname, searchParams }: URL): void {
  const found = pageAt(pathname)
  const segments = pathname
    .replace(/^\/|\/$/g, '')
    .split('/')
    .map(readSegment)
  // Whoever goes there asks once more, and is told what is wrong.
  found?.page.load?.().catch(() => undefined)
  found?.read?.({ segments, query: searchParams }).catch(() => undefined)
}
