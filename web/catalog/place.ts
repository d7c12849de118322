import { readPlace, type DiscoverPlace } from '../../shared/address.ts'
import { paths } from '../../shared/paths.ts'

/** `choice` is the query of an AlbumChoice: it goes with pages, and not with a search. */
export function discoverPath(path: string, { query, page }: DiscoverPlace, choice = ''): string {
  const params = new URLSearchParams(query === '' ? choice : '')
  if (query !== '') params.set('q', query)
  if (page > 1) params.set('page', String(page))
  return params.size > 0 ? `${path}?${params}` : path
}

export const searchTabs = ['all', 'albums', 'artists', 'users'] as const
export type SearchTab = (typeof searchTabs)[number]

export type SearchPlace = DiscoverPlace & { tab: SearchTab }

/** Reads the search page's address; an unknown tab means all. Users, and all kinds together, have only one page. */
export function readSearchPlace(params: URLSearchParams): SearchPlace {
  const { query, page } = readPlace(params)
  const tab = searchTabs.find((option) => option === params.get('tab')) ?? 'all'
  return { query, tab, page: tab === 'albums' || tab === 'artists' ? page : 1 }
}

/** Builds the search page's address: '/search?q=kid%20a&tab=albums&page=2'. */
export const searchPath = ({ query, tab, page }: SearchPlace): string =>
  paths.search(query) + (tab === 'all' ? '' : `&tab=${tab}`) + (page > 1 ? `&page=${page}` : '')
