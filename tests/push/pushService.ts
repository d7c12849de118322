import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, vi } from 'vitest'
import type { PushContent } from '../../shared/push.ts'
import type { Browser } from './receiver.ts'
import { refusalOf } from './requestCheck.ts'

export type Received = { path: string; method: string; headers: IncomingHttpHeaders; body: Buffer }
type Answer = { status: number; headers?: Record<string, string> }

export type PushService = Awaited<ReturnType<typeof startPushService>>

/** A push service over https, whose answers a test chooses. It refuses what real ones refuse, by the clock of the sender. */
export async function startPushService(now: () => Date = () => new Date()) {
  const folder = mkdtempSync(join(tmpdir(), 'plak-push-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const into = ['-keyout', key, '-out', cert, '-days', '2', '-subj', '/CN=localhost']
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...into], { stdio: 'ignore' })
  const received: Received[] = []
  const refused: string[] = []
  const answers: Answer[] = []
  const take = ({ url, method, headers }: IncomingMessage, body: Buffer): Answer => {
    const refusal = refusalOf({ method: method!, headers, body }, { origin: origin(), now: now() })
    if (refusal) {
      refused.push(refusal.reason)
      return { status: refusal.status }
    }
    received.push({ path: url!, method: method!, headers, body })
    return answers.shift() ?? { status: 201 }
  }
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (request, response) => {
    void buffer(request)
      .then((body) => take(request, body))
      .then(({ status, headers = {} }) => response.writeHead(status, headers).end())
  })
  const origin = () => `https://localhost:${(server.address() as AddressInfo).port}`
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // The variable of `npm start`, NODE_EXTRA_CA_CERTS, is only read when a process starts.
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
  return {
    origin: origin(),
    received,
    /** why requests were refused; they are not among the received ones */
    refused,
    /** the answers to the next requests; 201 after them */
    answer: (...next: Answer[]) => void answers.push(...next),
    /** Waits for this number of messages, and returns them. */
    got: (count: number) =>
      vi.waitFor(() => {
        expect(received).toHaveLength(count)
        return received
      }, 20_000),
    forget() {
      received.length = 0
      refused.length = 0
      answers.length = 0
    },
    async close() {
      vi.unstubAllEnvs()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export const contentOf = ({ body }: Received, { read }: Browser): PushContent['notification'] =>
  (JSON.parse(read(body)) as PushContent).notification
