import type { FastifyRequest } from 'fastify'

/** Browsers keep separate cookies for each of these names. */
const loopbackNames = ['localhost', '127.0.0.1', '[::1]']

/**
 * Returns a function that maps a request under another loopback name ('localhost' instead of 127.0.0.1) to the page's public URL;
 * null if the request already uses it. Google and Spotify redirect to the public URL, where a session under another name is
 * unknown.
 */
export function makePublicAddress(publicUrl: string): (request: FastifyRequest) => string | null {
  const { hostname, port } = new URL(publicUrl)
  const isLoopback = loopbackNames.includes(hostname)
  const otherNames = isLoopback ? loopbackNames.filter((name) => name !== hostname) : []
  const hosts = new Set(otherNames.map((name) => (port === '' ? name : `${name}:${port}`)))
  return ({ url, headers: { host = '' } }) =>
    hosts.has(host.toLowerCase()) && url.startsWith('/') ? publicUrl + url : null
}
