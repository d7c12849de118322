import { createServer, connect, type AddressInfo } from 'node:net'
import { startGoogle } from '../../../demo/oidc/provider.ts'
import { databaseConfig } from '../../../server/lib/databaseUrl.ts'
import { startServer } from '../../support/server.ts'
import { dropDatabase } from '../../support/testServer.ts'

// A product with sign-in by Google in a separate process, started by authGoogle.spec.ts. Google's redirect URI must be known
// before the server listens, so a proxy in front of it has a known one.
let port = 0
const door = createServer((from) => {
  const to = connect(port, '127.0.0.1')
  from.on('error', () => to.destroy())
  to.on('error', () => from.destroy())
  from.pipe(to).pipe(from)
})
await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
const site = `http://127.0.0.1:${(door.address() as AddressInfo).port}`
const secrets = { clientId: 'plak-tests', clientSecret: 'a secret between two' }
const google = await startGoogle({
  ...secrets,
  redirectUri: `${site}/auth/google/callback`,
  people: [
    { sub: '1', email: 'cagla@gmail.example', emailVerified: true, name: 'Çağla Işık' },
    { sub: '2', email: 'both_ways@plak.example', emailVerified: true, name: 'Both Ways' },
    { sub: '3', email: 'near@gmail.example', emailVerified: true, name: 'Near By' },
  ],
})
const server = await startServer({
  settings: {
    PUBLIC_URL: site,
    GOOGLE_CLIENT_ID: secrets.clientId,
    GOOGLE_CLIENT_SECRET: secrets.clientSecret,
    OIDC_ISSUER: google.issuer,
    PASSWORD_LOGIN: process.argv[2] ?? 'on',
  },
})
port = Number(new URL(server.url).port)
process.stdout.write(`${site}\n`)

// Exits at the end of its input.
process.stdin.resume()
process.stdin.on('end', () => void end())

async function end() {
  door.close()
  await server.close()
  await google.close()
  await dropDatabase(databaseConfig(server.deps.settings.DATABASE_URL).database)
  process.exit(0)
}
