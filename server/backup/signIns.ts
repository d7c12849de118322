import type { Db } from '../lib/db.ts'
import { kysely, rows } from '../lib/sql.ts'

/** Number of accounts whose sign-in data changed since a backup; a restore undoes these changes. */
export type SignInChanges = { passwords: number; passkeys: number; addresses: number }

const kinds: Record<string, keyof SignInChanges> = {
  'password.changed': 'passwords',
  'password.reset': 'passwords',
  'passkey.added': 'passkeys',
  'passkey.removed': 'passkeys',
  'email.changed': 'addresses',
}

export async function readSignInChanges(db: Db, since: Date): Promise<SignInChanges> {
  const entries = await rows(
    db,
    kysely
      .selectFrom('AuditEntry')
      .select(['event', 'subjectId'])
      .distinct()
      .where('createdAt', '>', since)
      .where('event', 'in', Object.keys(kinds)),
  )
  const countOf = (kind: keyof SignInChanges) =>
    new Set(entries.flatMap(({ event, subjectId }) => (kinds[event] === kind ? [subjectId] : []))).size
  return { passwords: countOf('passwords'), passkeys: countOf('passkeys'), addresses: countOf('addresses') }
}
