import { makeDb, transaction } from '../../../server/lib/db.ts'
import { migrate } from '../../../server/lib/migrate.ts'
import { lockUsers } from '../../../server/users/lock.ts'
import { writeHeads } from '../../../server/users/write/feedHeads.ts'
import { testConnection, testDatabaseUrl } from '../../support/testServer.ts'

const ALBUMS = 20_011
const AT_ONCE = 10_000
const DIGITS = `(${Array.from({ length: 10 }, (_, digit) => `SELECT ${digit} AS d`).join(' UNION ALL ')})`

/** Returns SQL for a table of the integers below a power of ten, in order, with the column `n`. */
export function numbers(power: number): string {
  const places = Array.from({ length: power }, (_, place) => place)
  const sum = places.map((place) => `d${place}.d * ${10 ** place}`).join(' + ')
  return `(SELECT ${sum} AS n FROM ${places.map((place) => `${DIGITS} d${place}`).join(' CROSS JOIN ')}) numbers`
}

type Community = { power: number; people: number; isTwice?: boolean; isHalfClosed?: boolean }

/**
 * Fills a database with a community: `people` users (a power of ten, at most a tenth of the number of logs), and `10 ** power`
 * logs in the order of their creation over two years.
 * The most active user has a hundred times as many logs as the quietest: person 1 is the most active, and the number decreases
 * with the root of the id. One in eight is an import, one in six has a text.
 * `isTwice`: each user heard each of their albums again, which doubles
 * the number. `isHalfClosed`: every other log is for followers only.
 */
export async function makeCommunity(
  database: string,
  { power, people, isTwice = false, isHalfClosed = false }: Community,
): Promise<void> {
  await migrate(testDatabaseUrl(database))
  const connection = await testConnection(database)
  try {
    // MariaDB then writes an empty table's indexes in one go.
    await connection.query('SET unique_checks = 0, foreign_key_checks = 0')
    await connection.query(`
      INSERT INTO User (id, nickname, email, passwordHash, avatar, bio, updatedAt)
      SELECT n + 1, CONCAT('person', n + 1), CONCAT('person', n + 1, '@plak.example'), REPEAT('x', 97),
        CONCAT('https://pictures.example/avatars/', LEFT(SHA2(n, 256), 32), '.jpg'), REPEAT('Records and rain. ', 1 + n % 5), NOW(3)
      FROM ${numbers(Math.round(Math.log10(people)))}`)
    await connection.query(`
      INSERT INTO Album (id, \`key\`, artist, name, image, updatedAt)
      SELECT n + 1, CONCAT('artist ', n, '-album ', n), CONCAT('Artist ', n), CONCAT('Album ', n),
        CONCAT('https://pictures.example/covers/', LEFT(SHA2(n, 256), 32), '.jpg'), NOW(3)
      FROM ${numbers(5)} WHERE n < ${ALBUMS}`)
    // Each user has ten seats on average, and each seat logs in turn. The seats up to user p are 4 p + 6 √(people p); this is
    // solved for p to find the user of a seat. A user's seats are adjacent, so that no album occurs twice. The step is near the
    // golden section of the seats, so that any period of time has both active and quiet users.
    const seats = people * 10
    await connection.query(`
      INSERT INTO Log (id, userId, albumId, source, imported, rating, review, reviewedAt, date, createdAt, enteredAt,
        feedAt, updatedAt, visibility)
      SELECT n + 1, person, (seat * 10 + turn) * 31 % ${ALBUMS} + 1, IF(n % 8 = 3, 'spotify', 'manual'), n % 8 = 3,
        n % 11,
        IF(n % 6 = 0, REPEAT('The second half is where it gets good. ', 1 + n % 3), NULL), IF(n % 6 = 0, at, NULL), at, at,
        IF(n % 8 = 3, NULL, at), IF(n % 8 = 3, NULL, at), at,
        IF(${isHalfClosed} AND n % 2 = 0, 'followers', 'everyone')
      FROM (
        SELECT n, turn, seat,
          LEAST(${people}, 1 + FLOOR(POW((SQRT(36 * ${people} + 16 * seat) - 6 * SQRT(${people})) / 8, 2))) AS person,
          TIMESTAMPADD(MICROSECOND, n * ${63_072_000_000_000 / 10 ** power}, '2024-11-20') AS at
        FROM (
          SELECT n, n DIV ${seats} AS turn, n % ${seats} * (618033 + 10 * (n DIV ${seats})) % ${seats} AS seat
          FROM ${numbers(power)}
        ) seated
      ) made`)
    // Each user hears each album again half a second later: twice as many listenings with the same opinions.
    if (isTwice)
      await connection.query(`
        INSERT INTO Log (id, userId, albumId, rating, date, relisten, createdAt, enteredAt, feedAt, updatedAt, visibility)
        SELECT id + ${10 ** power}, userId, albumId, rating, date, TRUE, again, again, again, again, visibility
        FROM (SELECT *, TIMESTAMPADD(MICROSECOND, 500000, createdAt) AS again FROM Log WHERE id <= ${10 ** power}) heard`)
    await connection.query(`
      INSERT INTO Opinion (userId, albumId, rating, followersRating, everyoneRating, countedRating, visibility, addedAt)
      SELECT userId, albumId, rating, rating, rating, rating, visibility, createdAt FROM Log WHERE id <= ${10 ** power}`)
    await connection.query('ANALYZE TABLE User, Album, Log, Opinion')
  } finally {
    await connection.end()
  }
  await writeAllHeads(testDatabaseUrl(database), people)
}

async function writeAllHeads(databaseUrl: string, people: number): Promise<void> {
  const db = makeDb(databaseUrl)
  try {
    for (let from = 1; from <= people; from += AT_ONCE) {
      const some = Array.from({ length: Math.min(AT_ONCE, people + 1 - from) }, (_, index) => from + index)
      await transaction(db, async (tx) => writeHeads(tx, await lockUsers(tx, some)))
    }
  } finally {
    await db.$disconnect()
  }
}
