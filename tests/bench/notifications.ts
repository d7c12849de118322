// A million notifications of two hundred people, 5,000 of whom each one has: how many are unread, and the first page of them.
import { pino } from 'pino'
import { closeDeps, makeDeps, type Deps } from '../../server/deps.ts'
import { migrate } from '../../server/lib/migrate.ts'
import { listNotifications, readUnread } from '../../server/notifications/queries.ts'
import type { SignedIn } from '../../server/trpc.ts'
import { testSettings } from '../support/server.ts'
import { dropDatabase, testDatabaseUrl } from '../support/testServer.ts'
import { kept, record } from './parts/results.ts'

const PEOPLE = 200
const EACH = 5_000
const ROUNDS = 200
/** milliseconds */
const PROMISED = 5
const database = `plak_bench_${process.pid}`

async function makeWorld({ db }: Deps): Promise<void> {
  const people = Array.from({ length: PEOPLE }, (_, index) => index + 1)
  await db.user.createMany({
    data: people.map((id) => ({ id, nickname: `person${id}`, email: `person${id}@plak.example` })),
  })
  // Single ones, all unread: nothing is cheaper by being read or folded.
  for (const id of people) {
    await db.$executeRaw`INSERT INTO NotificationState (userId, position, readUpTo) VALUES (${id}, ${EACH}, 0)`
    await db.$executeRaw`
      INSERT INTO Notification (userId, position, kind, thing, actorId, groupId, createdAt)
      SELECT ${id}, seq, 'importDone', CONCAT('import:', seq), NULL, seq, NOW(3) FROM seq_1_to_5000`
    await db.$executeRaw`
      INSERT INTO NotificationGroup (userId, number, \`key\`, startedAt, position)
      SELECT ${id}, seq, CONCAT('importDone ', seq), NOW(3), seq FROM seq_1_to_5000`
  }
  await db.$executeRaw`ANALYZE TABLE Notification, NotificationGroup, NotificationState`
}

/** The time within which nine of ten were done. */
async function p90(work: (viewer: SignedIn) => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const viewer = { id: (round % PEOPLE) + 1 } as SignedIn
    const began = performance.now()
    await work(viewer)
    times.push(performance.now() - began)
  }
  return times.toSorted((a, b) => a - b)[Math.floor(ROUNDS * 0.9)]!
}

async function run() {
  const url = testDatabaseUrl(database)
  await migrate(url)
  const deps = await makeDeps(testSettings(url), pino({ level: 'silent' }))
  try {
    await makeWorld(deps)
    const unread = await p90((viewer) => readUnread(deps, viewer))
    const page = await p90((viewer) => listNotifications(deps, viewer, {}))
    console.table({ 'unread count': { 'p90 ms': unread }, 'first page': { 'p90 ms': page } })
    const promises = [
      kept('P11', 'unread count, p90 in ms with a million notifications', unread, { atMost: PROMISED }, 'ms'),
    ]
    record('notifications', promises, { unread, page })
  } finally {
    await closeDeps(deps)
    await dropDatabase(database)
  }
}

await run()
