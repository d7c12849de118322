import { pino } from 'pino'
import { buildApp } from './app.ts'
import { closeDeps, makeDeps } from './deps.ts'
import { readSettings, SettingsError } from './lib/settings.ts'

/** Ten seconds are promised; what still runs after nine is cut. */
const LAST_CALL = 9_000

async function main() {
  const settings = readSettings(process.env)
  const log = pino({ level: settings.LOG_LEVEL, redact: ['req.headers.cookie', 'req.headers.authorization'] })
  const deps = await makeDeps(settings, log)
  const app = await buildApp(deps)
  await app.listen({ port: settings.PORT, host: settings.HOST })

  let stopping = false
  async function stop(signal: string) {
    if (stopping) return
    stopping = true
    log.info(`${signal}: finishing what runs`)
    setTimeout(() => process.exit(1), LAST_CALL).unref()
    await app.close()
    await closeDeps(deps)
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal))
}

main().catch((error: NodeJS.ErrnoException) => {
  if (error instanceof SettingsError) console.error(error.message)
  else if (error.code === 'EADDRINUSE') console.error(`Port ${process.env.PORT ?? 3000} is taken. Set PORT to a free one.`)
  else console.error(error)
  process.exit(1)
})
