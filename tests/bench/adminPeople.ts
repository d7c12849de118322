// Promise P16: the people search of /admin among a million accounts, by beginnings of nicknames and e-mail addresses.
import { pino } from 'pino'
import { listPeople } from '../../server/admin/people.ts'
import { closeDeps, makeDeps } from '../../server/deps.ts'
import { migrate } from '../../server/lib/migrate.ts'
import { testSettings } from '../support/server.ts'
import { dropDatabase, testConnection, testDatabaseUrl } from '../support/testServer.ts'
import { numbers } from './parts/logs.ts'
import { kept, record } from './parts/results.ts'
import { tableOf, timeInTurn } from './parts/times.ts'

/** power of ten */
const ACCOUNTS = 6
const ROUNDS = 500
/** milliseconds */
const PROMISED = 30
const database = `plak_bench_${process.pid}`

/**
 * Half of the addresses begin with the nickname. The others begin with 'mail', every thousandth of them with 'rare', and one
 * with 'only'.
 */
async function makeWorld(): Promise<void> {
  const connection = await testConnection(database)
  try {
    await connection.query('SET unique_checks = 0, foreign_key_checks = 0')
    await connection.query(`
      INSERT INTO User (id, nickname, email, updatedAt)
      SELECT n + 1, nickname, CONCAT(
        CASE WHEN n % 2 = 0 THEN nickname WHEN n = 500501 THEN 'only' WHEN n % 1000 = 1 THEN CONCAT('rare', n)
          ELSE CONCAT('mail', n) END, '@plak.example'), NOW(3)
      FROM (SELECT n, CONCAT('person', n) AS nickname FROM ${numbers(ACCOUNTS)}) AS named`)
    await connection.query('ANALYZE TABLE User')
  } finally {
    await connection.end()
  }
}

/** A text to search for, and the number of people on the first page. */
const searches: Record<string, [search: string, found: number]> = {
  'nothing typed': ['', 50],
  'a common beginning of both': ['person', 50],
  'a late beginning of both': ['person99', 50],
  'a rare beginning of both': ['person12345', 11],
  'a common beginning of addresses': ['mail', 50],
  'a late beginning of addresses': ['mail99', 50],
  'a rare beginning of addresses': ['rare', 50],
  'one address': ['only@', 1],
  'no hit': ['nobody', 0],
  'no hit in letters that no nickname has': ['şebnem', 0],
}

async function bench() {
  const databaseUrl = testDatabaseUrl(database)
  await migrate(databaseUrl)
  const deps = await makeDeps(testSettings(databaseUrl), pino({ level: 'silent' }))
  try {
    await makeWorld()
    const find = (search: string) => listPeople(deps, { search })
    let missed = 0
    for (const [search, found] of Object.values(searches))
      if ((await find(search)).items.length !== found) missed++
    const reads = Object.entries(searches).map(([name, [search]]) => [name, () => find(search)] as const)
    const table = tableOf(await timeInTurn(Object.fromEntries(reads), ROUNDS))
    console.table(table)
    const slowest = Math.max(...Object.values(table).map((row) => row['p99 ms']))
    const promises = [
      kept(
        'P16',
        'people search of /admin over 1,000,000 accounts, p99',
        slowest,
        { atMost: PROMISED },
        'ms',
      ),
      kept('P16', 'its searches that find another number of people', missed, { atMost: 0 }),
    ]
    record('adminPeople', promises, { accounts: 10 ** ACCOUNTS, table })
  } finally {
    await closeDeps(deps)
    await dropDatabase(database)
  }
}

await bench()
