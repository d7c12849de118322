import type { Language } from '../../shared/preferences.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'

/** Notes in which language somebody uses the product, where that is another one than before: their mail is in it. */
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
