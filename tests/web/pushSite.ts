import { execFileSync } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer as createPushService } from 'node:https'
import { connect, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { createServer as createDoor } from 'node:tls'
import { chromium, type Browser } from '@playwright/test'
import { refusalOf } from '../push/requestCheck.ts'
import config from './playwright.config.ts'
import { startPlak, type Plak } from './product.ts'

/** A product with an https address, its push service, and a browser that trusts both. */
export type PushSite = {
  /** the address of the pages */
  url: string
  plak: Plak
  browser: Browser
  /** origin of the push service */
  service: string
  /** bodies that the push service has accepted */
  received: Buffer[]
}

const HOST = 'plak.example'

const listen = async (server: Server) => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

export async function startPushSite(): Promise<PushSite & { close: () => Promise<void> }> {
  const { folder, key, cert } = makeCertificate()
  const received: Buffer[] = []
  let origin = ''
  const service = createPushService({ key, cert }, (request, response) => {
    void buffer(request).then((body) => {
      const sent = { method: request.method!, headers: request.headers, body }
      const refusal = refusalOf(sent, { origin, now: new Date() })
      if (!refusal) received.push(body)
      response.writeHead(refusal?.status ?? 201).end()
    })
  })
  // The product has to know its address before it listens.
  let port = 0
  const door = createDoor({ key, cert }, (from) => {
    const to = connect(port, '127.0.0.1')
    from.on('error', () => to.destroy())
    to.on('error', () => from.destroy())
    from.pipe(to).pipe(from)
  })
  const site = `https://${HOST}:${await listen(door)}`
  origin = `https://localhost:${await listen(service)}`
  const plak = await startPlak('push', {
    settings: { PUBLIC_URL: site, PUSH_SERVICES: origin },
    env: { NODE_EXTRA_CA_CERTS: join(folder, 'cert.pem') },
  })
  port = Number(new URL(plak.url).port)
  const browser = await openBrowser(cert)
  return {
    url: site,
    plak,
    browser,
    service: origin,
    received,
    close: async () => {
      await browser.close()
      await plak.close()
      door.close()
      service.closeAllConnections()
      service.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function makeCertificate() {
  const folder = mkdtempSync(join(tmpdir(), 'plak-push-site-'))
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const names = ['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST},DNS:localhost`]
  const files = ['-keyout', keyFile, '-out', certFile, '-days', '2']
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...files, ...names], {
    stdio: 'ignore',
  })
  return { folder, key: readFileSync(keyFile), cert: readFileSync(certFile) }
}

/** A browser that finds the product under its name, and accepts no other wrong certificate than this one. */
async function openBrowser(cert: Buffer): Promise<Browser> {
  const publicKey = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' })
  const hash = createHash('sha256').update(publicKey).digest('base64')
  const { args = [], ...options } = config.use!.launchOptions!
  return await chromium.launch({
    ...options,
    args: [
      ...args,
      `--host-resolver-rules=MAP ${HOST} 127.0.0.1`,
      `--ignore-certificate-errors-spki-list=${hash}`,
    ],
  })
}
