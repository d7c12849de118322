import { ownPath } from '../../shared/ownPath.ts'
import { paths } from '../../shared/paths.ts'
import { usePathname, useSearch } from '../lib/navigation.ts'

const doors: string[] = [
  paths.login(),
  paths.register(),
  paths.forgotPassword(),
  paths.resetPassword('').split('#')[0]!,
]

/** Returns the history state for a link to /login that leads back here afterwards. */
export const fromHere = (): { from: string } => ({ from: location.pathname + location.search })

/** fromHere for a rendered link, also on the server. Without the fragment, which is a secret in some addresses (/setup). */
export function useFromHere(): { from: string } {
  const [path, search] = [usePathname(), useSearch()]
  return { from: path + search }
}

/** Returns the destination after login: `from` of the state or query if it is a page of this site, otherwise home. */
export function readFrom(state: unknown, search: string): string {
  const fromState = (state as { from?: unknown } | null)?.from
  const from = ownPath(typeof fromState === 'string' ? fromState : new URLSearchParams(search).get('from'))
  return from === null || doors.includes(from.split(/[?#]/)[0]!) ? paths.home() : from
}

/** Returns only the `from` part of a query: an error code of one page must not show on the other. */
export function fromQuery(search: string): string {
  const from = new URLSearchParams(search).get('from')
  return from === null ? '' : `?${new URLSearchParams({ from })}`
}
