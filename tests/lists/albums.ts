import type { Deps } from '../../server/deps.ts'
import { albumKey } from '../../shared/albumKey.ts'

/** Writes so many albums into the database, as if somebody had needed them; gives their numbers. */
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
