import { isolateTexts } from '../../shared/isolated.ts'
import type { Language } from '../../shared/preferences.ts'
import { texts, type Translations, type TextOf, type Texts } from '../../shared/texts.ts'
import { englishTexts } from '../../shared/texts/english.ts'
import { pageTexts } from '../../shared/texts/pageTexts.ts'
import { turkishTexts } from '../../shared/texts/turkish.ts'

export const catalogues: Record<Language, Texts> = {
  default: { ...texts, ...isolateTexts(pageTexts.default) },
  en: isolateTexts({ ...englishTexts, ...pageTexts.en }),
  tr: isolateTexts({ ...turkishTexts, ...pageTexts.tr }),
}

export const inEveryLanguage = (say: TextOf): Translations => ({
  default: say(catalogues.default),
  en: say(catalogues.en),
  tr: say(catalogues.tr),
})
