import { albumKey } from '../../shared/albumKey.ts'
import type { Person } from '../harness/client.ts'
import type { Running } from '../support/runProduct.ts'

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

export const planted = (album: string) => ({ artist: 'Artist', album })

export async function love(person: Person, ...titles: string[]): Promise<void> {
  for (const title of titles) await person.client.favorites.set.mutate({ ...planted(title), favorite: true })
}
