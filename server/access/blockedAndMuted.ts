import { batchedOn } from '../lib/batch.ts'
import type { Db } from '../lib/db.ts'
import { kysely, padded, statement } from '../lib/sql.ts'

export type BlockedAndMuted = { blocked: ReadonlySet<number>; muted: ReadonlyMap<number, Date> }

/** The value for most viewers; one shared object, because thousands of streams hold it. */
export const NOBODY: BlockedAndMuted = { blocked: new Set(), muted: new Map() }

const blockedAndMutedOf = statement(({ viewers }: { viewers: number[] }) =>
  kysely
    .selectFrom('Block')
    .select((eb) => [
      'blockerId as viewerId',
      'blockedId as otherId',
      eb.cast<Date | null>(eb.lit(null), 'datetime').as('until'),
    ])
    .where('blockerId', 'in', viewers)
    .unionAll(
      kysely
        .selectFrom('Block')
        .select((eb) => [
          'blockedId as viewerId',
          'blockerId as otherId',
          eb.cast<Date | null>(eb.lit(null), 'datetime').as('until'),
        ])
        .where('blockedId', 'in', viewers),
    )
    .unionAll(
      kysely
        .selectFrom('Mute')
        .select(['muterId as viewerId', 'mutedId as otherId', 'until'])
        .where('muterId', 'in', viewers),
    ),
)

// Streams that begin at the same time share one query.
const read = batchedOn(async ({ db }: { db: Db }, viewers: number[]) => {
  const rows = await blockedAndMutedOf(db, { viewers: padded([...new Set(viewers)]) })
  return viewers.map((id) => {
    const others = rows.filter((row) => row.viewerId === id)
    if (others.length === 0) return NOBODY
    return {
      blocked: new Set(others.flatMap(({ otherId, until }) => (until ? [] : [otherId]))),
      muted: new Map(others.flatMap(({ otherId, until }) => (until ? [[otherId, until] as const] : []))),
    }
  })
})

export const readBlockedAndMuted = (db: Db, viewerId: number): Promise<BlockedAndMuted> =>
  read({ db }, viewerId)
