// The migration as a step of its own (scripts/prepare.mjs runs it): a server that starts never migrates by
// surprise.
import { migrate } from '../server/lib/migrate.ts'

try {
  const applied = await migrate(process.env.DATABASE_URL ?? '')
  if (applied.length > 0) console.log(`Migrated the database: ${applied.join(', ')}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
