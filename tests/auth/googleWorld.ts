import { beforeEach } from 'vitest'
import { startGoogle, type GoogleDemo, type GooglePerson } from '../../demo/oidc/provider.ts'
import { makeClient } from '../harness/client.ts'
import { makeCookies } from '../harness/cookies.ts'
import { runServer } from '../support/runProduct.ts'
import { startServer } from '../support/server.ts'

// The product has a fictional host name, which the browser of the tests resolves.
export const site = 'http://plak.test'
export const callback = `${site}/auth/google/callback`
export const secrets = { clientId: 'plak-tests', clientSecret: 'a secret between two' }

export const cagla: GooglePerson = {
  sub: '1001',
  email: 'Cagla@gmail.example',
  emailVerified: true,
  name: 'Çağla Işık',
}
const unsure: GooglePerson = {
  sub: '1002',
  email: 'unsure@gmail.example',
  emailVerified: false,
  name: 'Un Sure',
}

/** Returns the settings of a server that uses this Google. */
export const googleSettings = ({ issuer }: GoogleDemo) => ({
  PUBLIC_URL: site,
  GOOGLE_CLIENT_ID: secrets.clientId,
  GOOGLE_CLIENT_SECRET: secrets.clientSecret,
  OIDC_ISSUER: issuer,
})

/** Runs the product with a Google stand-in for the tests of a file; `now` is the product's clock. */
export function runGoogle(now = () => new Date()) {
  const plak = runServer(async () => {
    const google = await startGoogle({ ...secrets, redirectUri: callback, people: [cagla, unsure] })
    const server = await startServer({ now, settings: googleSettings(google) })
    return { ...server, google, close: () => server.close().then(google.close) }
  })
  beforeEach(() => void plak.server.google.people.set(cagla.sub, cagla))
  return plak
}

/** A browser that follows pages like a user, with separate cookies for each of the two sites. */
export function googleBrowser(at: string) {
  const own = makeCookies()
  const jars = new Map([[site, own]])

  /** Requests one page; returns its redirect, or its text. */
  async function get(
    address: string,
  ): Promise<{ status: number; to: string | null; text: string; headers: Headers }> {
    const url = new URL(address, site)
    const jar = jars.get(url.origin) ?? makeCookies()
    jars.set(url.origin, jar)
    const real = url.origin === site ? new URL(url.pathname + url.search, at) : url
    const response = await fetch(real, { redirect: 'manual', headers: { cookie: jar.header() } })
    jar.take(response.headers)
    const to = response.headers.get('location')
    return {
      status: response.status,
      to: to && new URL(to, url).href,
      text: await response.text(),
      headers: response.headers,
    }
  }

  /** Follows redirects to the last page. */
  async function go(address: string): Promise<{ at: string; text: string }> {
    for (let at = new URL(address, site).href, steps = 0; steps < 12; steps++) {
      const { to, text } = await get(at)
      if (!to) return { at: at.replace(site, ''), text }
      at = to
    }
    throw new Error(`${address} leads round and round`)
  }

  /** Signs in with Google and chooses the person with this id, or 'cancel'; returns the last page. */
  async function chosen(choice: string, from = '', invite = '') {
    const query = new URLSearchParams({ ...(from && { from }), ...(invite && { invite }) })
    const { at, text } = await go(`/auth/google?${query}`)
    const link = [...text.matchAll(/href="([^"]+)"/g)]
      .map(([, href]) => href!)
      .find((href) => href.endsWith(`/${choice}`))
    if (!link) throw new Error(`No choice ${choice} at ${at}: ${text.slice(0, 300)}`)
    return await go(new URL(link, at).href)
  }
  const signIn = async (...how: Parameters<typeof chosen>) => (await chosen(...how)).at
  return { get, go, chosen, signIn, cookies: own, client: makeClient({ url: at, cookies: own }).client }
}
