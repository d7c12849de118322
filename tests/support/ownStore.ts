import { join } from 'node:path'
import { storeFolderOf } from './storeFolder.ts'

// Gives each worker a store folder of its own: `tidy` in one test would delete the uploads of another, whose rows are in
// another database. The server reads the variable once, when it is loaded; processes that tests start do not inherit it.
const before = process.env.PLAK_STORE_FOLDER
process.env.PLAK_STORE_FOLDER = join(storeFolderOf(process.ppid), process.env.VITEST_POOL_ID ?? 'one')
await import('../../server/lib/store.ts')
if (before === undefined) delete process.env.PLAK_STORE_FOLDER
else process.env.PLAK_STORE_FOLDER = before
