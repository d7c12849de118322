import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { z } from 'zod'
import type {
  BackupCheck,
  BackupDownload,
  backupInput,
  Backups,
  downloadInput,
  NewBackup,
} from '../../shared/admin.ts'
import { paths } from '../../shared/paths.ts'
import { checkBackup } from '../backup/check.ts'
import { backupFolder, backupNames, makeBackup } from '../backup/dump.ts'
import { BackupError, readFooter, readHeader } from '../backup/file.ts'
import { noteBackup } from '../backup/newest.ts'
import { forbidden, notFound } from '../lib/errors.ts'
import { proveSelf } from '../passkeys/proof.ts'
import { lineOf, type Request } from './acts.ts'
import { joinWork } from './patience.ts'
import { issueTicket } from './tickets.ts'

/** Newest first. A file that cannot be read is listed, too: its check says what is wrong. */
export async function listBackups(folder = backupFolder()): Promise<Backups> {
  const backups = await Promise.all(
    (await backupNames(folder)).map(async (name) => {
      const file = join(folder, name)
      const [header, footer, stats] = await Promise.all([
        readHeader(file),
        readFooter(file).catch(() => null),
        stat(file).catch(() => null),
      ])
      const madeAt = header?.madeAt ?? stats?.mtime ?? new Date(0)
      const row = { name, madeAt: madeAt.toISOString(), bytes: stats?.size ?? 0 }
      return { ...row, people: footer?.tables['User']?.rows ?? null, isReadable: header !== null }
    }),
  )
  return { backups: backups.toSorted((one, other) => other.madeAt.localeCompare(one.madeAt)) }
}

/** Returns the path of a backup in the folder. @throws notFound for all other names */
export async function findBackup(name: string, folder = backupFolder()): Promise<string> {
  if (!(await backupNames(folder)).includes(name)) throw notFound('admin.noSuchBackup', 'name')
  return join(folder, name)
}

/** A call while a backup is being made waits for the same one. */
export async function backUp(request: Request): Promise<NewBackup> {
  const { jobs, settings, db, audit } = request.deps
  const outcome = await joinWork(jobs, 'backup', async (signal) => {
    const { DATABASE_URL: databaseUrl, APP_SECRET: secret } = settings
    const backup = await makeBackup({ databaseUrl, secret, folder: backupFolder(), signal })
    await noteBackup(db, backup)
    const detail = { rows: backup.rows, withSecret: false }
    audit.note(lineOf(request, 'admin.backup', { detail }))
    await audit.flush()
    return backup
  })
  return { isRunning: outcome === null, name: outcome && nameOf(outcome.result.file) }
}

const nameOf = (file: string): string => file.slice(file.lastIndexOf('/') + 1)

/** Restores it into a temporary database. @throws notFound */
export async function checkNamed(
  { deps: { jobs, settings } }: Pick<Request, 'deps'>,
  { name }: z.output<typeof backupInput>,
): Promise<BackupCheck> {
  const file = await findBackup(name)
  const outcome = await joinWork(jobs, `check ${name}`, async () => {
    try {
      await checkBackup(settings.DATABASE_URL, file)
      return null
    } catch (error) {
      if (error instanceof BackupError) return error.message.replaceAll(file, name)
      throw error
    }
  })
  return { isRunning: outcome === null, problem: outcome?.result ?? null }
}

/** @throws notFound; as proveSelf; forbidden in the demo; unavailable while Redis is unreachable */
export async function allowDownload(
  request: Request,
  { name, ...proof }: z.output<typeof downloadInput>,
): Promise<BackupDownload> {
  const { deps, viewer } = request
  if (deps.settings.PLAK_DEMO) throw forbidden('admin.notInDemo')
  await findBackup(name)
  await proveSelf(deps, request, viewer, proof)
  await issueTicket(deps, viewer, name)
  deps.audit.note(lineOf(request, 'admin.backup-download', { detail: { backup: name } }))
  await deps.audit.flush()
  return { address: paths.backupFile(name) }
}
