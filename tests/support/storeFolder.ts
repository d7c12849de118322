import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databasePrefix } from './database.ts'

/** Where the servers within the tests of one run keep their own files. */
export const storeFolderOf = (runner: number) => join(tmpdir(), `${databasePrefix(runner)}store`)
