import type { Language } from '../../shared/preferences.ts'
import { reloadBy } from '../lib/leaveGuard.ts'
import { keepInTab, readInTab } from '../lib/onDevice.ts'
import { keepPreference } from './cookie.ts'

const CHOSEN = 'plak-language-chosen'

/** True if a reload would lose input. Forms with a draft or a leave guard, which asks itself, do not have `data-unsent`. */
export const hasUnsent = (): boolean => document.querySelector('form[data-unsent]') !== null

export function chooseLanguage(language: Language) {
  reloadBy(() => {
    keepPreference('language', language)
    keepInTab(CHOSEN, 'yes')
  })
}

export function wasJustChosen(): boolean {
  const isJustChosen = readInTab(CHOSEN) !== null
  keepInTab(CHOSEN, null)
  return isJustChosen
}
