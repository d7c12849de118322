import type { Db, Tx } from './db.ts'
import { databaseNow, kysely, rows } from './sql.ts'

/**
 * Acquires a lease for `seconds` (database clock); returns false if another process holds it. Periodic work does not release its
 * lease: an hourly job holds it for an hour.
 */
export async function takeLease(db: Tx, name: string, seconds: number): Promise<boolean> {
  const taken = await db.$executeRaw`
    UPDATE Lease SET until = UTC_TIMESTAMP(3) + INTERVAL ${seconds} SECOND
    WHERE name = ${name} AND until <= UTC_TIMESTAMP(3)`
  if (taken > 0) return true
  // On first use there is no row; only one of several processes inserts it.
  const made = await db.$executeRaw`
    INSERT IGNORE INTO Lease (name, until) VALUES (${name}, UTC_TIMESTAMP(3) + INTERVAL ${seconds} SECOND)`
  return made > 0
}

/** Extends a lease that this process holds. */
export async function holdLease(db: Db, name: string, seconds: number): Promise<void> {
  await db.$executeRaw`
    UPDATE Lease SET until = UTC_TIMESTAMP(3) + INTERVAL ${seconds} SECOND WHERE name = ${name}`
}

/** Deletes a lease whose work is complete. */
export async function dropLease(db: Db, name: string): Promise<void> {
  await db.$executeRaw`DELETE FROM Lease WHERE name = ${name}`
}

/** Returns the names of expired leases with a prefix: the processes that held them ended before their work was complete. */
export async function abandonedLeases(db: Db, beginning: string): Promise<string[]> {
  const found = await rows(
    db,
    kysely
      .selectFrom('Lease')
      .select('name')
      .where('name', 'like', `${beginning}%`)
      .where('until', '<=', databaseNow),
  )
  return found.map(({ name }) => name)
}
