/** Cookies as they are written to a file: name to value and moment of expiry (null: none was told). */
export type SavedCookies = Record<string, { value: string; expires: number | null }>

/** The cookies of one origin, kept between requests as a browser keeps them. */
export type Cookies = {
  /** what the `cookie` header says; empty without cookies */
  header: () => string
  /** keeps what an answer's `set-cookie` headers say */
  take: (headers: Headers) => void
  save: () => SavedCookies
}

/** A jar, empty or with what an earlier one saved. It knows one origin, so domains and paths play no part. */
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
