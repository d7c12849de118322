/// <reference types="vite/client" />
import type { Language } from '../shared/preferences.ts'
import { speak, type Texts } from '../shared/texts.ts'
import { prepareKeptPage } from './offline/keptPage.ts'
import './styles.css'

/** The catalogues in place of the default, each loaded only for who has chosen it. */
const catalogues: Partial<Record<Language, () => Promise<Texts>>> = {
  en: async () => (await import('../shared/texts/english.ts')).englishTexts,
  tr: async () => (await import('../shared/texts/turkish.ts')).turkishTexts,
}

prepareKeptPage()
// Before all else: texts stand in constants of modules, too. The server has both on their way at once.
const load = catalogues[document.documentElement.dataset.language as Language]
// A page in the wrong language is better than none.
const chosen = await load?.().catch(() => undefined)
if (chosen) speak(chosen)
await import('./start.tsx')
