import { limits } from './limits.ts'
import { parseUrl } from './parseUrl.ts'

/** Returns a path of this site to return to, or null. Never another origin, however a parser reads it. */
export function ownPath(text: string | null | undefined): string | null {
  const site = 'http://plak.invalid'
  const url = text?.startsWith('/') && text.length <= limits.url ? parseUrl(text, site) : null
  if (!url) return null
  const { origin, pathname, search, hash } = url
  return origin === site && !pathname.startsWith('//') && !pathname.startsWith('/auth/')
    ? pathname + search + hash
    : null
}
