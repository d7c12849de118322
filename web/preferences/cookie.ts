import { preferenceCookies, type Preferences } from '../../shared/preferences.ts'

const YEAR = 365 * 24 * 60 * 60

/** Stores a preference of this device for a year, in a cookie that the server reads with the next page. */
export function keepPreference<Name extends keyof Preferences>(name: Name, value: Preferences[Name]) {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  document.cookie = `${preferenceCookies[name]}=${value}; path=/; max-age=${YEAR}; samesite=lax${secure}`
}
