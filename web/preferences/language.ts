import type { Language } from '../../shared/preferences.ts'
import { reloadBy } from '../lib/leaveGuard.ts'
import { keepInTab, readInTab } from '../lib/onDevice.ts'
import { keepPreference } from './cookie.ts'

const CHOSEN = 'plak-language-chosen'

/**
 * Whether a form of the page holds input that a reload loses. Such a form has the attribute `data-unsent`; forms that keep a
 * draft do not, nor do those with a leave guard, which asks by itself.
 */
export const hasUnsent = (): boolean => document.querySelector('form[data-unsent]') !== null

/** Shows everything in another language, by a reload. */
export function chooseLanguage(language: Language) {
  reloadBy(() => {
    keepPreference('language', language)
    keepInTab(CHOSEN, 'yes')
  })
}

/** Whether the page was loaded because a language was chosen; once. */
export function wasJustChosen(): boolean {
  const chosen = readInTab(CHOSEN) !== null
  keepInTab(CHOSEN, null)
  return chosen
}
