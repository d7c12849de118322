import { pino } from 'pino'
import { makeAudit } from '../core/audit.ts'
import { makeDb } from '../lib/db.ts'
import { readSettings } from '../lib/settings.ts'
import { makeSetupLink } from './link.ts'

/** Used by scripts/setupLink.mjs. Makes a setup link, on a connection of its own; null as makeSetupLink. */
export async function makeLinkOnce(env: Record<string, string | undefined>): Promise<string | null> {
  const settings = readSettings(env)
  const db = makeDb(settings.DATABASE_URL, { connections: 1 })
  const audit = makeAudit({ db, log: pino({ level: 'silent' }), now: () => new Date() })
  try {
    return await makeSetupLink({ db, settings, audit })
  } finally {
    await audit.close()
    await db.$disconnect()
  }
}
