// Promise P11: two hundred users like and unlike one review a thousand times, while its author has two tabs open. Then a
// million notifications of two hundred users with 5,000 each: the unread count and the first page.
import { pino } from 'pino'
import type { Deps } from '../../server/core/deps.ts'
import type { SignedIn } from '../../server/core/trpc.ts'
import { closeDeps, makeDeps } from '../../server/deps.ts'
import { migrate } from '../../server/lib/migrate.ts'
import { likeReview } from '../../server/logs/likes.ts'
import { liveNotifications } from '../../server/notifications/read/live.ts'
import { listNotifications, readUnread } from '../../server/notifications/read/queries.ts'
import { testSettings } from '../support/server.ts'
import { dropDatabase, testDatabaseUrl } from '../support/testServer.ts'
import { kept, record, rounded } from './parts/results.ts'

const PEOPLE = 200
const EACH = 5_000
const ROUNDS = 200
/** milliseconds */
const PROMISED = 5
/** number of likes of one review, and the time limit for them in seconds */
const LIKES = 1_000
const LIKED_WITHIN = 10
const AT_ONCE = 16
/** messages per second that a tab receives */
const A_SECOND = 2
const TABS = 2
const database = `plak_bench_${process.pid}`

const people = Array.from({ length: PEOPLE }, (_, index) => index + 1)
const author = PEOPLE + 1

async function makePeople({ db }: Deps): Promise<void> {
  await db.user.createMany({
    data: [...people, author].map((id) => ({
      id,
      nickname: `person${id}`,
      email: `person${id}@plak.example`,
    })),
  })
}

async function makeReview({ db }: Deps): Promise<number> {
  const album = await db.album.create({
    data: { key: 'björk-homogenic', artist: 'Björk', name: 'Homogenic' },
  })
  const now = new Date()
  const log = { userId: author, albumId: album.id, review: 'Strings.', reviewedAt: now, date: now }
  return (await db.log.create({ data: log, select: { id: true } })).id
}

/** Opens a tab of the author: records the time and the unread count of each message. */
function openTab(deps: Deps, signal: AbortSignal) {
  const heard: { at: number; unread: number }[] = []
  const stream = liveNotifications(deps, { id: author } as SignedIn, { lastEventId: null }, signal)
  const ended = (async () => {
    for await (const [, event] of stream)
      if (event.type === 'notifications.changed') heard.push({ at: performance.now(), unread: event.unread })
  })()
  return { heard, ended }
}

/** Returns the maximum number of messages within a second. */
const mostInASecond = (heard: readonly { at: number }[]) =>
  Math.max(0, ...heard.map(({ at }) => heard.filter((each) => each.at >= at && each.at < at + 1_000).length))

/** All users alternately like and unlike the review, AT_ONCE at a time; at the end all like it. */
async function storm(deps: Deps) {
  const id = await makeReview(deps)
  const ending = new AbortController()
  const tabs = Array.from({ length: TABS }, () => openTab(deps, ending.signal))
  while (deps.bus.subscriberCount() < TABS) await new Promise((resolve) => setImmediate(resolve))
  const began = performance.now()
  for (let turn = 0; turn < LIKES / PEOPLE; turn++) {
    const left = people.values()
    const liker = async () => {
      for (const person of left)
        await likeReview(deps, { id: person } as SignedIn, { id, liked: turn % 2 === 0 })
    }
    await Promise.all(Array.from({ length: AT_ONCE }, liker))
  }
  while (tabs.some(({ heard }) => heard.at(-1)?.unread !== 1))
    await new Promise((resolve) => setTimeout(resolve, 10))
  const seconds = (performance.now() - began) / 1_000
  const { items } = await listNotifications(deps, { id: author } as SignedIn, {})
  const recount = await deps.db.reviewLike.count({ where: { logId: id } })
  ending.abort()
  await Promise.all(tabs.map(({ ended }) => ended))
  return {
    seconds: rounded(seconds, 2),
    groups: items.length,
    off: Math.abs((items[0]?.count ?? 0) - recount) + Math.abs(recount - PEOPLE),
    messages: Math.max(...tabs.map(({ heard }) => mostInASecond(heard))),
  }
}

async function makeWorld({ db }: Deps): Promise<void> {
  await db.notificationState.deleteMany({ where: { userId: { in: people } } })
  // Separate ones, all unread: none is cheaper because it is read or grouped.
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

/** Returns the time within which nine of ten calls finished. */
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
    await makePeople(deps)
    const liked = await storm(deps)
    await makeWorld(deps)
    const unread = await p90((viewer) => readUnread(deps, viewer))
    const page = await p90((viewer) => listNotifications(deps, viewer, {}))
    console.table({ 'unread count': { 'p90 ms': unread }, 'first page': { 'p90 ms': page } })
    console.log(
      `${LIKES} likes of one review by ${PEOPLE} people in ${liked.seconds} s: ${liked.groups} group, ${liked.off} off a recount, at most ${liked.messages} messages a tab a second`,
    )
    const storming = `${LIKES} likes of one review by ${PEOPLE} people`
    const promises = [
      kept('P11', `${storming}, until both tabs know`, liked.seconds, { atMost: LIKED_WITHIN }, 's'),
      kept('P11', 'their groups', liked.groups, { atMost: 1 }),
      kept('P11', 'the count of the group, off a recount', liked.off, { atMost: 0 }),
      kept('P11', 'messages a tab a second', liked.messages, { atMost: A_SECOND }),
      kept('P11', 'unread count, p90 in ms with a million notifications', unread, { atMost: PROMISED }, 'ms'),
    ]
    record('notifications', promises, { unread, page, liked })
  } finally {
    await closeDeps(deps)
    await dropDatabase(database)
  }
}

await run()
