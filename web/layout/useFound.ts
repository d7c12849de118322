import { keepPreviousData } from '@tanstack/react-query'
import type { AlbumCard } from '../../shared/catalog.ts'
import { limits } from '../../shared/limits.ts'
import { paths } from '../../shared/paths.ts'
import type { UserFound } from '../../shared/users.ts'
import { errorText, fiveMinutes, trpc } from '../trpc.ts'

/** One thing that the quick search found. */
export type Found = { kind: 'user'; user: UserFound } | { kind: 'album'; album: AlbumCard }

/** What was found of one kind, under its heading. */
export type FoundGroup = { title: string; found: Found[] }

/** Where a found thing leads. */
export const hrefOf = (found: Found): string =>
  found.kind === 'user' ? paths.profile(found.user.nickname) : paths.album(found.album)

/** Searches people (from two characters on) and albums; `most` of each kind. */
export function useFound(query: string, most: number) {
  const options = { staleTime: fiveMinutes, placeholderData: keepPreviousData, trpc: { abortOnUnmount: true } }
  const searchesUsers = query.length >= limits.userSearch.min
  const users = trpc.users.search.useQuery({ query }, { ...options, enabled: searchesUsers })
  const albums = trpc.catalog.search.useQuery({ query, page: 1 }, { ...options, enabled: query !== '' })

  const groups: FoundGroup[] = [
    {
      title: 'Users',
      found: (searchesUsers ? (users.data ?? []) : []).slice(0, most).map((user) => ({ kind: 'user', user })),
    },
    {
      title: 'Albums',
      found: (albums.data?.albums ?? []).slice(0, most).map((album) => ({ kind: 'album', album })),
    },
  ]
  const error = albums.error ?? users.error
  return {
    groups: groups.filter((group) => group.found.length > 0),
    busy: users.isFetching || albums.isFetching,
    failure: error ? errorText(error) : null,
  }
}
