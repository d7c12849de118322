import type { Language } from '../../shared/preferences.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'

/** Stores the user's language if it changed; mail to them is in that language. */
export function noteLanguage(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  { id, language: before }: SignedIn,
  language: Language,
): void {
  if (before === language) return
  db.$executeRaw`UPDATE User SET language = ${language} WHERE id = ${id}`.catch((error: unknown) =>
    log.debug({ err: error }, 'a language could not be noted'),
  )
}
