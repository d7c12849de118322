import type { Db, Tx } from './db.ts'
import { databaseNow, kysely, rows } from './sql.ts'

/**
 * Takes what one process at a time does, for so many seconds of the database's clock; false when it is taken. It is not given
 * back: what is done once an hour is taken for an hour.
 */
export async function takeLease(db: Tx, name: string, seconds: number): Promise<boolean> {
  const taken = await db.$executeRaw`
    UPDATE Lease SET until = UTC_TIMESTAMP(3) + INTERVAL ${seconds} SECOND
    WHERE name = ${name} AND until <= UTC_TIMESTAMP(3)`
  if (taken > 0) return true
  // The very first time there is no row; of several processes one makes it.
  const made = await db.$executeRaw`
    INSERT IGNORE INTO Lease (name, until) VALUES (${name}, UTC_TIMESTAMP(3) + INTERVAL ${seconds} SECOND)`
  return made > 0
}

/** Holds a lease that is one's own for longer. */
export async function holdLease(db: Db, name: string, seconds: number): Promise<void> {
  await db.$executeRaw`
    UPDATE Lease SET until = UTC_TIMESTAMP(3) + INTERVAL ${seconds} SECOND WHERE name = ${name}`
}

/** Ends a lease for good: what it was for is done. */
export async function dropLease(db: Db, name: string): Promise<void> {
  await db.$executeRaw`DELETE FROM Lease WHERE name = ${name}`
}

/** The names of the leases that begin so and have run out: the processes that took them ended before they were done. */
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
