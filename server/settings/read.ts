import { makeDb } from '../lib/db.ts'
import { makeSeal } from '../lib/seal.ts'
import type { Settings } from '../lib/settings.ts'
import { settingsInForce, type InForce } from './inForce.ts'
import { nothingStored, readStored, type StoredSettings } from './rows.ts'

type Limit = <Result>(work: Promise<Result>) => Promise<Result>

/**
 * Reads the settings in force once, on a connection of its own. Without a database, they are those of the environment. `inTime`
 * limits the time.
 */
export async function readInForce(
  base: Settings,
  inTime: Limit = (work) => work,
): Promise<InForce & { stored: StoredSettings }> {
  const db = makeDb(base.DATABASE_URL, { connections: 1 })
  try {
    const stored = await inTime(readStored(db, makeSeal(base.APP_SECRET, base.APP_SECRET_BEFORE)))
    return { stored, ...settingsInForce(base, stored) }
  } catch {
    return { stored: nothingStored, ...settingsInForce(base, nothingStored) }
  } finally {
    await db.$disconnect()
  }
}
