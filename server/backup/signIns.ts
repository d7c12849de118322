import type { Connection } from 'mariadb'

/** Number of accounts whose sign-in data changed since a backup; a restore undoes these changes. */
export type SignInChanges = { passwords: number; passkeys: number; addresses: number }

const kinds = {
  'password.changed': 'passwords',
  'password.reset': 'passwords',
  'passkey.added': 'passkeys',
  'passkey.removed': 'passkeys',
  'email.changed': 'addresses',
} as const

/** Counts these accounts in the audit trail, which the restore replaces. */
export async function readSignInChanges(connection: Connection, since: Date): Promise<SignInChanges> {
  const rows = await connection.query<{ event: keyof typeof kinds; subjectId: number }[]>(
    'SELECT DISTINCT event, subjectId FROM AuditEntry WHERE createdAt > ? AND event IN (?)',
    [since.toISOString().slice(0, -1).replace('T', ' '), Object.keys(kinds)],
  )
  const countOf = (kind: keyof SignInChanges) =>
    new Set(rows.filter(({ event }) => kinds[event] === kind).map(({ subjectId }) => subjectId)).size
  return { passwords: countOf('passwords'), passkeys: countOf('passkeys'), addresses: countOf('addresses') }
}

/**
 * Ends sessions and links that were valid when the backup was created: since then, a stolen session may have been ended, or a
 * single-use link used. Foreign keys are not checked during a restore, so each table is emptied.
 */
export async function endSessionsAndLinks(connection: Connection): Promise<void> {
  for (const table of ['SpotifyAuthorization', 'Session', 'PasswordReset', 'EmailLink', 'Invitation'])
    await connection.query(`DELETE FROM ${table}`)
  await connection.query("DELETE FROM Mail WHERE kind IN ('reset', 'confirm', 'change')")
}
