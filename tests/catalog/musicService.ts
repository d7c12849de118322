import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { vi } from 'vitest'

export type Reply = {
  status?: number
  json?: unknown
  body?: string | Buffer
  headers?: Record<string, string>
}
/** Answers a request; null leaves it without an answer. */
export type Respond = (url: URL, request: IncomingMessage) => Reply | null

/** Starts a server that answers as the test says, and records when it was asked for what. */
export async function startService() {
  const requests: { path: string; query: Record<string, string>; userAgent: string; at: number }[] = []
  const service = { respond: (() => ({ status: 404 })) as Respond }
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url!, 'http://localhost')
    const userAgent = request.headers['user-agent'] ?? ''
    requests.push({
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      userAgent,
      at: performance.now(),
    })
    const reply = service.respond(url, request)
    if (!reply) return
    const { status = 200, json, body = JSON.stringify(json), headers = {} } = reply
    response.writeHead(status, {
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    })
    response.end(body)
  }).listen(0, '127.0.0.1')
  await vi.waitFor(() => {
    if (!server.listening) throw new Error('not yet')
  })
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** the requests since the last call */
    asked: () => requests.splice(0),
    respond: (respond: Respond) => void (service.respond = respond),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
