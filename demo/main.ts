import { publicUrlOf } from '../server/lib/settings.ts'
import { paths } from '../shared/paths.ts'
import { startDemo } from './server.ts'

const port = Number(process.env.DEMO_PORT || 0)
const host = process.env.HOST || '127.0.0.1'

function fail(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}

if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  fail(`DEMO_PORT must be a port number from 0 to 65535, not '${process.env.DEMO_PORT}'.`)
}

// Exits at once: the stand-in has no state worth saving.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => process.exit(0))

const { PUBLIC_URL, PORT } = process.env
const publicUrl = publicUrlOf({ PUBLIC_URL: PUBLIC_URL || undefined, HOST: host, PORT: Number(PORT || 3000) })

try {
  const { origin } = await startDemo({
    port,
    host,
    picturesBase: process.env.DEMO_PICTURES || undefined,
    redirectUris: [publicUrl + paths.spotifyCallback()],
    googleCallback: publicUrl + paths.googleCallback(),
    control: process.env.NODE_ENV !== 'production',
  })
  // Sends the free port to a parent that started this process with an IPC channel.
  process.send?.({ origin })
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') {
    fail(`The demo cannot start: port ${port} on ${host} is already in use (DEMO_PORT sets another).`)
  }
  fail(`The demo cannot start: ${message}`)
}
