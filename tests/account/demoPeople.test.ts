import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { logins, seed } from '../../demo/seed.ts'
import { findDemoPeople } from '../../server/admin/demoPeople.ts'
import { hashCost, hashPassword } from '../../server/lib/crypto.ts'
import { makeDb, type Db } from '../../server/lib/db.ts'
import { testDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await testDatabase()
  db = makeDb(database.url)
})
afterAll(() => db.$disconnect())

/** Migrates the database like a start with an API key. */
async function prepareReal(): Promise<{ code: number | null; said: string }> {
  const env = { PATH: process.env.PATH, DATABASE_URL: database.url }
  const child = spawn(process.execPath, ['dist/server/migrate.js', '--real'], { env })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { said: await text(child.stderr), code: await ended }
}

it('a real product does not start on a database with the people of the demo', async () => {
  const [first, second, third] = logins
  const now = new Date()
  const account = { createdAt: now, updatedAt: now }
  // A user who registers with such an address is not from the demo: nobody can choose the public password.
  const own = await hashPassword('a stylus and a groove', hashCost)
  await db.user.create({ data: { ...account, email: first!.email, nickname: 'x', passwordHash: own } })
  expect(await findDemoPeople(database.url, '.')).toEqual([])
  expect(await prepareReal()).toEqual({ code: 0, said: '' })

  const known = await hashPassword(second!.password, hashCost)
  await db.user.create({ data: { ...account, email: second!.email, nickname: 'y', passwordHash: known } })
  expect((await findDemoPeople(database.url, '.')).map(({ nickname }) => nickname)).toEqual(['y'])

  await db.user.deleteMany()
  await seed(db, { picturesBase: 'http://127.0.0.1:1' })
  // One of them changed their password.
  await db.user.update({ where: { email: third!.email }, data: { passwordHash: own } })
  expect(await findDemoPeople(database.url, '.')).toHaveLength(logins.length)
  const { code, said } = await prepareReal()
  expect(code).toBe(1)
  expect(said).toContain(`This database holds ${logins.length} of the demo's people`)
  expect(said).toContain('npm run admin -- remove-demo')
})
