import { limits } from './limits.ts'

/** A path of this site to come back to, or null: never another origin, whatever a parser makes of it. */
export function ownPath(text: string | null | undefined): string | null {
  const site = 'http://plak.invalid'
  if (!text?.startsWith('/') || text.length > limits.url || !URL.canParse(text, site)) return null
  const { origin, pathname, search } = new URL(text, site)
  return origin === site && !pathname.startsWith('//') && !pathname.startsWith('/auth/')
    ? pathname + search
    : null
}
