import { manifestPath, preferencesOf } from '../../shared/preferences.ts'

/** True if the service worker served the page from this device because the server was unreachable. */
export const isKeptPage = (): boolean => document.querySelector('meta[name="plak-kept"]') !== null

/** Sets the preferences as the server does: the cached page contains no user's preferences. Must run first. */
export function prepareKeptPage() {
  if (!isKeptPage()) return
  const cookies = Object.fromEntries(document.cookie.split('; ').map((cookie) => cookie.split('=')))
  const { language, theme } = preferencesOf(cookies)
  const { dataset } = document.documentElement
  document.documentElement.lang = language === 'tr' ? 'tr' : 'en'
  dataset.language = language
  if (theme !== 'system') dataset.theme = theme
  document.querySelector('link[rel="manifest"]')!.setAttribute('href', manifestPath(language))
}
