import { isolateTexts } from '../../shared/isolated.ts'
import type { Language } from '../../shared/preferences.ts'
import { texts, type Translations, type TextOf, type Texts } from '../../shared/texts.ts'
import { englishTexts } from '../../shared/texts/english.ts'
import { turkishTexts } from '../../shared/texts/turkish.ts'

export const catalogues: Record<Language, Texts> = {
  default: texts,
  en: isolateTexts(englishTexts),
  tr: isolateTexts(turkishTexts),
}

export const inEveryLanguage = (say: TextOf): Translations => ({
  default: say(catalogues.default),
  en: say(catalogues.en),
  tr: say(catalogues.tr),
})
