import { execFileSync } from 'node:child_process'
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
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

/** A browser with a subscription, and what it can read. */
export function makeBrowser(origin: string) {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  const auth = randomBytes(16)
  const path = `/send/${randomBytes(24).toString('base64url')}`
  return {
    path,
    subscription: {
      endpoint: origin + path,
      keys: { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') },
    },
    read: (body: Buffer) => decrypt(body, { ecdh, auth }).toString('utf8'),
  }
}
export type Browser = ReturnType<typeof makeBrowser>

type Keys = { ecdh: ReturnType<typeof createECDH>; auth: Buffer }

/** Decrypts a message as RFC 8291 and RFC 8188 tell the receiver to. */
function decrypt(body: Buffer, { ecdh, auth }: Keys): Buffer {
  const derive = (secret: Buffer, salt: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, info, length))
  const salt = body.subarray(0, 16)
  expect(body.readUInt32BE(16)).toBe(4_096)
  const sender = body.subarray(21, 21 + body.readUInt8(20))
  const content = body.subarray(21 + sender.length)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender])
  const secret = derive(ecdh.computeSecret(sender), auth, info, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(content.subarray(-16))
  const record = Buffer.concat([decipher.update(content.subarray(0, -16)), decipher.final()])
  const end = record.lastIndexOf(2)
  expect(record.subarray(end + 1).every((byte) => byte === 0)).toBe(true)
  return record.subarray(0, end)
}

export type Received = { path: string; method: string; headers: IncomingHttpHeaders; body: Buffer }
type Answer = { status: number; headers?: Record<string, string> }

export type PushService = Awaited<ReturnType<typeof startPushService>>

/** A push service over https, whose answers a test chooses. */
export async function startPushService() {
  const folder = mkdtempSync(join(tmpdir(), 'plak-push-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const into = ['-keyout', key, '-out', cert, '-days', '2', '-subj', '/CN=localhost']
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...into], { stdio: 'ignore' })
  const received: Received[] = []
  const answers: Answer[] = []
  const take = async ({ url, method, headers }: IncomingMessage, body: Buffer): Promise<Answer> => {
    received.push({ path: url!, method: method!, headers, body })
    return answers.shift() ?? { status: 201 }
  }
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (request, response) => {
    void buffer(request)
      .then((body) => take(request, body))
      .then(({ status, headers = {} }) => response.writeHead(status, headers).end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // The variable of `npm start`, NODE_EXTRA_CA_CERTS, is only read when a process starts.
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
  return {
    origin: `https://localhost:${(server.address() as AddressInfo).port}`,
    received,
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
