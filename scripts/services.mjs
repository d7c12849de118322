// Finds or starts MySQL and Redis, in the order of the README: the settings, Docker, the programs of this machine, apt. Never
// touches a server that it did not start.
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { composeHasDatabase, composeServers, composeWorks } from './compose.mjs'
import { dataFolder, demoDatabase, isDemo, refusal } from './environment.mjs'
import { interrupted } from './lifetime.mjs'
import { canInstall, installFromApt } from './packages.mjs'
import { findServerPrograms, privateServers, sweepThrowaways } from './privateServers.mjs'
import { unreachable } from './sockets.mjs'

const throwawayPrefix = 'plak-test-'

/**
 * MySQL and Redis of the product: { databaseUrl, redisUrl, kind, started, stop }. `started` names the servers that did not run
 * before; they are restarted if they die. `kind` is how the database runs: 'url', 'compose' or 'private'. Waits up to
 * `patience` seconds for services that the settings name. `isMoving` allows data in another place than before, `isRestoring`
 * allows it to be missing.
 */
export async function productServices({ patience = 0, isMoving = false, isRestoring = false } = {}) {
  const { DATABASE_URL, REDIS_URL } = process.env
  if (DATABASE_URL) await checkReachable('DATABASE_URL', DATABASE_URL, 'MySQL', 3306, patience)
  if (REDIS_URL) await checkReachable('REDIS_URL', REDIS_URL, 'Redis', 6379, patience)
  const services = servicesOfProduct()
  const kind = services.includes('mysql') ? await chooseKind({ isMoving, isRestoring }) : 'url'
  const servers = await startMissingServices(services, kind)
  const databaseUrl = DATABASE_URL ?? servers.databaseUrl
  return {
    ...servers,
    kind,
    databaseUrl: isDemo() ? demoDatabase(databaseUrl) : databaseUrl,
    redisUrl: REDIS_URL ?? servers.redisUrl,
  }
}

function servicesOfProduct() {
  const isSet = (name) => process.env[name] || process.env[`${name}_FILE`]
  return [...(isSet('DATABASE_URL') ? [] : ['mysql']), ...(isSet('REDIS_URL') ? [] : ['redis'])]
}

/** Chooses the same kind as before, even if Docker was installed since. */
async function chooseKind({ isMoving, isRestoring }) {
  if (isMoving) return (await composeWorks()) ? 'compose' : 'private'
  const hasFolder = existsSync(join(dataFolder, 'mysql'))
  const notes = storeNotes()
  const [ownNote, otherNote] = isDemo() ? [notes.demo, notes.real] : [notes.real, notes.demo]
  const isBound = ownNote && !isRestoring
  const refuse = (reason) =>
    refusal(
      `The data of this installation was in ${ownNote.place}, and ${reason}, or begin elsewhere with \`npm start -- --move-data\`.`,
    )
  switch (ownNote?.kind ?? otherNote?.kind) {
    case 'compose':
      if (await composeWorks()) return 'compose'
      if (isBound) throw refuse('Docker does not answer: start it')
      return 'private'
    case 'private':
      if (isBound && !hasFolder) throw refuse('that is gone: bring it back')
      return 'private'
    case 'url':
      // It can be the same data at another address: its id is compared later.
      if (isBound && !hasFolder) throw refuse('DATABASE_URL is not set any more: set it again')
      break
  }
  if (!(await composeWorks())) return 'private'
  // Data of an older version, which did not record its place.
  return hasFolder && !(await composeHasDatabase()) ? 'private' : 'compose'
}

/** server/lib/store.ts writes the notes. */
function storeNotes() {
  const file = join(dataFolder, 'store.json')
  if (!existsSync(file)) return {}
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw refusal(`${file} cannot be read (${error.message}): correct it, or delete it if you are sure.`)
  }
}

async function startMissingServices(services, kind) {
  if (services.length === 0) return { started: [], stop: async () => {} }
  if (kind === 'compose' || (kind === 'url' && (await composeWorks())))
    return { started: [], ...(await composeServers(services)) }
  await findPrograms(services)
  return urlsOf(await privateServers(services, dataFolder), '/plak')
}

/**
 * MySQL and Redis for one run of the tests: TEST_DATABASE_URL and TEST_REDIS_URL if set. The database URL has no database name.
 * The programs of this machine have precedence over Docker here: they are ready at once.
 */
export async function throwawayServices() {
  const { TEST_DATABASE_URL, TEST_REDIS_URL } = process.env
  if (TEST_DATABASE_URL) await checkReachable('TEST_DATABASE_URL', TEST_DATABASE_URL, 'MySQL', 3306)
  if (TEST_REDIS_URL) await checkReachable('TEST_REDIS_URL', TEST_REDIS_URL, 'Redis', 6379)
  const servers = await startThrowaway(servicesOfTests())
  return {
    ...servers,
    databaseUrl: (TEST_DATABASE_URL ?? servers.databaseUrl)?.replace(/\/plak(\?|$)/, '/$1'),
    redisUrl: TEST_REDIS_URL ?? servers.redisUrl,
  }
}

export const missingTestPackages = () => missingPackages(servicesOfTests())

export const missingProductPackages = () => missingPackages(servicesOfProduct())

async function missingPackages(services) {
  const missing = missingPrograms(services)
  if (missing.length === 0 || (await composeWorks())) return []
  return missing.map((kind) => packages[kind])
}

function servicesOfTests() {
  const { TEST_DATABASE_URL, TEST_REDIS_URL } = process.env
  return [...(TEST_DATABASE_URL ? [] : ['mysql']), ...(TEST_REDIS_URL ? [] : ['redis'])]
}

async function startThrowaway(services) {
  if (services.length === 0) return { started: [], stop: async () => {} }
  if (missingPrograms(services).length > 0 && (await composeWorks())) {
    return { started: [], ...(await composeServers(services, { throwaway: true })) }
  }
  await findPrograms(services)
  await sweepThrowaways(throwawayPrefix)
  const folder = mkdtempSync(join(tmpdir(), throwawayPrefix))
  return urlsOf(await privateServers(services, folder, { throwaway: true }), '/')
}

function urlsOf({ mysql, redis, started, stop }, database) {
  return {
    databaseUrl: `mysql://root@localhost${database}?socket=${encodeURIComponent(mysql)}`,
    redisUrl: `unix://${redis}`,
    started,
    stop,
  }
}

const packages = { mysql: ['mariadb-server'], redis: ['redis-server', 'valkey-server'] }
const missingPrograms = (services) => services.filter((kind) => findServerPrograms()[kind] === null)

/** @throws a refusal that explains what to do */
async function findPrograms(services) {
  const missing = missingPrograms(services)
  if (missing.length === 0) return
  if (canInstall() && (await installFromApt(missing.map((kind) => packages[kind])))) return
  const names = missing.map((kind) => ({ mysql: 'MySQL (or MariaDB)', redis: 'Redis' })[kind]).join(' and ')
  throw refusal(
    `Plak needs MySQL and Redis, and ${names} could not be found. There are three ways; each one is enough:
  1. Name servers of your own: set DATABASE_URL and REDIS_URL, in the environment or in .env (.env.example).
  2. Start Docker (with Compose): both then run in containers.
  3. Install the programs: on Debian or Ubuntu 'apt install mariadb-server redis-server', on a Mac
     'brew install mariadb redis'. They run on their own sockets, with their data in .data/.`,
  )
}

async function checkReachable(setting, url, name, usualPort, patience = 0) {
  const places = addressesOf(setting, url, usualPort)
  const addresses = places.map((address) => address.path ?? `${address.host}:${address.port}`).join(' or ')
  const until = Date.now() + patience * 1_000
  for (let isFirst = true; ; isFirst = false) {
    const problems = await Promise.all(places.map((address) => unreachable(address)))
    // One of several sentinels is enough: it knows the master and the other sentinels.
    if (problems.includes(null)) return
    if (Date.now() >= until)
      throw refusal(
        `${setting} says that ${name} is at ${addresses}, and nobody can be reached there (${problems[0]}). Start that ` +
          `server, correct ${setting}, or remove it: then Plak finds or starts one by itself.`,
      )
    if (isFirst)
      console.error(
        `${name} cannot be reached at ${addresses} yet (${problems[0]}); waiting ${patience} seconds for it.`,
      )
    await sleep(500, undefined, { signal: interrupted })
  }
}

/** The product itself parses the URL more strictly (server/lib/redisUrl.ts). */
function addressesOf(setting, url, usualPort) {
  const [, hosts] = /^redis\+sentinel:\/\/(?:[^@/]*@)?([^@/]+)\/[^/]+$/.exec(url) ?? []
  if (url.startsWith('redis+sentinel:') && !hosts)
    throw refusal(
      `${setting} must look like redis+sentinel://host:port,host:port/master-name (see .env.example).`,
    )
  const urls = hosts?.split(',').map((host) => `redis://${host}`) ?? [url]
  if (!urls.every((each) => URL.canParse(each)))
    throw refusal(`${setting} is not an address (see .env.example).`)
  return urls.map((each) => addressOf(each, hosts ? 26_379 : usualPort))
}

function addressOf(url, usualPort) {
  const { protocol, hostname, port, pathname, searchParams } = new URL(url)
  const socket = protocol === 'unix:' ? decodeURIComponent(pathname) : searchParams.get('socket')
  if (socket) return { path: socket }
  return { host: hostname.replace(/^\[|\]$/g, '') || 'localhost', port: Number(port) || usualPort }
}
