/**
 * Returns null for a text that is not a URL. Replaces `URL.canParse`, which returns false for letters such as 'ü' in Node 20 as soon
 * as the calling function is optimized.
 */
export function parseUrl(text: string, base?: string | URL): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
