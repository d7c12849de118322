// Migrates the database as a separate step (run by scripts/prepare.mjs), so that starting a server never migrates. With `--kind`
// (who runs the database), refuses a database of another installation, unless `--move-data` is given. With `--real`, refuses a
// database with the demo's accounts, and backs up a database with accounts before changing it, unless `--no-backup` is given.
import { parseArgs } from 'node:util'
import { refuseDemoPeople } from '../admin/demoPeople.ts'
import { backUpBeforeUpgrade } from '../backup/beforeUpgrade.ts'
import { awaitDatabase } from '../lib/awaitDatabase.ts'
import { isAhead, migrate } from '../lib/migrate.ts'
import { Refusal } from '../lib/refusal.ts'
import { root } from '../lib/root.ts'
import { checkStore, describeStore, rememberStore, type StoreKind } from '../lib/store.ts'

const databaseUrl = process.env.DATABASE_URL ?? ''
const { values } = parseArgs({
  options: {
    real: { type: 'boolean' },
    kind: { type: 'string' },
    'move-data': { type: 'boolean' },
    'no-backup': { type: 'boolean' },
  },
})
const target = {
  store: values.real ? ('real' as const) : ('demo' as const),
  kind: values.kind as StoreKind,
  databaseUrl,
}

try {
  await awaitDatabase(databaseUrl, {
    seconds: Number(process.env.START_WAIT ?? 60),
    say: (text) => console.error(text),
  })
  if (values.kind && !values['move-data']) await checkStore(target)
  if (values.real && !values['no-backup']) {
    const backup = await backUpBeforeUpgrade(databaseUrl, process.env.APP_SECRET ?? '')
    if (backup) console.log(`Backed the database up before the upgrade: ${backup.file}`)
  }
  const applied = await migrate(databaseUrl).catch((error: unknown) => {
    if (!isAhead(error)) throw error
    console.error(`${(error as Error).message} This one goes on without it.`)
    return []
  })
  if (applied.length > 0) console.log(`Migrated the database: ${applied.join(', ')}`)
  if (values.kind) {
    await rememberStore(target)
    console.log(await describeStore(target))
  }
  if (values.real) await refuseDemoPeople(databaseUrl, root)
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  console.error(error instanceof Refusal ? message : `The database could not be migrated:\n${message}`)
  process.exitCode = 1
}
