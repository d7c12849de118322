import { randomBytes } from 'node:crypto'
import type { Deps } from '../core/deps.ts'
import type { Db } from '../lib/db.ts'
import { fingerprintOf } from './secret.ts'

/** When the newest good backup of this database was made, by any of its processes or by the operator; null for none. */
export async function lastBackup({ db }: { db: Pick<Db, 'installation'> }): Promise<Date | null> {
  const row = await db.installation.findUnique({ where: { id: 1 }, select: { backupAt: true } })
  return row?.backupAt ?? null
}

/**
 * Whether the newest backup (made here, or restored) was made with another APP_SECRET than the one of today: then its tokens
 * of Spotify cannot be opened with this one.
 */
export async function hasOtherSecret({ db, settings }: Pick<Deps, 'db' | 'settings'>): Promise<boolean> {
  const row = await db.installation.findUnique({ where: { id: 1 }, select: { backupSecret: true } })
  const { APP_SECRET, APP_SECRET_BEFORE } = settings
  const known = [APP_SECRET, APP_SECRET_BEFORE].filter((secret) => secret !== undefined).map(fingerprintOf)
  return Boolean(row?.backupSecret) && !known.includes(row!.backupSecret!)
}

/** Notes that a good backup was made. */
export async function noteBackup(
  db: Pick<Db, 'installation'>,
  { madeAt, secretFingerprint }: { madeAt: Date; secretFingerprint: string },
): Promise<void> {
  const backup = { backupAt: madeAt, backupSecret: secretFingerprint }
  await db.installation.upsert({
    where: { id: 1 },
    update: backup,
    create: { ...backup, store: randomBytes(16).toString('hex') },
  })
}
