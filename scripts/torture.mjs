import { join } from 'node:path'
// `npm run torture [-- --seed 7]`: the long torture test, on services of its own. It prints its seed.
import { parseArgs } from 'node:util'
import { checkNode, refusal, root } from './environment.mjs'
import { atEnd, live } from './lifetime.mjs'
import { buildServer, generateClient, installPackages } from './prepare.mjs'
import { show } from './processes.mjs'
import { throwawayServices } from './services.mjs'

async function torture() {
  checkNode()
  const seed = readSeed()
  await installPackages()
  await generateClient()
  await buildServer()
  const services = await throwawayServices()
  atEnd(services.stop)
  const env = {
    ...process.env,
    TEST_DATABASE_URL: services.databaseUrl,
    TEST_REDIS_URL: services.redisUrl,
    TORTURE: 'long',
    TORTURE_SEED: seed,
  }
  const args = [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    'tests/torture',
    '--disable-console-intercept',
  ]
  return await show(process.execPath, args, { env })
}

function readSeed() {
  const { values } = parseArgs({ options: { seed: { type: 'string' } } })
  const { seed = String(Math.floor(Math.random() * 1e9)) } = values
  if (!/^\d{1,9}$/.test(seed))
    throw refusal('A seed is a whole number, for example: npm run torture -- --seed 7')
  return seed
}

await live(torture)
