import { readPlace, type DiscoverPlace } from '../../shared/address.ts'
import { paths } from '../../shared/paths.ts'

/** The address of a place; the first page and an empty query are left out. */
export function discoverPath(path: string, { query, page }: DiscoverPlace): string {
  const params = new URLSearchParams()
  if (query !== '') params.set('q', query)
  if (page > 1) params.set('page', String(page))
  return params.size > 0 ? `${path}?${params}` : path
}

export const searchTabs = ['all', 'albums', 'artists', 'users'] as const
export type SearchTab = (typeof searchTabs)[number]

/** What the search page's address asks for. */
export type SearchPlace = DiscoverPlace & { tab: SearchTab }

/** Reads the search page's address; an unknown tab means all. Of people, and of all kinds together, there is one page. */
export function readSearchPlace(params: URLSearchParams): SearchPlace {
  const { query, page } = readPlace(params)
  const tab = searchTabs.find((one) => one === params.get('tab')) ?? 'all'
  return { query, tab, page: tab === 'albums' || tab === 'artists' ? page : 1 }
}

/** The address of a place of the search page: '/search?q=kid%20a&tab=albums&page=2'. */
export const searchPath = ({ query, tab, page }: SearchPlace): string =>
  paths.search(query) + (tab === 'all' ? '' : `&tab=${tab}`) + (page > 1 ? `&page=${page}` : '')
