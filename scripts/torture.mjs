// `npm run torture [-- --seed 7] [-- tests/http]`: runs the tests that are huge or kill processes and services
// (*.torture.test.ts) on throwaway services, and prints their seed.
// --cluster: simulates several machines on this one, and kills their nodes in turn.
// --engines: runs the server's tests on other databases, another Redis and another Node, and the journeys in three browsers.
// `--engine mysql` or `--engine firefox` chooses by the beginning of a name.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { browsersNamed, testBrowsers } from './browsers.mjs'
import { enginesNamed, testEngines } from './engines.mjs'
import { checkNode, findProgram, refusal, root } from './environment.mjs'
import { atEnd, live } from './lifetime.mjs'
import { canInstall, installFromApt, installIfPossible } from './packages.mjs'
import { missingPlayerPackages } from './players.mjs'
import {
  buildHarness,
  buildServer,
  buildSites,
  buildWeb,
  generateClient,
  installPackages,
} from './prepare.mjs'
import { show } from './processes.mjs'
import { missingProxyPackages } from './proxies.mjs'
import { missingTestPackages, throwawayServices } from './services.mjs'
import { waitForAll } from './stages.mjs'
import { onlyTorture } from './tortureFiles.mjs'

async function torture() {
  checkNode()
  const { seed, isCluster, engines, files } = readOptions()
  await installPackages()
  await (isCluster ? installCluster() : installPrograms())
  await generateClient()
  await waitForAll(buildWeb(), buildServer(), buildHarness(), ...(engines ? [buildSites()] : []))
  if (engines) return await testAll({ ...process.env, ...(await services()) }, { names: engines, files })
  const env = {
    ...process.env,
    ...(isCluster ? {} : await services()),
    TORTURE: isCluster ? 'cluster' : 'long',
    TORTURE_SEED: seed,
  }
  const args = [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    ...(isCluster ? ['tests/torture/live'] : files),
    ...onlyTorture,
  ]
  return await show(process.execPath, args, { env })
}

async function services() {
  const { databaseUrl, redisUrl, stop } = await throwawayServices()
  atEnd(stop)
  return { TEST_DATABASE_URL: databaseUrl, TEST_REDIS_URL: redisUrl }
}

/** Programs or files that a cluster needs, and the Debian packages that contain them. */
const requirements = [
  { isThere: () => findProgram('mariadbd'), packages: ['mariadb-server'] },
  { isThere: () => existsSync('/usr/lib/galera/libgalera_smm.so'), packages: ['galera-4'] },
  { isThere: () => findProgram('rsync'), packages: ['rsync'] },
  { isThere: () => findProgram('haproxy'), packages: ['haproxy'] },
  { isThere: () => findProgram('redis-server'), packages: ['redis-server'] },
  { isThere: () => findProgram('redis-sentinel'), packages: ['redis-sentinel'] },
  { isThere: () => findProgram('setpriv'), packages: ['util-linux'] },
]

const installPrograms = async () =>
  installIfPossible([...(await missingTestPackages()), ...missingProxyPackages(), ...missingPlayerPackages()])

async function installCluster() {
  const missing = requirements.filter(({ isThere }) => !isThere()).map(({ packages }) => packages)
  if (missing.length === 0) return
  if (canInstall() && (await installFromApt(missing))) return
  throw refusal(
    `A cluster on this machine needs Debian's packages ${missing.flat().join(', ')}: apt install ${missing.flat().join(' ')}`,
  )
}

function readOptions() {
  const options = {
    seed: { type: 'string' },
    cluster: { type: 'boolean' },
    engines: { type: 'boolean' },
    engine: { type: 'string', multiple: true },
  }
  const { values, positionals: files } = parseArgs({ options, allowPositionals: true })
  const {
    seed = String(Math.floor(Math.random() * 1e9)),
    cluster: isCluster = false,
    engines: isEngines = false,
    engine,
  } = values
  if (!/^\d{1,9}$/.test(seed))
    throw refusal('A seed is a whole number, for example: npm run torture -- --seed 7')
  // null runs no engine, an empty list runs all of them.
  const engines = engine ?? (isEngines ? [] : null)
  return { seed, isCluster, engines, files }
}

/**
 * Runs the server's tests on the engines and the journeys in the browsers whose names begin with one of `names`, or on all.
 * `files` are tests of the server. Returns the exit code.
 * @throws a refusal if no engine or browser has such a name
 */
async function testAll(services, { names, files }) {
  const selection = { engines: enginesNamed(names), browsers: files.length > 0 ? [] : browsersNamed(names) }
  if (selection.engines.length + selection.browsers.length === 0)
    throw refusal(`There is no engine '${names.join(', ')}'`)
  const code = await testEngines(services, { engines: selection.engines, files })
  return (await testBrowsers(services, selection.browsers)) || code
}

await live(torture)
