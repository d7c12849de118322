// Query parameters of a list page's albums. Part of the first script: no zod.

export const listShows = ['all', 'heard', 'unheard'] as const
export type ListShow = (typeof listShows)[number]

/** `order` is the list's own. */
export const listSorts = ['order', 'title', 'artist', 'added', 'rating', 'date'] as const
export type ListSort = (typeof listSorts)[number]

export type ListPlace = { show?: ListShow; sort?: ListSort }

export function readListPlace(search: URLSearchParams): ListPlace {
  const show = listShows.find((option) => option === search.get('show')) ?? 'all'
  const sort = listSorts.find((option) => option === search.get('sort')) ?? 'order'
  return listPlace(show, sort)
}

export const listPlace = (show: ListShow, sort: ListSort): ListPlace => ({
  ...(show !== 'all' && { show }),
  ...(sort !== 'order' && { sort }),
})

/** Includes the '?'; '' for the defaults. */
export function listPlaceQuery(place: ListPlace): string {
  const query = String(new URLSearchParams(place))
  return query === '' ? '' : `?${query}`
}
