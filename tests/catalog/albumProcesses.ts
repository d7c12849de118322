import { afterAll, afterEach, beforeAll } from 'vitest'
import { makePictures } from '../../server/clients/pictures/client.ts'
import { makeDb, type Db } from '../../server/lib/db.ts'
import { testDatabase, type TestDatabase } from '../support/database.ts'
import { threeProcesses } from './threeProcesses.ts'

/** Three processes with a database, which is emptied after each test: everything that albums need. */
export function albumProcesses() {
  const { process, ...catalogue } = threeProcesses()
  let database: TestDatabase
  let db: Db
  beforeAll(async () => {
    database = await testDatabase()
    db = makeDb(database.url)
  })
  afterAll(() => db.$disconnect())
  afterEach(() => database.truncate())
  return {
    ...catalogue,
    get db() {
      return db
    },
    /** the dependencies of one process; `timeout` is how long it waits for the service */
    process: (index?: number, timeout?: number) => {
      const deps = process(index, timeout)
      return { ...deps, db, pictures: makePictures({ base: catalogue.demo().lastfmBase, log: deps.log }) }
    },
  }
}
