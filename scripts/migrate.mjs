// `npm run migrate`: brings the database of DATABASE_URL to the schema of this version. `npm start` does it by itself,
// `npm run serve` never. A database with people in it is backed up before, unless told `-- --no-backup`.
import { checkNode, isDemo, readEnvFile, refusal } from './environment.mjs'
import { live } from './lifetime.mjs'
import { migrateDatabase } from './prepare.mjs'

await live(async () => {
  checkNode()
  readEnvFile()
  const { DATABASE_URL } = process.env
  if (!DATABASE_URL)
    throw refusal('DATABASE_URL is missing: `npm run migrate` is for a database that you name.')
  await migrateDatabase(DATABASE_URL, {
    isReal: !isDemo(),
    backup: !process.argv.includes('--no-backup'),
  })
  console.log('The database has the schema of this version.')
})
