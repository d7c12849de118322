import type { Language } from '../../shared/preferences.ts'
import { reloadBy } from '../lib/leaveGuard.ts'
import { keepPreference } from './cookie.ts'

const CHOSEN = 'plak-language-chosen'

/** Whether a form of the page holds input that is not kept: forms that keep their text mark it in the page. */
export const hasTyped = (): boolean =>
  [
    ...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('main form :is(input, textarea)'),
  ].some(({ value, defaultValue }) => value !== defaultValue)

/** Shows everything in another language, by a reload. */
export function chooseLanguage(language: Language) {
  reloadBy(() => {
    keepPreference('language', language)
    sessionStorage.setItem(CHOSEN, 'yes')
  })
}

/** Whether the page was loaded because a language was chosen; once. */
export function wasJustChosen(): boolean {
  const chosen = sessionStorage.getItem(CHOSEN) !== null
  sessionStorage.removeItem(CHOSEN)
  return chosen
}
