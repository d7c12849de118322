import type { Language } from '../../shared/preferences.ts'
import { speak, type Texts } from '../../shared/texts.ts'

/** The catalogues in place of the default, each loaded only for who has chosen it. */
const catalogues: Partial<Record<Language, () => Promise<Texts>>> = {
  en: async () => (await import('../../shared/texts/english.ts')).englishTexts,
  tr: async () => (await import('../../shared/texts/turkish.ts')).turkishTexts,
}

/** Speaks a language from now on. Before all else: texts stand in constants of modules, too. */
export async function speakLanguage(language: string | null | undefined): Promise<void> {
  const chosen = await catalogues[language as Language]?.()
  if (chosen) speak(chosen)
}
