// Query parameters of a list page's albums. Part of the first script: no zod.

/** Filter: all albums, or those that the viewer has or has not heard. */
export const listShows = ['all', 'heard', 'unheard'] as const
export type ListShow = (typeof listShows)[number]

/** Sort orders; `order` is the list's own. */
export const listSorts = ['order', 'title', 'artist', 'added', 'rating'] as const
export type ListSort = (typeof listSorts)[number]

/** Filter and sort order of a list's albums; defaults are omitted. */
export type ListPlace = { show?: ListShow; sort?: ListSort }

/** Parses the query; unknown values mean the default. */
export function readListPlace(search: URLSearchParams): ListPlace {
  const show = listShows.find((option) => option === search.get('show')) ?? 'all'
  const sort = listSorts.find((option) => option === search.get('sort')) ?? 'order'
  return listPlace(show, sort)
}

/** Builds the place from the two choices. */
export const listPlace = (show: ListShow, sort: ListSort): ListPlace => ({
  ...(show !== 'all' && { show }),
  ...(sort !== 'order' && { sort }),
})

/** Returns the query string of a place with its '?'; '' for the defaults. */
export function listPlaceQuery(place: ListPlace): string {
  const query = String(new URLSearchParams(place))
  return query === '' ? '' : `?${query}`
}
