import type { Language } from '../../shared/preferences.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'
import { kysely, run } from '../lib/sql.ts'

/** Mail to the user is in this language. */
export function noteLanguage(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  { id, language: previous }: SignedIn,
  language: Language,
): void {
  if (previous === language) return
  run(db, kysely.updateTable('User').set({ language }).where('id', '=', id)).catch((error: unknown) =>
    log.debug({ err: error }, 'the language of a user could not be stored'),
  )
}
