import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Deps } from '../core/deps.ts'
import type { Work } from '../jobs/schedule.ts'
import { backupFolder, makeBackup, scheduledBackups } from './dump.ts'
import { noteBackup } from './newest.ts'

type ScheduleDeps = Pick<Deps, 'db' | 'settings' | 'log'>

export function scheduledBackup(deps: ScheduleDeps, folder = backupFolder()): Work[] {
  const { settings } = deps
  if (settings.PLAK_DEMO) return []
  const every = () => (settings.BACKUP_SCHEDULE === 'off' ? null : settings.BACKUP_SCHEDULE)
  return [{ name: 'backup', on: 'one process', every, run: (signal) => backUp(deps, folder, signal) }]
}

async function backUp(
  { db, settings, log }: ScheduleDeps,
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  try {
    const startedAt = Date.now()
    const { DATABASE_URL: databaseUrl, APP_SECRET: secret } = settings
    const backup = await makeBackup({ databaseUrl, secret, folder, by: 'schedule', signal })
    await noteBackup(db, backup)
    const removed = await removeOld(folder, settings.BACKUP_KEEP)
    const { file, rows, bytes } = backup
    log.info({ file, rows, bytes, ms: Date.now() - startedAt, removed }, 'backup created')
  } catch (error) {
    if (!signal.aborted) log.error({ err: error }, 'scheduled backup failed')
  }
}

async function removeOld(folder: string, keep: number): Promise<number> {
  const old = (await scheduledBackups(folder)).slice(0, -keep)
  for (const name of old) await rm(join(folder, name), { force: true })
  return old.length
}
