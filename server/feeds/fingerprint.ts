import { sql, type AliasedExpression, type Expression, type RawBuilder } from 'kysely'
import { kysely } from '../lib/sql.ts'

/** `changedAt` is null for a feed without items. */
export type FeedState = { fingerprint: string; changedAt: Date | null }

/** Hash of all that an item shows, 64 bits in hexadecimal digits. */
export const hashOf = (columns: readonly (string | Expression<unknown>)[]): RawBuilder<string> => {
  const values = columns.map((column) => (typeof column === 'string' ? sql.ref(column) : column))
  return sql`LEFT(SHA2(JSON_ARRAY(${sql.join(values)}), 256), 16)`
}

type Hashed = { hash: string; changedAt: Date }
type HashedItems = { as: (alias: 't') => AliasedExpression<Hashed, 't'> }

/** Reads one short row for all items, so that an unchanged feed is recognized without its texts. */
export const stateOf = (items: HashedItems) =>
  kysely
    .selectFrom(items.as('t'))
    .select([
      sql<string>`HEX(BIT_XOR(CAST(CONV(t.hash, 16, 10) AS UNSIGNED)))`.as('fingerprint'),
      sql<Date | null>`MAX(t.changedAt)`.as('changedAt'),
    ])

/** Equals the fingerprint that `stateOf` reads for the same items. */
export const fingerprintOf = (items: readonly Pick<Hashed, 'hash'>[]): string =>
  items
    .reduce((sum, { hash }) => sum ^ BigInt(`0x${hash}`), 0n)
    .toString(16)
    .toUpperCase()

/** Columns of `stateOf`, as `s`, in a statement that also reads the subject. */
export const stateColumns = ['s.fingerprint', 's.changedAt'] as const
