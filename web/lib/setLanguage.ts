import type { Language } from '../../shared/preferences.ts'
import { setTexts, type Texts } from '../../shared/texts.ts'

/** The catalogues, each loaded only when it is chosen. */
const catalogues: Record<Language, () => Promise<Texts>> = {
  default: async () => (await import('../../shared/texts/default.ts')).defaultTexts,
  en: async () => (await import('../../shared/texts/english.ts')).englishTexts,
  tr: async () => (await import('../../shared/texts/turkish.ts')).turkishTexts,
}

/** Sets the language. Must run first: texts are also used in module constants. */
export async function setLanguage(language: string | null | undefined): Promise<void> {
  const load = catalogues[language as Language] ?? catalogues.default
  setTexts(await load())
}
