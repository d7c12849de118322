import { sql } from 'kysely'
import type { z } from 'zod'
import type { genresInput } from '../../shared/catalog.ts'
import type { Deps } from '../core/deps.ts'
import { isDatabaseDown } from '../lib/db.ts'
import { kysely, rows, statement } from '../lib/sql.ts'
import { life } from './details.ts'

/** How many genres are offered: those of the most albums. */
const OFFERED = 60

const genreOf = statement(({ name }: { name: string }) =>
  kysely.selectFrom('Genre').select('id').where('name', '=', name),
)

export async function findGenre({ db }: Pick<Deps, 'db'>, name: string | undefined): Promise<number | null> {
  const [genre] = name === undefined ? [] : await genreOf(db, { name })
  return genre?.id ?? null
}

/**
 * Returns genres by which albums can be chosen, in alphabetical order, with `genre` among them if it exists. None while the
 * database is unreachable: the popular albums are cached, and shown without it.
 */
export async function listGenres(
  deps: Pick<Deps, 'db' | 'cache'>,
  { genre }: z.output<typeof genresInput>,
): Promise<string[]> {
  const genres = await readLargest(deps).catch((error: unknown): string[] => {
    if (isDatabaseDown(error)) return []
    throw error
  })
  const isMissing = genre !== null && !genres.includes(genre) && (await findGenre(deps, genre)) !== null
  return (isMissing ? [...genres, genre] : genres).toSorted((a, b) => a.localeCompare(b))
}

/** Counting reads all albums, so the result is cached, until there is a new genre. */
async function readLargest({ db, cache }: Pick<Deps, 'db' | 'cache'>): Promise<string[]> {
  const [names] = await rows(
    db,
    kysely.selectFrom('Genre').select(sql<number>`COALESCE(BIT_XOR(CRC32(name)), 0)`.as('sum')),
  )
  return await cache.get(`genres:${names!.sum}`, life.genres, async () => {
    const largest = kysely
      .selectFrom('AlbumGenre')
      .select('genreId')
      .where('votes', '>', 0)
      .groupBy('genreId')
      .orderBy(sql`COUNT(*)`, 'desc')
      .limit(OFFERED)
    const genres = await rows(
      db,
      kysely.selectFrom(largest.as('l')).innerJoin('Genre as g', 'g.id', 'l.genreId').select('g.name'),
    )
    return genres.map(({ name }) => name)
  })
}
