// What the address of a list's page says of its albums. It is read by the first script: no zod.

/** Which of the albums are shown: all of them, or those that the viewer has or has not heard. */
export const listShows = ['all', 'heard', 'unheard'] as const
export type ListShow = (typeof listShows)[number]

/** In which order they stand; `order` is the list's own. */
export const listSorts = ['order', 'title', 'artist', 'added', 'rating'] as const
export type ListSort = (typeof listSorts)[number]

/** Which albums of a list are shown in which order; what is as usual is left out. */
export type ListPlace = { show?: ListShow; sort?: ListSort }

/** Reads the address; an unknown value means the default. */
export function readListPlace(search: URLSearchParams): ListPlace {
  const show = listShows.find((one) => one === search.get('show')) ?? 'all'
  const sort = listSorts.find((one) => one === search.get('sort')) ?? 'order'
  return listPlace(show, sort)
}

/** The same of the two choices. */
export const listPlace = (show: ListShow, sort: ListSort): ListPlace => ({
  ...(show !== 'all' && { show }),
  ...(sort !== 'order' && { sort }),
})

/** The query of the address for a place, with its '?'; '' where all is as usual. */
export function listPlaceQuery(place: ListPlace): string {
  const query = String(new URLSearchParams(place))
  return query === '' ? '' : `?${query}`
}
