// The migration as a step of its own (scripts/prepare.mjs runs it): a server that starts never migrates by
// surprise. With `--real` it refuses a database in which the demo's people are, and backs one with people in it up before it
// changes it, unless told `--no-backup`.
import { join } from 'node:path'
import { findDemoPeople } from '../server/account/demoPeople.ts'
import { backUpBeforeUpgrade } from '../server/backup/beforeUpgrade.ts'
import { awaitDatabase } from '../server/lib/awaitDatabase.ts'
import { isAhead, migrate } from '../server/lib/migrate.ts'

const databaseUrl = process.env.DATABASE_URL ?? ''
const root = join(import.meta.dirname, '..')

const isReal = process.argv.includes('--real')

try {
  await awaitDatabase(databaseUrl, {
    seconds: Number(process.env.START_WAIT ?? 60),
    say: (text) => console.error(text),
  })
  if (isReal && !process.argv.includes('--no-backup')) {
    const backup = await backUpBeforeUpgrade(databaseUrl, process.env.APP_SECRET ?? '')
    if (backup) console.log(`Backed the database up before the upgrade: ${backup.file}`)
  }
  const applied = await migrate(databaseUrl).catch((error: unknown) => {
    if (!isAhead(error)) throw error
    console.error(`${(error as Error).message} This one goes on without it.`)
    return []
  })
  if (applied.length > 0) console.log(`Migrated the database: ${applied.join(', ')}`)
  const people = isReal ? await findDemoPeople(databaseUrl, root) : []
  if (people.length > 0) {
    const names = people.slice(0, 3).map(({ nickname }) => nickname)
    throw new Error(
      `This database holds ${people.length} of the demo's people (${names.join(', ')} …), whose passwords are public. ` +
        'Take them away: npm run admin -- remove-demo',
    )
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
