import { refreshSuggestions } from '../../server/suggestions/refresh.ts'
import { albumKey } from '../../shared/albumKey.ts'
import type { Person } from '../harness/client.ts'
import type { Running } from '../support/runProduct.ts'
import { settled } from '../support/settled.ts'

/** Creates albums of these titles, by one artist. */
export async function plantTitles({ server }: Running, titles: readonly string[]): Promise<void> {
  await server.deps.db.album.createMany({
    data: titles.map((name) => ({
      key: albumKey({ artist: 'Artist', album: name }),
      artist: 'Artist',
      name,
    })),
  })
}

/** Computes the suggestions after every change so far: changes are found by the numbers of their events. */
export async function refresh({ server: { deps } }: Running): Promise<void> {
  await settled(deps)
  await refreshSuggestions(deps)
}

export const planted = (album: string) => ({ artist: 'Artist', album })

export async function love(person: Person, ...titles: string[]): Promise<void> {
  for (const title of titles) await person.client.favorites.set.mutate({ ...planted(title), favorite: true })
}
