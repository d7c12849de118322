import { limits } from './limits.ts'

/** Returns a path of this site to return to, or null. Never another origin, however a parser reads it. */
export function ownPath(text: string | null | undefined): string | null {
  const site = 'http://plak.invalid'
  if (!text?.startsWith('/') || text.length > limits.url || !URL.canParse(text, site)) return null
  const { origin, pathname, search } = new URL(text, site)
  return origin === site && !pathname.startsWith('//') && !pathname.startsWith('/auth/')
    ? pathname + search
    : null
}
