// `npm run bench [-- name] [--engine mysql]`: with --engine, each benchmark also runs on that database directly afterwards.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findBrowser } from './browser.mjs'
import { enginesNamed } from './engines.mjs'
import { checkNode, refusal, root } from './environment.mjs'
import { atEnd, live } from './lifetime.mjs'
import { buildServer, buildWeb, generateClient, installPackages } from './prepare.mjs'
import { show } from './processes.mjs'
import { throwawayServices } from './services.mjs'

async function bench() {
  checkNode()
  const folder = join(root, 'tests/bench')
  const files = existsSync(folder) ? readdirSync(folder) : []
  const all = files
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.replace(/\.ts$/, ''))
    .toSorted()
  const options = { engine: { type: 'string' } }
  const { values, positionals: names } = parseArgs({ options, allowPositionals: true })
  const unknown = names.find((name) => !all.includes(name))
  if (unknown) throw refusal(`There is no benchmark '${unknown}'. There are: ${all.join(', ') || 'none yet'}`)

  await installPackages()
  await generateClient()
  await buildWeb()
  await buildServer()
  const services = await throwawayServices()
  atEnd(services.stop)
  const addresses = { TEST_DATABASE_URL: services.databaseUrl, TEST_REDIS_URL: services.redisUrl }
  const env = { ...process.env, NODE_ENV: 'production', ...addresses }
  const databases = [{}, ...(values.engine ? [await startEngine(values.engine)] : [])]
  let failed = 0
  const startedAt = new Date().toISOString()
  for (const name of names.length > 0 ? names : all) {
    console.log(`\n— ${name}`)
    const browser = name === 'page' && { CHROMIUM_PATH: await findBrowser() }
    const program = ['--import', 'tsx', join(folder, `${name}.ts`)]
    for (const database of databases) {
      if (database.BENCH_ON) console.log(`\n— ${name} on ${database.BENCH_ON}`)
      const code = await show(process.execPath, program, { env: { ...env, ...browser, ...database } })
      if (code !== 0) failed++
    }
  }
  showPromises(startedAt)
  return failed > 0 ? 1 : 0
}

async function startEngine(name) {
  const [engine] = enginesNamed([name])
  if (!engine) throw refusal(`There is no engine '${name}'`)
  const folder = mkdtempSync(join(tmpdir(), 'plak-engine-'))
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  const { env, version, stop } = await engine.start(folder)
  // Node and the installed engine have nothing to stop.
  atEnd(() => stop?.())
  return { ...env, BENCH_ON: `${engine.name.split(' ')[0]} ${version}` }
}

function showPromises(since) {
  const file = join(root, 'bench/results.json')
  if (!existsSync(file)) return
  const results = Object.values(JSON.parse(readFileSync(file, 'utf8')))
  const promises = results.filter(({ at }) => at >= since).flatMap(({ promises = [] }) => promises)
  if (promises.length === 0) return
  const numberOf = ({ promise }) => Number(promise.slice(1))
  const sorted = promises.toSorted((a, b) => numberOf(a) - numberOf(b))
  const rows = sorted.map(({ promise, what, measured, atMost, atLeast, unit = '', holds }) => ({
    promise,
    what,
    promised: `${atMost === undefined ? `at least ${atLeast}` : `at most ${atMost}`} ${unit}`.trim(),
    measured: `${measured} ${unit}`.trim(),
    holds: holds ? 'yes' : 'NO',
  }))
  console.log('\n— promises')
  console.table(rows)
}

await live(bench)
