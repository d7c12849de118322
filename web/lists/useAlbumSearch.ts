import { keepPreviousData } from '@tanstack/react-query'
import { fiveMinutes, trpc } from '../lib/trpc.ts'
import type { More } from './MoreResults.tsx'

/**
 * Albums for a query: our own as soon as they are found, then those of the service as well. `more` is set if the service failed
 * and ours are shown; `error` if there is nothing to show.
 */
export function useAlbumSearch(input: { query: string; page: number }, enabled = true) {
  const options = { placeholderData: keepPreviousData, trpc: { abortOnUnmount: true } }
  const search = trpc.catalog.search.useQuery(input, {
    ...options,
    enabled,
    // A failure of the service is forgotten with the next visit.
    staleTime: ({ state }) => (state.data?.more === 'failed' ? 0 : fiveMinutes),
  })
  const isWaiting = search.isPending || search.isPlaceholderData || search.isError
  const known = trpc.catalog.known.useQuery(input, {
    ...options,
    enabled: enabled && isWaiting,
    staleTime: fiveMinutes,
  })
  const own =
    isWaiting && enabled && !known.isPlaceholderData && known.data?.albums.length ? known.data : null
  const isSetUp = search.data?.withoutCatalogue !== 'notSetUp'
  const isPart = own
    ? search.isError
    : !search.isPlaceholderData && (search.data?.more === 'failed' || !isSetUp)
  const more: More = { isSetUp, onRetry: () => void search.refetch(), busy: search.isFetching }
  return {
    data: own ?? search.data,
    isPending: !own && search.isPending,
    isPlaceholderData: !own && search.isPlaceholderData,
    isFetching: search.isFetching,
    error: own ? null : search.error,
    refetch: search.refetch,
    more: isPart ? more : null,
  }
}
