// `npm run bench [-- name]`: the benchmarks, one after the other, on services of their own; then a summary of which promises hold.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findBrowser } from './browser.mjs'
import { checkNode, refusal, root } from './environment.mjs'
import { atEnd, live } from './lifetime.mjs'
import { buildServer, buildWeb, generateClient, installPackages } from './prepare.mjs'
import { show } from './processes.mjs'
import { throwawayServices } from './services.mjs'

async function bench() {
  checkNode()
  const folder = join(root, 'tests/bench')
  const there = existsSync(folder) ? readdirSync(folder) : []
  const all = there
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.replace(/\.ts$/, ''))
    .toSorted()
  const wanted = process.argv.slice(2)
  const unknown = wanted.find((name) => !all.includes(name))
  if (unknown) throw refusal(`There is no benchmark '${unknown}'. There are: ${all.join(', ') || 'none yet'}`)

  await installPackages()
  await generateClient()
  await buildWeb()
  await buildServer()
  const services = await throwawayServices()
  atEnd(services.stop)
  const addresses = { TEST_DATABASE_URL: services.databaseUrl, TEST_REDIS_URL: services.redisUrl }
  // In production mode, without the checks of development.
  const env = { ...process.env, NODE_ENV: 'production', ...addresses }
  let failed = 0
  const begun = new Date().toISOString()
  for (const name of wanted.length > 0 ? wanted : all) {
    console.log(`\n— ${name}`)
    const browser = name === 'page' && { CHROMIUM_PATH: await findBrowser() }
    const program = ['--import', 'tsx', join(folder, `${name}.ts`)]
    const code = await show(process.execPath, program, { env: { ...env, ...browser } })
    if (code !== 0) failed++
  }
  showPromises(begun)
  return failed > 0 ? 1 : 0
}

/** One table of what the benchmarks that ran since a moment say of the promises (tests/bench/parts/results.ts). */
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
