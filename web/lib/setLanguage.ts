import type { Language } from '../../shared/preferences.ts'
import { setTexts, type FirstTexts } from '../../shared/texts.ts'

const catalogues: Record<Language, () => Promise<FirstTexts>> = {
  default: async () => (await import('../../shared/texts/default.ts')).defaultTexts,
  en: async () => (await import('../../shared/texts/english.ts')).englishTexts,
  tr: async () => (await import('../../shared/texts/turkish.ts')).turkishTexts,
}

/** Must run first: module constants also use texts. */
export async function setLanguage(language: string | null | undefined): Promise<void> {
  const load = catalogues[language as Language] ?? catalogues.default
  setTexts(await load())
}
