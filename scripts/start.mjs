// `npm start` and `npm run dev`: set up and run the product from a fresh clone, step by step.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { keepBuild } from './builds.mjs'
import {
  appSecret,
  checkNode,
  dataFolder,
  demoSettings,
  isDemo,
  makePrivateFolder,
  productPort,
  readEnvFile,
  refusal,
  root,
  shutdownDelay,
  startWait,
} from './environment.mjs'
import { keepRunning } from './keep.mjs'
import { atEnd, interrupted, live } from './lifetime.mjs'
import { confirmInstall, canInstall, installIfPossible } from './packages.mjs'
import {
  buildDemo,
  buildServer,
  buildWeb,
  generateClient,
  installPackages,
  migrateDatabase,
} from './prepare.mjs'
import { commandLine, launchOwn, readPid, waitUntilReady, run } from './processes.mjs'
import { missingProductPackages, productServices } from './services.mjs'
import { checkSettings, missingOfCatalogue, plannedSettings } from './settings.mjs'
import { printSetupLink } from './setupLink.mjs'
import { isFree, isUp, listenProblem } from './sockets.mjs'
import { sideBySide } from './steps.mjs'

const {
  dev: isDevelopment,
  processes,
  'no-backup': noBackup,
  'move-data': isMoving,
} = parseArgs({
  options: {
    dev: { type: 'boolean' },
    processes: { type: 'string', default: '1' },
    'no-backup': { type: 'boolean' },
    'move-data': { type: 'boolean' },
  },
  strict: false,
}).values

async function start() {
  checkNode()
  readEnvFile({ isCheckedLater: true })
  checkProcesses()
  const port = productPort()
  await waitForEarlierRun()
  await checkPort(port)
  await installAll()
  await checkAllSettings()
  const demoPort = isDemo() ? await chooseDemoPort(port) : null
  const [services] = await sideBySide(
    startServices,
    ...(isDevelopment ? [] : [buildWeb]),
    ...(demoPort ? [buildDemo] : []),
  )
  if (!isDevelopment) keepBuild()
  await migrateDatabase(services.databaseUrl, { kind: services.kind, isMoving, backup: !noBackup })

  const env = {
    ...process.env,
    PORT: String(port),
    DATABASE_URL: services.databaseUrl,
    REDIS_URL: services.redisUrl,
    ...(appSecret() && { APP_SECRET: appSecret() }),
    ...(isDevelopment && { PLAK_DEV: '1' }),
    ...(demoPort && { ...demoSettings(demoPort), DEMO_PORT: String(demoPort) }),
  }
  const demo = demoPort && (await startDemo(demoPort, env))
  await startServer(port, env)
  console.log(`\nPlak runs at ${process.env.PUBLIC_URL ?? `http://127.0.0.1:${port}`}`)
  const missing = await missingOfCatalogue(env)
  if (missing) console.log(`\nThe catalogue is not set up yet: ${missing} is missing.`)
  await printSetupLink(env)
  if (demoPort) tellLogins()
  console.log('\nCtrl-C stops it.')
  await waitForEnd(demo)
}

/**
 * Installs and builds everything that the check of the settings needs; installs the programs of the services at the same time.
 */
async function installAll() {
  const missing = await missingProductPackages()
  // Asks before any other output.
  const isAgreed = missing.length > 0 && canInstall() && (await confirmInstall(missing))
  await sideBySide(prepareServer, ...(isAgreed ? [() => installIfPossible(missing)] : []))
}

async function prepareServer() {
  await installPackages()
  await generateClient()
  await buildServer()
}

function checkAllSettings() {
  if (process.env.NODE_ENV !== 'production')
    return checkSettings(plannedSettings, { ...process.env, ...(isDemo() && demoSettings(1)) })
  // In production there is no demo, because its passwords are public, and no generated key.
  const { DATABASE_URL, REDIS_URL } = plannedSettings
  return checkSettings({ DATABASE_URL, REDIS_URL })
}

async function startServices() {
  const services = await productServices({ patience: startWait(), isMoving })
  atEnd(services.stop)
  return services
}

/** Waits for children of a killed run, which exit by themselves shortly. */
async function waitForEarlierRun() {
  const isLeft = (name) => commandLine(readPid(pidFile(name))).includes('leash.mjs')
  const starterLives = commandLine(readPid(pidFile('start'))).includes('start.mjs')
  for (let attempt = 0; !starterLives && attempt < 300 && ['server', 'demo'].some(isLeft); attempt++) {
    interrupted.throwIfAborted()
    await sleep(50)
  }
}

function checkProcesses() {
  if (!/^([1-9]|[1-5]\d|6[0-4])$/.test(processes)) {
    throw refusal('--processes needs a whole number from 1 to 64, for example: npm start -- --processes 3')
  }
  if (isDevelopment && processes !== '1') throw refusal('--processes is for npm start: reload is for one.')
}

function restart(server) {
  if (processes === '1') console.error('One process cannot be replaced unnoticed: start with --processes 2.')
  else server.signal('SIGUSR2')
}

const pidFile = (name) => join(dataFolder, `${name}.pid`)

async function checkPort(port) {
  const { HOST } = process.env
  if (port === 0) throw refusal('PORT is 0: choose a port from 1 to 65535, for example PORT=3000.')
  // An invalid port is reported together with all other wrong settings.
  if (!Number.isInteger(port) || port < 0 || port > 65_535) return
  const problem = await listenProblem(port, HOST)
  if (problem === null) return
  if (problem !== 'EADDRINUSE') {
    const place = HOST ? `port ${port} of ${HOST}` : `port ${port}`
    throw refusal(`Plak may not listen on ${place} (${problem}): look at PORT and HOST.`)
  }
  throw refusal(
    `Port ${port} is taken; perhaps Plak runs already. Stop what listens there, or choose another port: ` +
      `PORT=${port + 1} npm start`,
  )
}

/** The port is kept: the database contains the URLs of its covers. */
async function chooseDemoPort(port) {
  const file = join(dataFolder, 'demo-port')
  const storedPort = Number(process.env.DEMO_PORT ?? (existsSync(file) && readFileSync(file, 'utf8')))
  if (storedPort) {
    if (await isFree(storedPort)) return storedPort
    throw refusal(
      `Port ${storedPort} is taken, and the covers of this demo are served there (.data/demo-port). Stop ` +
        `what listens there, or begin with an empty demo: remove the folder .data`,
    )
  }
  let free = port + 1
  while (!(await isFree(free))) free++
  makePrivateFolder(dataFolder)
  writeFileSync(file, `${free}\n`)
  return free
}

async function startDemo(port, env) {
  const demo = launchOwn('The demo', ['--enable-source-maps', 'dist/demo/main.js'], { env })
  atEnd(demo.stop)
  writeFileSync(pidFile('demo'), String(demo.pid))
  await waitUntilReady(demo, () => isUp(`http://127.0.0.1:${port}/healthz`))
  const failure = 'The demo could not be filled'
  await run(process.execPath, ['--enable-source-maps', 'dist/demo/seed.js'], { env, failure })
  return demo
}

async function startServer(port, env) {
  makePrivateFolder(dataFolder)
  writeFileSync(pidFile('start'), String(process.pid))
  const first = launchServer(env)
  atEnd(first.stop)
  const host = !env.HOST || env.HOST === '0.0.0.0' || env.HOST === '::' ? '127.0.0.1' : env.HOST
  await waitUntilReady(first, () => isUp(`http://${host.includes(':') ? `[${host}]` : host}:${port}/livez`))
  const server = keepRunning(first, () => launchServer(env))
  atEnd(server.stop)
  process.on('SIGUSR2', () => restart(server))
}

function launchServer(env) {
  // The server exits by itself sooner.
  const grace = 13_000 + shutdownDelay() * 1_000
  const server = launchOwn('The server', serverProgram(), { env, grace })
  writeFileSync(pidFile('server'), String(server.pid))
  return server
}

function serverProgram() {
  if (isDevelopment)
    return [join(root, 'node_modules/tsx/dist/cli.mjs'), 'watch', '--clear-screen=false', 'server/main.ts']
  return processes === '1'
    ? ['--enable-source-maps', 'dist/server/main.js']
    : ['scripts/cluster.mjs', processes]
}

function tellLogins() {
  const reason = process.env.CATALOGUE ? 'CATALOGUE is demo' : 'no LASTFM_API_KEY is set'
  console.log(`\nThis is a demo: ${reason}.`)
  if (!process.env.CATALOGUE)
    console.log('With DEMO=off, Plak starts without it, and the catalogue can be set up in the browser.')
  if (process.env.SPOTIFY_CLIENT_ID)
    console.log('So SPOTIFY_CLIENT_ID is not used either: a stand-in takes the place of Spotify.')
  console.log('Log in as')
  const people = JSON.parse(readFileSync(join(root, 'demo/logins.json'), 'utf8'))
  for (const { email, nickname, password } of people.slice(0, 3)) {
    console.log(`  ${nickname} (${email}), password ${password}`)
  }
}

/**
 * Resolves when the script is interrupted.
 * @throws a refusal if the demo ends, which is not restarted
 */
async function waitForEnd(demo) {
  const interruption = new Promise((resolve) => {
    interrupted.addEventListener('abort', () => resolve(null), { once: true })
  })
  const reason = interrupted.aborted
    ? null
    : await Promise.race([interruption, ...(demo ? [demo.ended] : [])])
  if (reason) throw refusal(`${demo.name} ended unexpectedly (${reason}); everything is stopped.`)
}

await live(start, { interruptedCode: 0 })
