import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Cron } from 'croner'
import type { Deps } from '../core/deps.ts'
import { takeLease } from '../lib/lease.ts'
import { backupFolder, makeBackup, scheduledBackups } from './dump.ts'
import { noteBackup } from './newest.ts'

type ScheduleDeps = Pick<Deps, 'db' | 'settings' | 'log' | 'jobs'>

/** Lease in seconds, long enough that a process whose clock is late does not acquire it again. */
const LONGEST_LEASE = 600

/**
 * Creates backups according to BACKUP_SCHEDULE, in one process at a time, and deletes old ones. Disabled in the demo. Returns a
 * function that stops the schedule.
 */
export function startBackups(deps: ScheduleDeps, folder = backupFolder()): () => void {
  const { BACKUP_SCHEDULE, PLAK_DEMO } = deps.settings
  if (BACKUP_SCHEDULE === 'off' || PLAK_DEMO) return () => {}
  const cron = new Cron(BACKUP_SCHEDULE, { unref: true, protect: true }, () => {
    // Half of the time until the next backup: shorter than the interval, and longer than clocks differ.
    const pause = (cron.msToNext() ?? Infinity) / 2_000
    const lease = Math.max(1, Math.min(LONGEST_LEASE, Math.floor(pause)))
    return new Promise<void>((done) =>
      deps.jobs.start((signal) => backUpInTurn(deps, { folder, lease, signal }).finally(done)),
    )
  })
  return () => cron.stop()
}

/** Creates the due backup if this process acquires the lease. A failure is logged and leaves no file. */
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

/** Deletes scheduled backups except the newest `keep`, and returns their number. The operator's backups are kept. */
async function removeOld(folder: string, keep: number): Promise<number> {
  const old = (await scheduledBackups(folder)).slice(0, -keep)
  for (const name of old) await rm(join(folder, name), { force: true })
  return old.length
}
