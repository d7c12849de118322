// `npm run serve`: runs the product in production. Builds and starts nothing else; each line on standard output is JSON.
// `--migrate` migrates the database first; without it an outdated database is refused.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { keepBuild } from './builds.mjs'
import { appSecret, checkNode, readEnvFile, refusal, root } from './environment.mjs'
import { whenNpmIsGone } from './lifetime.mjs'
import { migrateDatabase } from './prepare.mjs'
import { say } from './say.mjs'
import { checkSettings, plannedSettings } from './settings.mjs'

process.env.PLAK_SERVE = '1'
process.chdir(root)
process.removeAllListeners('warning').on('warning', ({ name, message }) => say('warn', `${name}: ${message}`))
const stopUnready = () => process.exit(0)
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, stopUnready)
whenNpmIsGone(() => process.kill(process.pid, 'SIGTERM'))

const products = ['dist/server/main.js', 'dist/web/index.html', 'dist/render']

async function prepare() {
  checkNode()
  readEnvFile({ isCheckedLater: true })
  const missing = products.filter((product) => !existsSync(join(root, product)))
  if (missing.length > 0) {
    throw refusal(
      `${missing.join(', ')} is missing: this version was not built. Build it: node scripts/make.mjs`,
    )
  }
  const { NODE_ENV = 'production', PROCESSES = '1' } = process.env
  // In an explicit production environment APP_SECRET must be set.
  const { APP_SECRET } = plannedSettings
  await checkSettings(process.env.NODE_ENV === 'production' ? {} : { APP_SECRET }, {
    ...process.env,
    NODE_ENV,
  })
  const secret = keptSecret()
  if (secret) process.env.APP_SECRET = secret
  process.env.NODE_ENV = NODE_ENV
  try {
    keepBuild()
  } catch (error) {
    say(
      'warn',
      `This build cannot be kept for pages that are open while the next one comes: ${error.message}`,
    )
  }
  if (process.argv.includes('--migrate'))
    await migrateDatabase(process.env.DATABASE_URL, {
      kind: 'url',
      isReal: true,
      tell: (sentence) => say('info', sentence),
    })
  return Number(PROCESSES) === 1 ? '../dist/server/main.js' : './cluster.mjs'
}

/** `npm start` stores a key here if none is set. */
function keptSecret() {
  try {
    return appSecret()
  } catch (error) {
    throw refusal(
      `APP_SECRET is not set, and none can be kept in .data/secret (${error.code}). Set APP_SECRET.`,
    )
  }
}

try {
  const program = await prepare()
  process.setSourceMapsEnabled(true)
  for (const signal of ['SIGTERM', 'SIGINT']) process.off(signal, stopUnready)
  await import(program)
} catch (error) {
  say('fatal', error.message, error.name === 'Refusal' ? undefined : error)
  process.exitCode = 1
}
