import type { AlbumCard, ArtistCard } from '../../shared/catalog.ts'
import { limits } from '../../shared/limits.ts'
import type { UserFound } from '../../shared/users.ts'
import { trpc } from '../lib/trpc.ts'
import type { More } from '../lists/MoreResults.tsx'
import { useAlbumSearch } from '../lists/useAlbumSearch.ts'
import { discoverOptions } from './Discover.tsx'
import type { SearchPlace } from './place.ts'

export type Group<Item> = {
  items: Item[] | undefined
  hasNext: boolean
  /** true while `items` are from an earlier search and the current ones are loading */
  busy: boolean
  error: unknown
  retry: () => void
  retrying: boolean
  more?: More | null
}

export type SearchGroups = { albums: Group<AlbumCard>; artists: Group<ArtistCard>; users: Group<UserFound> }

type Answer<Data> = {
  data: Data | undefined
  isPlaceholderData: boolean
  isFetching: boolean
  error: unknown
  refetch: () => Promise<unknown>
}

function groupOf<Data, Item>(
  answer: Answer<Data>,
  items: (data: Data) => Item[],
  hasNext: (data: Data) => boolean,
): Group<Item> {
  const { data } = answer
  return {
    items: data && items(data),
    hasNext: data !== undefined && hasNext(data),
    busy: answer.isPlaceholderData,
    error: answer.error,
    retry: () => void answer.refetch(),
    retrying: answer.isFetching,
  }
}

export function useSearch({ query, tab, page }: SearchPlace): SearchGroups {
  const asks = (kind: SearchPlace['tab']) => query !== '' && (tab === 'all' || tab === kind)
  const input = (kind: SearchPlace['tab']) => ({ query, page: tab === kind ? page : 1 })
  const options = (enabled: boolean) => ({ ...discoverOptions, enabled })
  const albums = useAlbumSearch(input('albums'), asks('albums'))
  const artists = trpc.catalog.searchArtists.useQuery(input('artists'), options(asks('artists')))
  const searchesUsers = query.length >= limits.userSearch.min
  const users = trpc.users.search.useQuery({ query }, options(asks('users') && searchesUsers))
  return {
    albums: {
      ...groupOf(
        albums,
        (result) => result.albums,
        ({ hasNext }) => hasNext,
      ),
      more: albums.more,
    },
    artists: groupOf(
      artists,
      (result) => result.artists,
      ({ hasNext }) => hasNext,
    ),
    users: searchesUsers
      ? groupOf(
          users,
          (result) => result,
          () => false,
        )
      : { items: [], hasNext: false, busy: false, error: null, retry: () => undefined, retrying: false },
  }
}
