import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { startTidying } from './account/tidy.ts'
import { buildApp } from './app.ts'
import { HalfRestored, startHeartbeat } from './backup/heartbeat.ts'
import { closeDeps, makeDeps } from './deps.ts'
import { isDatabaseDown, lacksTables, whyDatabaseDown } from './lib/db.ts'
import { readSettings, SettingsError } from './lib/settings.ts'
import { indexLists } from './lists/search.ts'

/** Ten seconds are promised; what still runs after nine is cut. */
const LAST_CALL = 9_000
/** how long the open connections of a process that is replaced may still send requests, in milliseconds */
const LINGER = 2_000

async function main() {
  const settings = readSettings(process.env)
  const log = pino({ level: settings.LOG_LEVEL, redact: ['req.headers.cookie', 'req.headers.authorization'] })
  const deps = await makeDeps(settings, log)
  const endHeartbeat = await startHeartbeat(deps)
  await indexLists(deps)
  const app = await buildApp(deps)
  await app.listen({ port: settings.PORT, host: settings.HOST })

  const stopTidying = startTidying(deps)

  let stopping = false
  async function stop(signal: string) {
    if (stopping) return
    stopping = true
    log.info(`${signal}: finishing what runs`)
    setTimeout(() => process.exit(1), LAST_CALL).unref()
    if (signal === 'SIGUSR2') await linger(app.server)
    stopTidying()
    await app.close()
    await endHeartbeat()
    await closeDeps(deps)
    process.exit(0)
  }
  // SIGUSR2: another process takes over at the same port (scripts/cluster.mjs).
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGUSR2'] as const) process.on(signal, () => void stop(signal))
}

/** Answers what still comes, and with it closes the connection; then takes no new ones. They go to another process. */
async function linger(server: Server) {
  server.prependListener('request', (_, response) => (response.shouldKeepAlive = false))
  await sleep(LINGER)
  server.close()
}

/** What a person who starts the server can do about it; null for what only its stack explains. */
function advice(error: unknown): string | null {
  const { code } = error as { code?: string }
  if (error instanceof SettingsError || error instanceof HalfRestored) return error.message
  if (code === 'EADDRINUSE') return `Port ${process.env.PORT ?? 3000} is taken. Set PORT to a free one.`
  if (code === 'EACCES') return `Port ${process.env.PORT} is not ours to take. Set PORT to one above 1023.`
  if (code === 'EADDRNOTAVAIL')
    return `This machine has no address ${process.env.HOST}. Set HOST to one that it has.`
  if (isDatabaseDown(error))
    return `The database cannot be reached (${whyDatabaseDown(error)}). Check DATABASE_URL.`
  if (lacksTables(error)) return 'The database has no tables of ours. `npm start` makes them.'
  return null
}

main().catch((error: unknown) => {
  console.error(advice(error) ?? error)
  process.exit(1)
})
