/** Cookies in a file: the value and the expiry of each name (null: no expiry). */
export type SavedCookies = Record<string, { value: string; expires: number | null }>

/** The cookies of one origin, stored between requests as in a browser. */
export type Cookies = {
  /** returns the `cookie` header; empty without cookies */
  header: () => string
  /** stores the cookies of a response's `set-cookie` headers */
  take: (headers: Headers) => void
  save: () => SavedCookies
}

/** Creates a cookie jar, empty or with saved cookies. It is for one origin, so it ignores domains and paths. */
export function makeCookies(saved: SavedCookies = {}): Cookies {
  const jar = new Map(Object.entries(saved))
  const isOver = (expires: number | null) => expires !== null && expires <= Date.now()

  function current() {
    for (const [name, { expires }] of jar) if (isOver(expires)) jar.delete(name)
    return [...jar]
  }

  return {
    header: () =>
      current()
        .map(([name, { value }]) => `${name}=${value}`)
        .join('; '),
    take(headers) {
      for (const line of headers.getSetCookie()) {
        const [, name, value] = /^\s*([^=;]+)=([^;]*)/.exec(line) ?? []
        if (name) jar.set(name.trim(), { value: value ?? '', expires: expiryOf(line) })
      }
    },
    save: () => Object.fromEntries(current()),
  }
}

function expiryOf(line: string): number | null {
  const [, seconds] = /;\s*max-age=(-?\d+)/i.exec(line) ?? []
  if (seconds) return Date.now() + Number(seconds) * 1_000
  const moment = Date.parse(/;\s*expires=([^;]+)/i.exec(line)?.[1] ?? '')
  return Number.isNaN(moment) ? null : moment
}
