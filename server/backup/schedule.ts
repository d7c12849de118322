import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Cron } from 'croner'
import type { Deps } from '../core/deps.ts'
import { takeLease } from '../lib/lease.ts'
import { backupFolder, makeBackup, scheduledBackups } from './dump.ts'
import { noteBackup } from './newest.ts'

type ScheduleDeps = Pick<Deps, 'db' | 'settings' | 'log' | 'jobs'>

/** A process whose clock is late does not find the turn free again, in seconds. */
const LONGEST_LEASE = 600

/**
 * Makes backups by BACKUP_SCHEDULE, in one process at a time, and keeps the newest; returns a function that ends
 * that. There are none in the demo.
 */
export function startBackups(deps: ScheduleDeps, folder = backupFolder()): () => void {
  const { BACKUP_SCHEDULE, PLAK_DEMO } = deps.settings
  if (BACKUP_SCHEDULE === 'off' || PLAK_DEMO) return () => {}
  const cron = new Cron(BACKUP_SCHEDULE, { unref: true, protect: true }, () => {
    // Half of the time until the next one: shorter than that, and longer than clocks differ.
    const pause = (cron.msToNext() ?? Infinity) / 2_000
    const lease = Math.max(1, Math.min(LONGEST_LEASE, Math.floor(pause)))
    return new Promise<void>((done) =>
      deps.jobs.start((signal) => backUpInTurn(deps, { folder, lease, signal }).finally(done)),
    )
  })
  return () => cron.stop()
}

/** Makes the backup of this moment, if it is this process's turn. A failure is logged, and leaves nothing. */
async function backUpInTurn(
  { db, settings, log }: ScheduleDeps,
  { folder, lease, signal }: { folder: string; lease: number; signal: AbortSignal },
): Promise<void> {
  try {
    if (!(await takeLease(db, 'backup', lease))) return
    const begun = Date.now()
    const { DATABASE_URL: databaseUrl, APP_SECRET: secret } = settings
    const made = await makeBackup({ databaseUrl, secret, folder, by: 'schedule', signal })
    await noteBackup(db, made)
    const removed = await removeOld(folder, settings.BACKUP_KEEP)
    const { file, rows, bytes } = made
    log.info({ file, rows, bytes, ms: Date.now() - begun, removed }, 'a backup was made')
  } catch (error) {
    if (!signal.aborted) log.error({ err: error }, 'the backup of the schedule failed')
  }
}

/** Removes the schedule's backups except the newest, and gives how many. Backups of the operator stay. */
async function removeOld(folder: string, keep: number): Promise<number> {
  const old = (await scheduledBackups(folder)).slice(0, -keep)
  for (const name of old) await rm(join(folder, name), { force: true })
  return old.length
}
