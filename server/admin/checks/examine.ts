import { makeDb, type Db } from '../../lib/db.ts'
import { makeRedis } from '../../lib/redis.ts'
import { root } from '../../lib/root.ts'
import { settingNames, type Settings } from '../../lib/settings.ts'
import { checkLinks } from './catalogue.ts'
import { inTime, warning, messageOf, type Found } from './check.ts'
import { checkDatabase, checkRows, checkSchema } from './database.ts'
import { checkBackup, checkDemo, checkProxy, checkPush } from './holdings.ts'
import { checkCatalogue, checkMail, checkRedis } from './services.ts'
import { checkStoredSettings } from './settings.ts'
import { checkAddress, checkDisk, checkNames, checkNode } from './surroundings.ts'

type Subject = {
  /** null if they are invalid: then `env` has what can be read */
  settings: Settings | null
  env: Record<string, string | undefined>
  /** sends a test mail to this address */
  mailTo?: string | undefined
  /** the results of the checks that read whole tables, if the caller has them */
  whole?: Promise<WholeChecks> | undefined
}

type WholeChecks = { rows: Found[]; links: Found[] }

/** Checks everything that Plak depends on. A failed check does not stop the others; each ends within seconds. */
export async function examine({ settings: base, env, mailTo, whole }: Subject): Promise<Found[]> {
  const { settings, found } = base ? await checkStoredSettings(base) : { settings: null, found: [] }
  const { DATABASE_URL, REDIS_URL } = settings ?? env
  const sizes = {
    processes: settings?.PROCESSES ?? (Number(env['PROCESSES']) || 1),
    pool: settings?.DATABASE_POOL ?? (Number(env['DATABASE_POOL']) || 10),
  }
  const redis = REDIS_URL ? attempt('redis', () => checkRedis(REDIS_URL)) : nothing()
  const groups = await Promise.all([
    attempt('disk', async () => [await checkDisk(root)]),
    DATABASE_URL ? examineDatabase(DATABASE_URL, { sizes, settings, redis, whole }) : nothing(),
    redis,
    settings ? examineServices(settings, mailTo) : nothing(),
  ])
  return [checkNode(), ...checkNames(root, settingNames), ...found, ...groups.flat()]
}

const nothing = async (): Promise<Found[]> => []

async function examineServices(settings: Settings, mailTo: string | undefined): Promise<Found[]> {
  const groups = await Promise.all([checkMail(settings, mailTo), checkAddress(settings)])
  return [checkCatalogue(settings), ...groups.flat()]
}

const hasFault = (results: readonly Found[], topic: string): boolean =>
  results.some(({ about, state }) => about === topic && state === 'broken')

async function examineDatabase(
  url: string,
  {
    sizes,
    settings,
    redis,
    whole,
  }: Pick<Subject, 'settings' | 'whole'> & {
    sizes: { processes: number; pool: number }
    redis: Promise<Found[]>
  },
): Promise<Found[]> {
  const database = await attempt('database', () => checkDatabase(url, sizes))
  if (hasFault(database, 'database')) return database
  const schema = await checkSchema(url)
  if (!settings || hasFault(schema, 'schema')) return [...database, ...schema]
  const [rows, holdings] = await Promise.all([
    whole ? attempt('rows', async () => (await whole).rows) : examineRows(url),
    redis.then((results) => examineHoldings(settings, { hasRedis: !hasFault(results, 'redis'), whole })),
  ])
  return [...database, ...schema, ...rows, ...holdings]
}

export const examineRows = (url: string): Promise<Found[]> =>
  attempt('rows', async () => [await checkRows(url)])
export const examineLinks = (db: Db): Promise<Found[]> => attempt('links', async () => [await checkLinks(db)])

async function examineHoldings(
  settings: Settings,
  { hasRedis, whole }: Pick<Subject, 'whole'> & { hasRedis: boolean },
): Promise<Found[]> {
  const db = makeDb(settings.DATABASE_URL, { connections: 2 })
  const redis = hasRedis ? makeRedis(settings.REDIS_URL, () => {}) : null
  try {
    const groups = await Promise.all([
      attempt('backup', () => checkBackup(db, settings, new Date())),
      attempt('demo', async () => [await checkDemo(settings, root)]),
      whole ? attempt('links', async () => (await whole).links) : examineLinks(db),
      attempt('push', () => checkPush(db, settings)),
      attempt('proxy', async () => [await checkProxy(db, redis, settings)]),
    ])
    return groups.flat()
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
