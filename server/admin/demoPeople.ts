import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createConnection, type Connection } from 'mariadb'
import { databaseConfig } from '../lib/databaseUrl.ts'
import { Refusal } from '../lib/refusal.ts'

type Login = { email: string; nickname: string; password: string }
type Account = { id: number; email: string; nickname: string; passwordHash: string | null; isOlder: number }

/**
 * Finds the accounts that the demo created, and those with its public password, which nobody else can choose. Users who
 * registered with such an address are not included. `root`: folder with the demo's logins.
 */
export async function findDemoPeople(
  databaseUrl: string,
  root: string,
): Promise<{ id: number; nickname: string }[]> {
  const logins = JSON.parse(await readFile(join(root, 'demo/logins.json'), 'utf8')) as Login[]
  const connection = await createConnection(databaseConfig(databaseUrl))
  try {
    const accounts = await readAccounts(
      connection,
      logins.map(({ email }) => email),
    )
    const people: { id: number; nickname: string }[] = []
    for (const { id, email, nickname, passwordHash, isOlder } of accounts) {
      const { password } = logins.find((login) => login.email === email)!
      if (isOlder || (await fits(passwordHash, password))) people.push({ id, nickname })
    }
    return people
  } finally {
    await connection.end()
  }
}

/** @throws Refusal */
export async function refuseDemoPeople(databaseUrl: string, root: string): Promise<void> {
  const people = await findDemoPeople(databaseUrl, root)
  if (people.length === 0) return
  const names = people.slice(0, 3).map(({ nickname }) => nickname)
  throw new Refusal(
    `This database holds ${people.length} of the demo's people (${names.join(', ')} …), whose passwords are public. ` +
      'Delete them: npm run admin -- remove-demo',
  )
}

/**
 * The demo's accounts are dated before the creation of the database, which is impossible for other accounts. SQL on a bare
 * connection, because migrate.ts does not load Prisma's client.
 */
const readAccounts = (connection: Connection, emails: string[]): Promise<Account[]> =>
  connection.query<Account[]>(
    `SELECT id, email, nickname, passwordHash, createdAt < (SELECT MIN(started_at) FROM _prisma_migrations) AS isOlder
      FROM User WHERE email IN (?) ORDER BY id`,
    [emails],
  )

async function fits(hash: string | null, password: string): Promise<boolean> {
  if (hash === null) return false
  const { verify } = await import('@node-rs/argon2')
  return await verify(hash, password)
}
