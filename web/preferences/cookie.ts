import { preferenceCookies, type Preferences } from '../../shared/preferences.ts'

const YEAR = 365 * 24 * 60 * 60

/** Keeps a preference of this device for a year; the server reads it with the next page. */
export function keepPreference<Name extends keyof Preferences>(name: Name, value: Preferences[Name]) {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  document.cookie = `${preferenceCookies[name]}=${value}; path=/; max-age=${YEAR}; samesite=lax${secure}`
}
