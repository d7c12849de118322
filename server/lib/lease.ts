import type { Db } from './db.ts'

/**
 * Takes what one process at a time does, for so many seconds of the database's clock; false when it is taken. It is not given
 * back: what is done once an hour is taken for an hour.
 */
export async function takeLease(db: Db, name: string, seconds: number): Promise<boolean> {
  const taken = await db.$executeRaw`
    UPDATE Lease SET until = UTC_TIMESTAMP(3) + INTERVAL ${seconds} SECOND
    WHERE name = ${name} AND until <= UTC_TIMESTAMP(3)`
  if (taken > 0) return true
  // The very first time there is no row; of several processes one makes it.
  const made = await db.$executeRaw`
    INSERT IGNORE INTO Lease (name, until) VALUES (${name}, UTC_TIMESTAMP(3) + INTERVAL ${seconds} SECOND)`
  return made > 0
}
