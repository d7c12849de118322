// `npm run bench [-- name]`: the benchmarks, one after the other, on services of their own.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { checkNode, refusal, root } from './environment.mjs'
import { atEnd, live } from './lifetime.mjs'
import { generateClient, installPackages } from './prepare.mjs'
import { show } from './processes.mjs'
import { throwawayServices } from './services.mjs'

async function bench() {
  checkNode()
  const folder = join(root, 'tests/bench')
  const there = existsSync(folder) ? readdirSync(folder) : []
  const all = there.filter((file) => file.endsWith('.ts')).map((file) => file.replace(/\.ts$/, '')).toSorted()
  const wanted = process.argv.slice(2)
  const unknown = wanted.find((name) => !all.includes(name))
  if (unknown) throw refusal(`There is no benchmark '${unknown}'. There are: ${all.join(', ') || 'none yet'}`)

  await installPackages()
  await generateClient()
  const services = await throwawayServices()
  atEnd(services.stop)
  const addresses = { TEST_DATABASE_URL: services.databaseUrl, TEST_REDIS_URL: services.redisUrl }
  // As it is run, without the checks that help while it is built.
  const env = { ...process.env, NODE_ENV: 'production', ...addresses }
  let failed = 0
  for (const name of wanted.length > 0 ? wanted : all) {
    console.log(`\n— ${name}`)
    const code = await show(process.execPath, ['--import', 'tsx', join(folder, `${name}.ts`)], { env })
    if (code !== 0) failed++
  }
  return failed > 0 ? 1 : 0
}

await live(bench)
