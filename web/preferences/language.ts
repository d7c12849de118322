import type { Language } from '../../shared/preferences.ts'
import { reloadBy } from '../lib/leaveGuard.ts'
import { keepInTab, readInTab } from '../lib/onDevice.ts'
import { keepPreference } from './cookie.ts'

const CHOSEN = 'plak-language-chosen'

/**
 * Returns true if a form of the page holds input that a reload would lose. Such a form has the attribute `data-unsent`. Forms
 * that store a draft do not have it, nor do those with a leave guard, which asks for confirmation itself.
 */
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
