import type { Demo } from '../../demo/server.ts'

export const callback = 'http://127.0.0.1:3000/spotify/callback'
export const allScopes = [
  'user-library-read',
  'user-read-recently-played',
  'user-top-read',
  'playlist-read-private',
  'user-follow-read',
  'user-read-private',
  'user-read-email',
]
const basic = (client: string) => `Basic ${Buffer.from(client).toString('base64')}`

/** Returns the URL to which the product redirects a user; undefined removes a parameter. */
export function authorizeUrl({ spotify }: Demo, more: Record<string, string | undefined> = {}): string {
  const usual = {
    client_id: 'plak',
    response_type: 'code',
    redirect_uri: callback,
    state: 'st 1',
    scope: allScopes.join(' '),
  }
  const given = Object.entries({ ...usual, ...more }).filter(
    (pair): pair is [string, string] => pair[1] !== undefined,
  )
  return `${spotify.accountsBase}/authorize?${new URLSearchParams(given)}`
}

export const codeIn = (url: string) => new URL(url).searchParams.get('code')!

/** Sends POST /api/token as an app with Basic credentials, or without them (null). */
export async function token(
  { spotify }: Demo,
  form: Record<string, string>,
  client: string | null = 'plak:secret',
) {
  const response = await fetch(`${spotify.accountsBase}/api/token`, {
    method: 'POST',
    headers: client === null ? {} : { authorization: basic(client) },
    body: new URLSearchParams(form),
  })
  return { status: response.status, body: (await response.json()) as Record<string, string> }
}

/** Connects a user; returns their tokens. */
export async function connect(demo: Demo, person: string, scopes: string[] = allScopes) {
  const code = codeIn(demo.spotify.answer(authorizeUrl(demo, { scope: scopes.join(' ') }), person))
  const { body } = await token(demo, { grant_type: 'authorization_code', code, redirect_uri: callback })
  return { access: body.access_token!, refresh: body.refresh_token!, scope: body.scope! }
}

export type Page = { url: string; status: number; html: string; policy: string }

/** A browser without scripts: it stores a cookie, follows redirects on the stand-in, and presses buttons by their names. */
export function browse(demo: Demo) {
  let cookie = ''

  async function go(url: string, init: RequestInit = {}): Promise<Page> {
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { cookie } })
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie
    const next = response.headers.get('location')
    if (!next) {
      const policy = response.headers.get('content-security-policy') ?? ''
      return { url, status: response.status, html: await response.text(), policy }
    }
    const target = new URL(next, demo.origin)
    return target.origin === demo.origin
      ? go(target.href)
      : { url: target.href, status: response.status, html: '', policy: '' }
  }

  /** Presses the button whose HTML contains this text. */
  function press({ html }: Page, button: string): Promise<Page> {
    for (const [, action, inner] of html.matchAll(/<form [^>]*action="([^"]+)">(.*?)<\/form>/gs)) {
      const pressed = [...inner!.matchAll(/<button([^>]*)>(.*?)<\/button>/gs)].find(([, , text]) =>
        text!.includes(button),
      )
      if (!pressed) continue
      const fields = [...inner!.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)]
      const body = new URLSearchParams(
        fields.map(([, name, value]) => [name!, value!.replaceAll('&amp;', '&').replaceAll('&#39;', "'")]),
      )
      const [, name, value] = /name="([^"]+)" value="([^"]+)"/.exec(pressed[1]!) ?? []
      if (name) body.set(name, value!)
      return go(`${demo.origin}${action}`, { method: 'POST', body })
    }
    throw new Error(`no button says ${button} on ${html}`)
  }
  return { go, press }
}

/** Requests a path or a URL of the service with a user's token. */
export async function get({ spotify }: Demo, access: string, path: string) {
  const url = path.startsWith('http') ? path : `${spotify.apiBase}${path}`
  const response = await fetch(url, { headers: { authorization: `Bearer ${access}` } })
  // oxlint-disable-next-line no-explicit-any
  return { status: response.status, headers: response.headers, body: (await response.json()) as any }
}
