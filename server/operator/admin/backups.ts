import { checkBackup } from '../../backup/check.ts'
import { backupFolder, makeBackup } from '../../backup/dump.ts'
import type { Backup } from '../../backup/file.ts'
import { noteBackup } from '../../backup/newest.ts'
import { restore } from '../../backup/restore.ts'
import { installSecret } from '../../backup/secret.ts'
import type { SignInChanges } from '../../backup/signIns.ts'
import { lacksTables } from '../../lib/db.ts'
import { formatCount, moment, type Task } from './task.ts'

/** The header can contain the secret, which is not printed. */
const summaryOf = ({ header, footer }: Backup) => ({
  ...header,
  secret: undefined,
  withSecret: header.secret !== undefined,
  ...footer,
})

const people = ({ footer }: Pick<Backup, 'footer'>) =>
  formatCount(footer.tables['User']?.rows ?? 0, 'person', 'people')

const backup: Task = {
  words: '[file]',
  usage: '[--with-secret]',
  options: { 'with-secret': { type: 'boolean' } },
  does: 'writes a snapshot of all data into a file (.data/backups), with APP_SECRET if requested',
  async alone({ settings, root, connect, signal }, { words: [place], options }) {
    const { DATABASE_URL: databaseUrl, APP_SECRET: secret } = settings()
    const withSecret = options['with-secret'] === true
    const folder = backupFolder(root)
    const newBackup = await makeBackup({ databaseUrl, secret, withSecret, place, folder, signal })
    const { db } = await connect()
    await noteBackup(db, newBackup).catch((error: unknown) => {
      // Before an upgrade, the database can be older than this table.
      if (!lacksTables(error)) throw error
    })
    const size = `${Math.ceil(newBackup.bytes / 1024)} KB`
    const secrets = withSecret
      ? 'APP_SECRET is in it: who has the file can open every sealed token.'
      : 'APP_SECRET is not in it: keep that, too, or say --with-secret.'
    return {
      said: `${formatCount(newBackup.rows, 'row')} of ${formatCount(Object.keys(newBackup.tables).length, 'table')}, ${size}. ${secrets}\n${newBackup.file}`,
      data: { ...newBackup, withSecret },
      changed: { detail: { rows: newBackup.rows, withSecret } },
    }
  },
}

const backupCheck: Task = {
  words: '{file}',
  does: 'restores a backup into a temporary database, compares every checksum, and deletes that database',
  async alone({ settings }, { words: [file = ''] }) {
    const checked = await checkBackup(settings().DATABASE_URL, file)
    const { header, footer } = checked
    return {
      said: `${file} is good: ${formatCount(footer.rows, 'row')}, ${people(checked)}, made at ${moment(header.madeAt)} UTC by version ${header.version}.`,
      data: { file, ...summaryOf(checked) },
    }
  },
}

const undoneSentence = ({ passwords, passkeys, addresses }: SignInChanges) =>
  `Restored to their state at the backup: ${formatCount(passwords, 'password')}, passkeys of ${formatCount(passkeys, 'account')}, ` +
  `${formatCount(addresses, 'address', 'addresses')}.`

const restoreTask: Task = {
  words: '{file}',
  usage: '[--replace] [--keep-sessions]',
  options: { replace: { type: 'boolean' }, 'keep-sessions': { type: 'boolean' } },
  does: 'restores a backup into the database, while the product is stopped; ends its sessions, access tokens and links unless --keep-sessions; --replace also replaces existing people',
  async alone({ settings, root }, { words: [file = ''], options }) {
    const { DATABASE_URL: databaseUrl, APP_SECRET: secret } = settings()
    const [replace, folder] = [options['replace'] === true, backupFolder(root)]
    const keepSessions = options['keep-sessions'] === true
    const restored = await restore({ databaseUrl, secret, file, replace, keepSessions, folder })
    const { header, previousFile: replacedFile, migrated, undone } = restored
    const secretSentence = restored.isOtherSecret ? await installSecret(root, secret, header.secret) : null
    const lines = [
      replacedFile && `The previous data is in ${replacedFile}`,
      `Restored: ${formatCount(restored.footer.rows, 'row')}, ${people(restored)}, as of ${moment(header.madeAt)} UTC.`,
      migrated.length > 0 && `Migrated: ${migrated.join(', ')}`,
      !keepSessions && 'Everybody has to sign in again; access tokens, and links that were sent, have ended.',
      undone && undoneSentence(undone),
      secretSentence,
    ]
    return {
      said: lines.filter(Boolean).join('\n'),
      data: {
        file,
        ...summaryOf(restored),
        before: replacedFile,
        migrated,
        undone,
        otherSecret: restored.isOtherSecret,
      },
      changed: { detail: { rows: restored.footer.rows, replaced: replacedFile !== null, keepSessions } },
    }
  },
}

export const backupTasks: Record<string, Task> = {
  backup,
  'backup-check': backupCheck,
  restore: restoreTask,
}
