// Promise P12, the first part: reads a thread of 20,000 comments, a tenth of them by disabled users, one page at a time with
// its exact count, compared with the obvious way to count; then writes to it while it is read.
import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { listComments as counts, recountComments } from '../../server/comments/counts.ts'
import { addComment } from '../../server/comments/mutations.ts'
import { listComments } from '../../server/comments/queries.ts'
import type { Deps } from '../../server/core/deps.ts'
import type { SignedIn } from '../../server/core/trpc.ts'
import { closeDeps, makeDeps } from '../../server/deps.ts'
import { migrate } from '../../server/lib/migrate.ts'
import { testSettings } from '../support/server.ts'
import { dropDatabase, testDatabaseUrl } from '../support/testServer.ts'
import { kept, record } from './parts/results.ts'
import { tableOf, timed } from './parts/times.ts'

const COMMENTS = 20_000
const PEOPLE = 1_000
const DISABLED_EVERY = 10
const ROUNDS = 300
const ADDED = 200
const PROMISED = 15
/** limit of the count without the page, in milliseconds */
const COUNTED_WITHIN = 5
const database = `plak_bench_${process.pid}`

type World = { thread: { list: number }; viewer: SignedIn }

/** Creates a list with comments of a thousand users; every third comment has likes. */
async function makeWorld({ db }: Deps): Promise<World> {
  const now = Date.now()
  const people = Array.from({ length: PEOPLE }, (_, index) => ({
    id: index + 1,
    nickname: `person${index + 1}`,
    email: `person${index + 1}@plak.example`,
    disabledAt: index % DISABLED_EVERY === DISABLED_EVERY - 1 ? new Date(now) : null,
  }))
  await db.user.createMany({ data: people })
  const { id: listId } = await db.list.create({
    data: { userId: 1, name: 'For the night', submission: randomUUID() },
  })
  const comments = Array.from({ length: COMMENTS }, (_, index) => ({
    listId,
    userId: 1 + ((index * 7) % PEOPLE),
    text: 'The second half of this list is where it gets good: put the headphones on.',
    submission: randomUUID(),
    createdAt: new Date(now - (COMMENTS - index) * 1_000),
  }))
  for (let at = 0; at < COMMENTS; at += 2_000)
    await db.comment.createMany({ data: comments.slice(at, at + 2_000) })
  await db.$executeRaw`
    INSERT INTO CommentLike (commentId, userId)
    SELECT c.id, u.id FROM Comment c JOIN User u ON u.id <= 1 + c.id % 20 WHERE c.id % 3 = 0`
  await recountComments(db)
  await db.$executeRaw`ANALYZE TABLE Comment, CommentLike, CommentCount, User`
  return { thread: { list: listId }, viewer: { id: 1 } as SignedIn }
}

const recount = async ({ db }: Deps, { thread }: World) => {
  const [row] = await db.$queryRaw<{ comments: bigint }[]>`
    SELECT COUNT(*) AS comments FROM Comment c JOIN User u ON u.id = c.userId
    WHERE c.listId = ${thread.list} AND u.disabledAt IS NULL`
  return Number(row!.comments)
}

async function bench() {
  const databaseUrl = testDatabaseUrl(database)
  await migrate(databaseUrl)
  const deps = await makeDeps(testSettings(databaseUrl), pino({ level: 'silent' }))
  try {
    const world = await makeWorld(deps)
    const { thread, viewer } = world
    const page = (cursor?: string) => listComments(deps, viewer, { thread, cursor })
    const middle = `${(Date.now() - (COMMENTS / 2) * 1_000).toString(36)}.1`
    for (let round = 0; round < 20; round++) await page()
    const times: Record<string, number[]> = { first: [], older: [], count: [], recount: [], written: [] }
    for (let round = 0; round < ROUNDS; round++) {
      times.first!.push(await timed(() => page()))
      times.older!.push(await timed(() => page(middle)))
      times.count!.push(await timed(() => counts.count(deps.db, [thread.list])))
      if (round % 10 === 0) times.recount!.push(await timed(() => recount(deps, world)))
    }
    const comment = (index: number) =>
      addComment(deps, { id: 1 + (index % 9) } as SignedIn, {
        thread,
        text: `${index}`,
        submission: randomUUID(),
      })
    for (let index = 0; index < ADDED; index++) times.written!.push(await timed(() => comment(index)))
    const difference = Math.abs((await page()).count - (await recount(deps, world)))
    const table = tableOf(times)
    console.table({
      'first page': table.first,
      'a page of the middle': table.older,
      'the count alone': table.count,
      'the same by counting': table.recount,
      'a comment more': table.written,
    })
    console.log(
      `${COMMENTS} comments by ${PEOPLE} people, one in ${DISABLED_EVERY} of them disabled; ${ROUNDS} reads of each page`,
    )
    const promises = [
      kept(
        'P12',
        `first page of a thread of ${COMMENTS} comments, p99`,
        table.first!['p99 ms'],
        { atMost: PROMISED },
        'ms',
      ),
      kept('P12', 'its count alone, p99', table.count!['p99 ms'], { atMost: COUNTED_WITHIN }, 'ms'),
      kept('P12', 'its count after comments of many at once, off a recount', difference, { atMost: 0 }),
    ]
    record('threads', promises, { comments: COMMENTS, table })
  } finally {
    await closeDeps(deps)
    await dropDatabase(database)
  }
}

await bench()
