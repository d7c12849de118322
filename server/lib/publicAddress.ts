import type { FastifyRequest } from 'fastify'

/** The names by which a machine calls itself. Cookies are kept for each apart. */
const loopbackNames = ['localhost', '127.0.0.1', '[::1]']

/**
 * Makes a function that gives the public address of a page that was asked for under another loopback name ('localhost' for
 * 127.0.0.1); null where the page stands at its own. Google and Spotify lead back to the public address, where a session
 * of the other name is unknown.
 */
export function makePublicAddress(publicUrl: string): (request: FastifyRequest) => string | null {
  const { hostname, port } = new URL(publicUrl)
  const isLoopback = loopbackNames.includes(hostname)
  const others = isLoopback ? loopbackNames.filter((name) => name !== hostname) : []
  const hosts = new Set(others.map((name) => (port === '' ? name : `${name}:${port}`)))
  return ({ url, headers: { host = '' } }) =>
    hosts.has(host.toLowerCase()) && url.startsWith('/') ? publicUrl + url : null
}
