import { createServer, connect, type AddressInfo } from 'node:net'
import { databaseConfig } from '../../../server/lib/databaseUrl.ts'
import { startMailServer } from '../../support/mailbox.ts'
import { startServer } from '../../support/server.ts'
import { dropDatabase } from '../../support/testServer.ts'

// A product with passkeys and mail in a separate process, started by passkeys.spec.ts. Passkeys belong to a host name, and the
// URL must be known before the server listens, so a proxy in front of it has a known one. Prints each mail as a line.
let port = 0
const door = createServer((from) => {
  const to = connect(port, '127.0.0.1')
  from.on('error', () => to.destroy())
  to.on('error', () => from.destroy())
  from.pipe(to).pipe(from)
})
await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
const site = `http://localhost:${(door.address() as AddressInfo).port}`
const mail = await startMailServer()
const server = await startServer({
  settings: { PUBLIC_URL: site, SMTP_URL: mail.url, SMTP_FROM: 'Plak <plak@plak.example>' },
})
port = Number(new URL(server.url).port)
const say = (line: unknown) => process.stdout.write(`${JSON.stringify(line)}\n`)
say(site)
let told = 0
const teller = setInterval(() => {
  for (const { to, link } of mail.mails.slice(told)) say({ to: to[0], link: link?.href ?? null })
  told = mail.mails.length
}, 50)

// Exits at the end of its input.
process.stdin.resume()
process.stdin.on('end', () => void end())

async function end() {
  clearInterval(teller)
  door.close()
  await server.close()
  await mail.close()
  await dropDatabase(databaseConfig(server.deps.settings.DATABASE_URL).database)
  process.exit(0)
}
