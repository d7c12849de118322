// Promise P12, diaries and tags: the pages of a user with 100,000 listenings and a million tags, for themselves, a follower and
// a stranger, compared with the obvious solution: a join that counts and sorts at each read.
import { pino } from 'pino'
import type { Deps } from '../../server/core/deps.ts'
import type { SignedIn } from '../../server/core/trpc.ts'
import { closeDeps, makeDeps } from '../../server/deps.ts'
import { migrate } from '../../server/lib/migrate.ts'
import { listDiary } from '../../server/logs/read/shelf.ts'
import { renameOwnTag } from '../../server/logs/tags/mutations.ts'
import { listTagged, listTags, suggestTags } from '../../server/logs/tags/queries.ts'
import { testSettings } from '../support/server.ts'
import { dropDatabase, testConnection, testDatabaseUrl } from '../support/testServer.ts'
import { numbers } from './parts/logs.ts'
import { kept, record } from './parts/results.ts'
import { tableOf, timed, timeInTurn } from './parts/times.ts'

const LISTENINGS = 100_000
const ALBUMS = 10_000
/** per listening; another one is on all of them */
const TAGS = 10
const ROUNDS = 200
const NAIVE_ROUNDS = 3
const PROMISED = 15
const nickname = 'person1'
const database = `plak_bench_${process.pid}`

/** SQL of the level: one in five is for followers, one in ten for its owner only. */
const level = (n: string) =>
  `ELT(1 + (${n} % 10 IN (3, 7)) + 2 * (${n} % 10 = 9), 'everyone', 'followers', 'me')`
const counts = (of: string, times = 1) =>
  ['everyone', 'followers', 'me'].map((each) => `(${level(of)} = '${each}') * ${times}`).join(', ')

async function makeWorld({ db }: Deps) {
  const connection = await testConnection(database)
  try {
    await connection.query('SET unique_checks = 0, foreign_key_checks = 0')
    for (const id of [1, 2, 3])
      await connection.query(
        `INSERT INTO User (id, nickname, email, updatedAt) VALUES (${id}, 'person${id}', 'person${id}@plak.example', NOW(3))`,
      )
    await connection.query('INSERT INTO Follow (followerId, followingId) VALUES (2, 1)')
    await connection.query(`
      INSERT INTO Album (id, \`key\`, artist, name, image, updatedAt)
      SELECT n + 1, CONCAT('artist ', n, '-album ', n), CONCAT('Artist ', n), CONCAT('Album ', n),
        CONCAT('https://pictures.example/covers/', LEFT(SHA2(n, 256), 32), '.jpg'), NOW(3) FROM ${numbers(4)}`)
    await connection.query(`
      INSERT INTO Log (id, userId, albumId, rating, visibility, date, tagCount, createdAt, updatedAt)
      SELECT n + 1, 1, n % ${ALBUMS} + 1, n % 11, ${level('n')},
        IF(n % 50 = 0, NULL, DATE_SUB('2026-11-20', INTERVAL n DIV 30 DAY)), 1 + ${TAGS}, NOW(3), NOW(3)
      FROM ${numbers(5)}`)
    await connection.query(`
      INSERT INTO Tag (id, userId, \`key\`, name, visibility, everyoneCount, followersCount, meCount)
      SELECT n + 2, 1, CONCAT('tag ', LPAD(n, 7, '0')), CONCAT('Tag ', LPAD(n, 7, '0')),
        ${level(`(n DIV ${TAGS})`)}, ${counts(`(n DIV ${TAGS})`)}
      FROM ${numbers(6)}`)
    await connection.query(`
      INSERT INTO Tag (id, userId, \`key\`, name, visibility, everyoneCount, followersCount, meCount)
      SELECT 1, 1, 'always', 'Always', 'everyone', SUM(visibility = 'everyone'), SUM(visibility = 'followers'), SUM(visibility = 'me')
      FROM Log`)
    await connection.query(`
      INSERT INTO LogTag (logId, tagId, position, visibility, date)
      SELECT l.id, n + 2, 1 + n % ${TAGS}, l.visibility, l.date
      FROM ${numbers(6)} JOIN Log l ON l.id = n DIV ${TAGS} + 1`)
    await connection.query(
      'INSERT INTO LogTag (logId, tagId, position, visibility, date) SELECT id, 1, 0, visibility, date FROM Log',
    )
    await connection.query('ANALYZE TABLE User, Album, Log, Tag, LogTag')
  } finally {
    await connection.end()
  }
  const person = (id: number) => ({ id }) as SignedIn
  const viewers = { own: person(1), follower: person(2), stranger: null }
  return { db, viewers }
}

/** The same pages by a join that counts and sorts at each read. */
const naive = (db: Deps['db']): Record<string, () => Promise<unknown>> => ({
  'naive tag page, first': async () => {
    await db.$queryRaw`SELECT COUNT(*) FROM Log l JOIN LogTag t ON t.logId = l.id JOIN Tag g ON g.id = t.tagId
      WHERE l.userId = 1 AND g.\`key\` = 'always' AND l.visibility = 'everyone'`
    await db.$queryRaw`SELECT l.*, a.name FROM Log l JOIN LogTag t ON t.logId = l.id JOIN Tag g ON g.id = t.tagId
      JOIN Album a ON a.id = l.albumId WHERE l.userId = 1 AND g.\`key\` = 'always' AND l.visibility = 'everyone'
      ORDER BY l.date DESC, l.id DESC LIMIT 25`
  },
  'naive list of tags, first':
    () => db.$queryRaw`SELECT g.name, COUNT(*) AS count FROM Tag g JOIN LogTag t ON t.tagId = g.id
      JOIN Log l ON l.id = t.logId WHERE g.userId = 1 AND l.visibility = 'everyone'
      GROUP BY g.id ORDER BY g.name LIMIT 101`,
})

async function bench() {
  const databaseUrl = testDatabaseUrl(database)
  await migrate(databaseUrl)
  const deps = await makeDeps(testSettings(databaseUrl), pino({ level: 'silent' }))
  try {
    const { db, viewers } = await makeWorld(deps)
    const day = '2022-05-01.50000'
    const reads: Record<string, () => Promise<unknown>> = {}
    for (const [who, viewer] of Object.entries(viewers)) {
      reads[`diary, first, ${who}`] = () => listDiary(deps, viewer, { nickname })
      reads[`diary, middle, ${who}`] = () => listDiary(deps, viewer, { nickname, cursor: day })
      reads[`tag, first, ${who}`] = () => listTagged(deps, viewer, { nickname, tag: 'ALWAYS' })
      reads[`tag, middle, ${who}`] = () => listTagged(deps, viewer, { nickname, tag: 'always', cursor: day })
      reads[`tag, no day, ${who}`] = () =>
        listTagged(deps, viewer, { nickname, tag: 'always', cursor: '.50000' })
      reads[`tags, first, ${who}`] = () => listTags(deps, viewer, { nickname })
      reads[`tags, middle, ${who}`] = () => listTags(deps, viewer, { nickname, cursor: '500002.Tag 0500000' })
    }
    reads['suggestions of a million that begin so'] = () => suggestTags(deps, { id: 1 }, { query: 'tag' })
    const times = await timeInTurn(reads, ROUNDS)
    for (const [name, read] of Object.entries(naive(db))) {
      times[name] = []
      for (let round = 0; round < NAIVE_ROUNDS; round++) times[name].push(await timed(read))
    }
    const owner = { id: 1 } as SignedIn
    const rename = (tag: string, name: string, merge = false) =>
      renameOwnTag(deps, owner, { tag, name, merge })
    times['100,000 listenings renamed'] = [await timed(() => rename('always', 'Ever'))]
    times['100,000 listenings merged'] = [await timed(() => rename('ever', 'tag 0000000', true))]
    const { tag } = await listTagged(deps, owner, { nickname, tag: 'tag 0000000' })

    const table = tableOf(times)
    console.table(table)
    console.log(`${LISTENINGS} listenings, ${TAGS * LISTENINGS + 1} tags; ${ROUNDS} reads of each kind`)
    const slowest = (kind: string) =>
      Math.max(...Object.keys(reads).flatMap((name) => (name.startsWith(kind) ? table[name]!['p90 ms'] : [])))
    const promises = [
      kept(
        'P12',
        'pages of a diary of 100,000, p90 of the slowest',
        slowest('diary,'),
        { atMost: PROMISED },
        'ms',
      ),
      kept(
        'P12',
        'pages of a tag of 100,000, p90 of the slowest',
        slowest('tag,'),
        { atMost: PROMISED },
        'ms',
      ),
      kept(
        'P12',
        'pages of a million tags, p90 of the slowest',
        slowest('tags,'),
        { atMost: PROMISED },
        'ms',
      ),
      kept('P12', 'listenings of the merged tag', tag.count, { atLeast: LISTENINGS }),
    ]
    record('diaries', promises, { listenings: LISTENINGS, table })
  } finally {
    await closeDeps(deps)
    await dropDatabase(database)
  }
}

await bench()
