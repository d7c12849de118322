import { randomUUID } from 'node:crypto'
import type { Deps } from '../../server/core/deps.ts'
import { albumKey } from '../../shared/albumKey.ts'
import type { Running } from '../support/runProduct.ts'

/** Creates this number of albums in the database; returns their ids. */
export async function plantAlbums({ db }: Pick<Deps, 'db'>, count: number): Promise<number[]> {
  const names = Array.from({ length: count }, (_, index) => `Planted ${index}`)
  await db.album.createMany({
    data: names.map((name) => ({ key: albumKey({ artist: 'Artist', album: name }), artist: 'Artist', name })),
  })
  const rows = await db.album.findMany({
    where: { artist: 'Artist' },
    orderBy: { id: 'asc' },
    select: { id: true },
  })
  return rows.map(({ id }) => id)
}

export const homogenic = { artist: 'Björk', album: 'Homogenic' }
export const dummy = { artist: 'Portishead', album: 'Dummy' }

/** Creates the list Rain with four of twelve albums, and the users of the tests. */
export async function makeRain({ server, harness }: Running) {
  const [owner, reader] = [await harness.register('owner'), await harness.register('reader')]
  const albums = await plantAlbums(server.deps, 12)
  const { id } = await owner.client.lists.create.mutate({
    name: 'Rain',
    albums: albums.slice(0, 4),
    submission: randomUUID(),
  })
  return { owner, reader, albums, id }
}

type Rain = Pick<Awaited<ReturnType<typeof makeRain>>, 'owner' | 'albums' | 'id'>
/** Saves the list Rain as its owner; `more` overrides its initial fields. */
export const saveRain = ({ owner, albums, id }: Rain, more: object = {}) =>
  owner.client.lists.save.mutate({ id, version: 1, name: 'Rain', albums: albums.slice(0, 4), ...more })
