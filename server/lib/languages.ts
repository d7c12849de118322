import type { Language } from '../../shared/preferences.ts'
import { texts, type Said, type Say, type Texts } from '../../shared/texts.ts'
import { englishTexts } from '../../shared/texts/english.ts'
import { turkishTexts } from '../../shared/texts/turkish.ts'

/** The texts of each language. */
export const catalogues: Record<Language, Texts> = { default: texts, en: englishTexts, tr: turkishTexts }

/** What is stored or emitted before it is known in whose language it will be read. */
export const inEveryLanguage = (say: Say): Said => ({
  default: say(catalogues.default),
  en: say(catalogues.en),
  tr: say(catalogues.tr),
})
