// `npm run migrate`: brings the database of DATABASE_URL to the schema of this version. `npm start` does it by itself,
// `npm run serve` never. A database with people in it is backed up before, unless `-- --no-backup` is given; one that holds other
// data than this installation's is refused, unless `-- --move-data` is given.
import { parseArgs } from 'node:util'
import { checkNode, readEnvFile, refusal } from './environment.mjs'
import { live } from './lifetime.mjs'
import { migrateDatabase, prepareTasks } from './prepare.mjs'

const { values } = parseArgs({
  options: { 'move-data': { type: 'boolean' }, 'no-backup': { type: 'boolean' } },
  strict: false,
})

await live(async () => {
  checkNode()
  readEnvFile()
  const { DATABASE_URL } = process.env
  if (!DATABASE_URL)
    throw refusal('DATABASE_URL is missing: `npm run migrate` is for a database that you name.')
  await prepareTasks()
  const { 'no-backup': noBackup, 'move-data': isMoving } = values
  await migrateDatabase(DATABASE_URL, { kind: 'url', isMoving, backup: !noBackup })
  console.log('The database has the schema of this version.')
})
