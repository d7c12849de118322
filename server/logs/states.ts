import type { z } from 'zod'
import type { CardState, statesInput } from '../../shared/logs.ts'
import { hashOfIdentity } from '../catalog/aliases.ts'
import { identityKey } from '../catalog/albums.ts'
import type { SignedIn } from '../trpc.ts'
import type { Deps } from '../deps.ts'
import { Prisma } from '../generated/prisma/client.ts'

type Row = { name: string; favorite: bigint; listened: bigint; rated: bigint }

/**
 * What the viewer has to do with each of some albums, in their order. One query for all of them, and one more for names
 * that are no album's own.
 */
export async function listStates(
  { db }: Pick<Deps, 'db'>,
  viewer: SignedIn,
  { albums }: z.output<typeof statesInput>,
): Promise<CardState[]> {
  const states = new Map<string, CardState>()
  const keys = albums.map((ref) => identityKey(ref))
  async function read(name: Prisma.Sql, from: Prisma.Sql, names: readonly (string | Buffer)[]) {
    if (names.length === 0) return
    const rows = await db.$queryRaw<Row[]>`
      SELECT ${name} AS name, f.userId IS NOT NULL AS favorite, l.id IS NOT NULL AS listened,
        COALESCE(l.rating > 0 OR l.reviewedAt IS NOT NULL, 0) AS rated
      FROM ${from}
      LEFT JOIN Favorite f ON f.albumId = a.id AND f.userId = ${viewer.id}
      LEFT JOIN Log l ON l.albumId = a.id AND l.userId = ${viewer.id}
      WHERE n.\`key\` IN (${Prisma.join([...names])})`
    for (const row of rows) states.set(row.name, stateOf(row))
  }

  await read(Prisma.sql`n.\`key\``, Prisma.sql`Album n JOIN Album a ON a.id = n.id`, [...new Set(keys)])
  const others = new Map([...new Set(keys)].filter((key) => !states.has(key)).map((key) => [key, hashOfIdentity(key)]))
  await read(Prisma.sql`HEX(n.\`key\`)`, Prisma.sql`AlbumAlias n JOIN Album a ON a.id = n.albumId`, [...others.values()])
  const under = (key: string) => states.get(key) ?? states.get(others.get(key)?.toString('hex').toUpperCase() ?? '')
  return keys.map((key) => under(key) ?? { favorite: false, listened: false, rated: false })
}

const stateOf = ({ favorite, listened, rated }: Row): CardState => ({
  favorite: Number(favorite) === 1,
  listened: Number(listened) === 1,
  rated: Number(rated) === 1,
})
