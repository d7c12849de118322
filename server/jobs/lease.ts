import { randomBytes } from 'node:crypto'
import { sql, type Compilable } from 'kysely'
import type { Tx } from '../lib/db.ts'
import { kysely, run } from '../lib/sql.ts'

// A row of a queue belongs to the process that knows its `lease`, until `leasedUntil` by the database's clock. Each function
// starts a statement, to which the queue adds its conditions and values.

type Queue = 'Job' | 'Import' | 'Mail' | 'Push'

export type Lease = Uint8Array<ArrayBuffer>

/** The row was deleted or revoked, or another process took it over after the lease expired. */
export class LeaseLost extends Error {}

export const makeLease = (): Lease => new Uint8Array(randomBytes(32))

export const fromNow = (seconds: number) =>
  sql<Date>`UTC_TIMESTAMP(3) + INTERVAL ${Math.round(seconds * 1_000_000)} MICROSECOND`

export const isFree = sql<boolean>`(leasedUntil IS NULL OR leasedUntil <= UTC_TIMESTAMP(3))`

export const claimQuery = (table: Queue, lease: Lease, seconds: number) =>
  kysely
    .updateTable(table)
    .set({ lease, leasedUntil: fromNow(seconds) })
    .where(isFree)

export const holdQuery = (table: Queue, lease: Lease, seconds: number) =>
  kysely
    .updateTable(table)
    .set({ leasedUntil: fromNow(seconds) })
    .where('lease', '=', lease)

export const releaseQuery = (table: Queue, lease: Lease) =>
  kysely.updateTable(table).set({ lease: null, leasedUntil: null }).where('lease', '=', lease)

/** @throws LeaseLost */
export async function runHeld(db: Tx, query: Compilable): Promise<void> {
  if ((await run(db, query)) === 0) throw new LeaseLost()
}
