import { keepPreviousData } from '@tanstack/react-query'
import type { AlbumCard, ArtistCard } from '../../shared/catalog.ts'
import { limits } from '../../shared/limits.ts'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import type { UserFound } from '../../shared/users.ts'
import { errorText, fiveMinutes, trpc } from '../lib/trpc.ts'

/** `all` is the link to the search page. */
export type Found =
  | { kind: 'user'; user: UserFound }
  | { kind: 'artist'; artist: ArtistCard }
  | { kind: 'album'; album: AlbumCard }
  | { kind: 'all'; query: string }

export type FoundGroup = {
  title: string
  found: Found[]
  /** results of an earlier text: shown until the current ones arrive, but not selectable */
  stale: boolean
  failure: string | null
}

export function hrefOf(item: Found): string {
  switch (item.kind) {
    case 'user':
      return paths.profile(item.user.nickname)
    case 'artist':
      return paths.artist(item.artist.name)
    case 'album':
      return paths.album(item.album)
    case 'all':
      return paths.search(item.query)
  }
}

type Answer = { isFetching: boolean; isPlaceholderData: boolean; error: unknown }

/** Kinds load and fail independently. `outdated` means that the typed text already differs from `query`. */
export function useFound(query: string, limit: number, outdated: boolean) {
  const options = {
    staleTime: fiveMinutes,
    placeholderData: keepPreviousData,
    trpc: { abortOnUnmount: true },
  }
  const searchesUsers = query.length >= limits.userSearch.min
  const users = trpc.users.search.useQuery({ query }, { ...options, enabled: searchesUsers })
  const input = { query, page: 1 }
  const artists = trpc.catalog.searchArtists.useQuery(input, { ...options, enabled: query !== '' })
  const albums = trpc.catalog.search.useQuery(input, { ...options, enabled: query !== '' })

  const group = (title: string, answer: Answer, results: Found[]): FoundGroup => ({
    title,
    found: results.slice(0, limit),
    stale: outdated || answer.isPlaceholderData,
    failure: answer.error && !answer.isFetching ? errorText(answer.error) : null,
  })
  const groups = [
    group(
      texts.catalog.users,
      users,
      ((searchesUsers && users.data) || []).map((user) => ({ kind: 'user', user })),
    ),
    group(
      texts.catalog.artists,
      artists,
      (artists.data?.artists ?? []).map((artist) => ({ kind: 'artist', artist })),
    ),
    group(
      texts.catalog.albums,
      albums,
      (albums.data?.albums ?? []).map((album) => ({ kind: 'album', album })),
    ),
  ]
  return { groups, albums, busy: outdated || users.isFetching || artists.isFetching || albums.isFetching }
}
