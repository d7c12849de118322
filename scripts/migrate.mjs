// `npm run migrate`: migrates the database of DATABASE_URL to the schema of this version. `npm start` does so automatically,
// `npm run serve` never. A database with users is backed up first, unless `-- --no-backup` is given. A database with the data
// of another installation is refused, unless `-- --move-data` is given.
import { parseArgs } from 'node:util'
import { checkNode, readEnvFile } from './environment.mjs'
import { live } from './lifetime.mjs'
import { migrateDatabase, prepareTasks } from './prepare.mjs'
import { checkSettings, plannedSettings } from './settings.mjs'

const { values } = parseArgs({
  options: { 'move-data': { type: 'boolean' }, 'no-backup': { type: 'boolean' } },
  strict: false,
})

await live(async () => {
  checkNode()
  readEnvFile({ isCheckedLater: true })
  await prepareTasks()
  const { DATABASE_URL: _, ...placeholders } = plannedSettings
  await checkSettings(placeholders)
  const { 'no-backup': noBackup, 'move-data': isMoving } = values
  // `npm start` migrates the demo's database.
  await migrateDatabase(process.env.DATABASE_URL, { kind: 'url', isReal: true, isMoving, backup: !noBackup })
  console.log('The database has the schema of this version.')
})
