import type { Language } from '../../shared/preferences.ts'
import { setTexts, type Texts } from '../../shared/texts.ts'

/** Catalogues of texts; only the chosen one is loaded. */
const catalogues: Record<Language, () => Promise<Texts>> = {
  default: async () => (await import('../../shared/texts/default.ts')).defaultTexts,
  en: async () => (await import('../../shared/texts/english.ts')).englishTexts,
  tr: async () => (await import('../../shared/texts/turkish.ts')).turkishTexts,
}

/** Sets the language. Must run first: module constants also use texts. */
export async function setLanguage(language: string | null | undefined): Promise<void> {
  const load = catalogues[language as Language] ?? catalogues.default
  setTexts(await load())
}
