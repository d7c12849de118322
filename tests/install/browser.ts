import { once } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { WebSocket } from 'ws'

/** The product's host name in docs/install.md. */
export const HOST = 'plak.example.org'
const ORIGIN = `https://${HOST}`

type Answer = { status: number; headers: IncomingHttpHeaders; body: string }

/**
 * A browser that opens the product's public name on a port of this machine: over TLS with a certificate authority of the test,
 * and from an address of its own.
 */
export function makeBrowser({ port, ca, localAddress }: { port: number; ca: Buffer; localAddress: string }) {
  let cookie = ''
  const way = { host: '127.0.0.1', port, ca, servername: HOST, localAddress }
  const headers = () => ({ host: HOST, origin: ORIGIN, ...(cookie && { cookie }) })

  async function ask(path: string, more: Record<string, string> = {}, body?: string): Promise<Answer> {
    const method = body === undefined ? 'GET' : 'POST'
    const asked = request({ ...way, path, method, agent: false, headers: { ...headers(), ...more } })
    asked.end(body)
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    const chunks: Buffer[] = []
    for await (const chunk of answer) chunks.push(chunk as Buffer)
    for (const set of answer.headers['set-cookie'] ?? [])
      if (set.startsWith('__Host-')) cookie = set.split(';')[0]!
    return { status: answer.statusCode!, headers: answer.headers, body: Buffer.concat(chunks).toString() }
  }

  return {
    get: (path: string, more?: Record<string, string>) => ask(path, more),

    call: (procedure: string, input: object, more: Record<string, string> = {}) =>
      ask(`/trpc/${procedure}`, { 'content-type': 'application/json', ...more }, JSON.stringify(input)),

    /** Subscribes, and returns the messages once the subscription has started. */
    async subscribe(path: string) {
      const socket = new WebSocket(`wss://127.0.0.1:${port}/trpc`, { ...way, headers: headers() })
      const heard: { id: number | null; result?: { type: string; data?: { data: { type: string } } } }[] = []
      socket.on('message', (data: Buffer) => heard.push(JSON.parse(data.toString())))
      await once(socket, 'open')
      socket.send(JSON.stringify({ id: 1, method: 'subscription', params: { path, input: {} } }))
      return {
        started: () => heard.some(({ result }) => result?.type === 'started'),
        types: () => heard.flatMap(({ result }) => result?.data?.data.type ?? []),
        close: () => socket.terminate(),
      }
    },
  }
}
