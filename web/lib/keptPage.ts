import { manifestPath, preferencesOf } from '../../shared/preferences.ts'

/** Whether the page came from this device, because it could not come from the server; the service worker says so. */
export const isKeptPage = (): boolean => document.querySelector('meta[name="plak-kept"]') !== null

/** Sets the preferences as the server does, since the kept page has no person's. Runs first. */
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
