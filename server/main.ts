import cluster from 'node:cluster'
import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino, type Logger } from 'pino'
import { refuseDemoPeople } from './admin/demoPeople.ts'
import { upkeep } from './background.ts'
import { startHeartbeat } from './backup/heartbeat.ts'
import type { Deps } from './core/deps.ts'
import { closeDeps, makeDeps } from './deps.ts'
import { buildApp } from './http/app.ts'
import { startSchedule } from './jobs/schedule.ts'
import { awaitDatabase } from './lib/awaitDatabase.ts'
import { isDatabaseDown, lacksTables, whyDatabaseDown } from './lib/db.ts'
import { readMigrationState } from './lib/migrate.ts'
import { Refusal } from './lib/refusal.ts'
import { root } from './lib/root.ts'
import { catalogueOf, readSettings, SettingsError } from './lib/settings.ts'
import { checkStore, describeStore } from './lib/store.ts'
import { version } from './lib/version.ts'
import { indexLists } from './lists/write/texts.ts'
import { makeSetupLink } from './setup/link.ts'

/** in milliseconds; then remaining work is aborted, because we promise a shutdown within ten seconds */
const LAST_CALL = 9_000
/** how long connections to a process that is being replaced can still send requests, in milliseconds */
const LINGER = 2_000

/** Under `npm run serve` every line is JSON (scripts/say.mjs). */
const isServed = Boolean(process.env.PLAK_SERVE)

/** Processes that replace others have higher numbers. */
const isFirstProcess = (cluster.worker?.id ?? 1) === 1

async function main() {
  const settings = readSettings(process.env)
  const log = pino({ level: settings.LOG_LEVEL, redact: ['req.headers.cookie', 'req.headers.authorization'] })
  // Otherwise `npm start` has already done these checks.
  const store = { store: 'real', kind: 'url', databaseUrl: settings.DATABASE_URL } as const
  if (isServed) {
    const say = (sentence: string) => log.info(sentence)
    await awaitDatabase(settings.DATABASE_URL, { seconds: settings.START_WAIT, say })
    await checkStore(store)
    log.info(await describeStore(store))
  }
  const deps = await makeDeps(settings, log, { startWait: settings.START_WAIT })
  await checkSchema(settings.DATABASE_URL, log)
  if (isServed) await refuseDemoPeople(settings.DATABASE_URL, root)
  const endHeartbeat = await startHeartbeat(deps)
  await indexLists(deps)
  const app = await buildApp(deps)
  reportToPrimary(deps)

  // Handles signals and unexpected errors before the port opens: a supervisor may send one as soon as the process answers.
  let stopping = false
  let background: ReturnType<typeof startSchedule> | undefined
  async function stop(signal: string, code = 0) {
    if (stopping) return
    stopping = true
    log.info(`${signal}: shutting down`)
    // An uncaught error can leave inconsistent state: the process serves no longer than necessary.
    const delay = signal === 'SIGUSR2' ? LINGER : code === 0 ? settings.SHUTDOWN_DELAY * 1_000 : 0
    setTimeout(() => {
      log.warn('aborting unfinished requests')
      process.exit(code)
    }, delay + LAST_CALL).unref()
    // A process that is replaced at its port stays ready: its successor takes over without a gap.
    if (signal !== 'SIGUSR2') deps.health.leave()
    await linger(app.server, delay)
    await Promise.all([app.close(), background?.stop()])
    await endHeartbeat()
    await closeDeps(deps)
    process.exit(code)
  }
  // SIGUSR2: another process takes over at the same port (scripts/cluster.mjs).
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGUSR2'] as const) process.on(signal, () => void stop(signal))
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (err: unknown) => {
      log.fatal({ err }, `${event}: exiting`)
      stop(event, 1).catch(() => process.exit(1))
    })

  await app.listen({ port: settings.PORT, host: settings.HOST })
  log.info({ version, node: process.version }, `Listening on http://${settings.HOST}:${settings.PORT}`)
  const { missing } = catalogueOf(deps.settings)
  if (missing) log.warn(`The catalogue is not set up yet: ${missing} is missing`)

  if (isServed && isFirstProcess) await announceSetup(deps)
  if (!stopping) background = startSchedule(deps, upkeep(deps))
}

/** At any log level: the link before has ended. `npm start` prints the link itself (scripts/setupLink.mjs). */
async function announceSetup(deps: Deps) {
  const link = await makeSetupLink(deps)
  if (link !== null) pino().info(`Set up Plak at ${link}`)
}

function reportToPrimary({ health }: Pick<Deps, 'health'>) {
  if (!cluster.isWorker) return
  const report = () => {
    if (process.connected) process.send?.({ plak: 'alive', isReady: health.read().status === 'ok' })
  }
  report()
  setInterval(report, 1_000).unref()
}

/** New code on an old schema fails with obscure errors; old code on a newer schema is normal during an upgrade. */
async function checkSchema(databaseUrl: string, log: Logger) {
  const { pending, unknown } = await readMigrationState(databaseUrl)
  if (pending.length > 0) throw new Refusal(missingMigrationsText(pending))
  if (unknown.length > 0)
    log.warn({ migrations: unknown }, 'the database is newer than this version: it has unknown migrations')
}

const missingMigrationsText = (pending: string[]) =>
  `The database lacks migrations of this version (${pending.join(', ')}). Back it up, and bring it up to date: npm run migrate`

async function linger(server: Server, delay: number) {
  if (delay === 0) return
  server.prependListener('request', (_, response) => (response.shouldKeepAlive = false))
  await sleep(delay)
  server.close()
}

function advice(error: unknown): string | null {
  const { code } = error as { code?: string }
  const ours = [SettingsError, Refusal]
  if (ours.some((kind) => error instanceof kind)) return (error as Error).message
  if (code === 'EADDRINUSE') return `Port ${process.env.PORT ?? 3000} is taken. Set PORT to a free one.`
  if (code === 'EACCES')
    return `Port ${process.env.PORT} cannot be opened: no permission. Set PORT to 1024 or higher.`
  if (code === 'EADDRNOTAVAIL')
    return `This machine has no address ${process.env.HOST}. Set HOST to one of its addresses.`
  if (isDatabaseDown(error))
    return `The database cannot be reached (${whyDatabaseDown(error)}). Check DATABASE_URL.`
  if (lacksTables(error)) {
    const maker = isServed ? 'npm run migrate' : 'npm start'
    return `The database has no tables of Plak. \`${maker}\` creates them.`
  }
  return null
}

if (isServed)
  process.removeAllListeners('warning').on('warning', (err) => pino().warn({ err }, 'Node warning'))

main().catch((error: unknown) => {
  const message = advice(error)
  if (!isServed) console.error(message ?? error)
  else pino().fatal(message === null ? { err: error } : {}, message ?? 'the server could not start')
  process.exit(1)
})
