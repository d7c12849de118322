import type { Language } from '../../shared/preferences.ts'
import { speak, type Texts } from '../../shared/texts.ts'

/** The catalogues, each loaded only for who has chosen it. */
const catalogues: Record<Language, () => Promise<Texts>> = {
  default: async () => (await import('../../shared/texts/default.ts')).defaultTexts,
  en: async () => (await import('../../shared/texts/english.ts')).englishTexts,
  tr: async () => (await import('../../shared/texts/turkish.ts')).turkishTexts,
}

/** Speaks a language from now on. Before all else: texts stand in constants of modules, too. */
export async function speakLanguage(language: string | null | undefined): Promise<void> {
  const load = catalogues[language as Language] ?? catalogues.default
  speak(await load())
}
