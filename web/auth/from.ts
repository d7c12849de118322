import { ownPath } from '../../shared/ownPath.ts'
import { paths } from '../../shared/paths.ts'
import { usePathname, useSearch } from '../lib/navigation.ts'

const doors: string[] = [
  paths.login(),
  paths.register(),
  paths.forgotPassword(),
  paths.resetPassword('').split('#')[0]!,
]

/** History state for a link to /login that leads back here afterwards. */
export const fromHere = (): { from: string } => ({ from: location.pathname + location.search })

/** The same for a link that is drawn, on the server too. */
export function useFromHere(): { from: string } {
  const [path, search] = [usePathname(), useSearch()]
  return { from: path + search }
}

/** Where to go after login: the state's or the query's `from` when it is a page of this site, else home. */
export function readFrom(state: unknown, search: string): string {
  const fromState = (state as { from?: unknown } | null)?.from
  const from = ownPath(typeof fromState === 'string' ? fromState : new URLSearchParams(search).get('from'))
  return from === null || doors.includes(from.split('?')[0]!) ? paths.home() : from
}

/** Only the `from` part of a query: an error code of one page must not show on the other. */
export function fromQuery(search: string): string {
  const from = new URLSearchParams(search).get('from')
  return from === null ? '' : `?${new URLSearchParams({ from })}`
}
