import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databasePrefix } from './database.ts'

/** Folder for files of the servers in one run of the tests. */
export const storeFolderOf = (runner: number) => join(tmpdir(), `${databasePrefix(runner)}store`)
