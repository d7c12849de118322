import { sql } from 'kysely'
import type { z } from 'zod'
import type { CardState, statesInput } from '../../../shared/logs.ts'
import { identityKey } from '../../catalog/albums.ts'
import { hashOfIdentity } from '../../catalog/aliases.ts'
import type { Deps } from '../../core/deps.ts'
import type { SignedIn } from '../../core/trpc.ts'
import { kysely, padded, statement } from '../../lib/sql.ts'

const statesOf = (userId: number) =>
  kysely
    .selectFrom('Album as a')
    .leftJoin('Favorite as f', (join) => join.onRef('f.albumId', '=', 'a.id').on('f.userId', '=', userId))
    .leftJoin('ListenLater as w', (join) => join.onRef('w.albumId', '=', 'a.id').on('w.userId', '=', userId))
    .leftJoin('Opinion as o', (join) => join.onRef('o.albumId', '=', 'a.id').on('o.userId', '=', userId))
    .select(['f.userId as favoriteOf', 'w.userId as listenLaterOf', 'o.userId as listenerId', 'o.rating'])
    .select((eb) =>
      eb
        .selectFrom('Log as l')
        .select(
          sql<number>`COUNT(*) > 1 OR COALESCE(MAX(l.reviewedAt IS NOT NULL OR l.tagCount > 0), 0)`.as(
            'holds',
          ),
        )
        .whereRef('l.userId', '=', 'o.userId')
        .whereRef('l.albumId', '=', 'o.albumId')
        .as('holdsMore'),
    )

const byKey = statement(({ userId, keys }: { userId: number; keys: string[] }) =>
  statesOf(userId).select('a.key').where('a.key', 'in', keys),
)
const byAlias = statement(({ userId, hashes }: { userId: number; hashes: Uint8Array[] }) =>
  statesOf(userId)
    .innerJoin('AlbumAlias as n', 'n.albumId', 'a.id')
    .select('n.key')
    .where('n.key', 'in', hashes),
)
type Row = Omit<Awaited<ReturnType<typeof byKey>>[number], 'key'>

const stateOf = ({ favoriteOf, listenLaterOf, listenerId, rating, holdsMore }: Row): CardState => ({
  favorite: favoriteOf !== null,
  listenLater: listenLaterOf !== null,
  listened: listenerId !== null,
  rated: (rating ?? 0) > 0 || Boolean(holdsMore),
})

/** One query for all albums, and another one for names that no album has as its own. */
export async function listStates(
  { db }: Pick<Deps, 'db'>,
  { id: userId }: Pick<SignedIn, 'id'>,
  { albums }: z.output<typeof statesInput>,
): Promise<CardState[]> {
  const keys = albums.map((ref) => identityKey(ref))
  const states = new Map<string, CardState>()
  const uniqueKeys = [...new Set(keys)]
  if (uniqueKeys.length === 0) return []
  for (const { key, ...row } of await byKey(db, { userId, keys: padded(uniqueKeys, '') }))
    states.set(key, stateOf(row))

  const others = new Map(
    uniqueKeys.filter((key) => !states.has(key)).map((key) => [hashOfIdentity(key), key]),
  )
  if (others.size > 0) {
    const hashes = padded([...others.keys()], Buffer.alloc(0))
    const statesByHash = new Map(
      (await byAlias(db, { userId, hashes })).map(({ key, ...row }) => [hex(key), stateOf(row)]),
    )
    for (const [hash, key] of others) {
      const state = statesByHash.get(hex(hash))
      if (state) states.set(key, state)
    }
  }
  return keys.map(
    (key) => states.get(key) ?? { favorite: false, listenLater: false, listened: false, rated: false },
  )
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
