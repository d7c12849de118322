import { randomBytes } from 'node:crypto'
import type { Deps } from '../core/deps.ts'
import type { Db } from '../lib/db.ts'
import { fingerprintOf } from './secret.ts'

export async function lastBackup({ db }: { db: Pick<Db, 'installation'> }): Promise<Date | null> {
  const row = await db.installation.findUnique({ where: { id: 1 }, select: { backupAt: true } })
  return row?.backupAt ?? null
}

/** True if the newest backup (created or restored) used another APP_SECRET: its Spotify tokens cannot be decrypted then. */
export async function hasOtherSecret({ db, settings }: Pick<Deps, 'db' | 'settings'>): Promise<boolean> {
  const row = await db.installation.findUnique({ where: { id: 1 }, select: { backupSecret: true } })
  const { APP_SECRET, APP_SECRET_BEFORE } = settings
  const fingerprints = [APP_SECRET, APP_SECRET_BEFORE]
    .filter((secret) => secret !== undefined)
    .map(fingerprintOf)
  return Boolean(row?.backupSecret) && !fingerprints.includes(row!.backupSecret!)
}

/** `store` is the id of the installation, unless it stays as it is. */
export async function noteBackup(
  db: Pick<Db, 'installation'>,
  { madeAt, secretFingerprint }: { madeAt: Date; secretFingerprint: string },
  store?: string | null,
): Promise<void> {
  const backup = { backupAt: madeAt, backupSecret: secretFingerprint, ...(store && { store }) }
  await db.installation.upsert({
    where: { id: 1 },
    update: backup,
    create: { store: randomBytes(16).toString('hex'), ...backup },
  })
}
