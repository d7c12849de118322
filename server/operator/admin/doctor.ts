import { makeDb } from '../../lib/db.ts'
import { makeRedis } from '../../lib/redis.ts'
import { root } from '../../lib/root.ts'
import { readSettings, settingNames, SettingsError, type Settings } from '../../lib/settings.ts'
import { checkLinks } from './checks/catalogue.ts'
import { broken, inTime, ok, warning, messageOf, type Found } from './checks/check.ts'
import { checkDatabase, checkRows, checkSchema } from './checks/database.ts'
import { checkBackup, checkDemo, checkProxy } from './checks/holdings.ts'
import { checkCatalogue, checkMail, checkRedis } from './checks/services.ts'
import { checkAddress, checkDisk, checkNames, checkNode } from './checks/surroundings.ts'
import { formatCount, type Task } from './task.ts'

type Environment = Record<string, string | undefined>

/** A failed check does not stop the others. */
async function examine(env: Environment, mailTo?: string): Promise<Found[]> {
  const { settings, found: results } = settingsOf(env)
  results.unshift(checkNode())
  results.push(...checkNames(root, settingNames), await checkDisk(root))
  const { DATABASE_URL, REDIS_URL } = settings ?? env
  const sizes = { processes: Number(env['PROCESSES']) || 1, pool: Number(env['DATABASE_POOL']) || 10 }
  const database = DATABASE_URL ? await attempt('database', () => checkDatabase(DATABASE_URL, sizes)) : []
  const isThere =
    DATABASE_URL && !database.some(({ about, state }) => about === 'database' && state === 'broken')
  results.push(...database)
  if (isThere) results.push(...(await checkSchema(DATABASE_URL)))
  if (REDIS_URL) results.push(...(await attempt('redis', () => checkRedis(REDIS_URL))))
  if (!settings) return results
  results.push(checkCatalogue(settings))
  results.push(...(await checkMail(settings, mailTo)), ...(await checkAddress(settings)))
  const hasTables = !results.some(({ about, state }) => about === 'schema' && state === 'broken')
  const hasRedis = !results.some(({ about, state }) => about === 'redis' && state === 'broken')
  if (isThere && hasTables)
    results.push(...(await attempt('rows', async () => [await checkRows(settings.DATABASE_URL)])))
  if (isThere && hasTables) results.push(...(await examineHoldings(settings, hasRedis)))
  return results
}

function settingsOf(env: Environment): { settings: Settings | null; found: Found[] } {
  try {
    return { settings: readSettings(env), found: [ok('settings', 'all are valid')] }
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    const mend = 'Correct it in .env or the environment; .env.example explains each setting.'
    const lines = error.message.split('\n').slice(1)
    return { settings: null, found: lines.map((line) => broken('settings', line.trim(), mend)) }
  }
}

async function examineHoldings(settings: Settings, hasRedis: boolean): Promise<Found[]> {
  const db = makeDb(settings.DATABASE_URL, { connections: 2 })
  const redis = hasRedis ? makeRedis(settings.REDIS_URL, () => {}) : null
  try {
    return [
      ...(await attempt('backup', () => checkBackup(db, settings, new Date()))),
      ...(await attempt('demo', async () => [await checkDemo(settings, root)])),
      ...(await attempt('links', async () => [await checkLinks(db)])),
      ...(await attempt('proxy', async () => [await checkProxy(db, redis, settings)])),
    ]
  } finally {
    redis?.destroy()
    await db.$disconnect()
  }
}

async function attempt(topic: string, look: () => Promise<Found[]>): Promise<Found[]> {
  try {
    return await inTime(look())
  } catch (error) {
    return [
      warning(
        topic,
        `it could not be checked (${messageOf(error)})`,
        'Try again; if it persists, look at the log.',
      ),
    ]
  }
}

const marks = { ok: '  ', warning: '! ', broken: '✗ ' }
const sentence = ({ about, state, said, mend }: Found) =>
  `${marks[state]}${about.padEnd(16)}${said}.${mend ? `\n${' '.repeat(18)}${mend}` : ''}`

export const doctor: Task = {
  usage: '[--mail {address}]',
  options: { mail: { type: 'string' } },
  does: 'checks everything that Plak depends on, and reports how to fix what is wrong; --mail sends a test mail',
  async alone({ env }, { options }) {
    const results = await examine(env, options['mail'] as string | undefined)
    const countOf = (state: Found['state']) => results.filter((each) => each.state === state).length
    const [faults, warnings] = [countOf('broken'), countOf('warning')]
    const sum = `${formatCount(faults, 'thing')} to mend, ${formatCount(warnings, 'warning')}.`
    return {
      said: [...results.map(sentence), '', sum].join('\n'),
      data: { ok: faults === 0, faults, warnings, checks: results },
      code: faults === 0 ? 0 : 1,
    }
  },
}
