import { expect, onTestFinished, test } from 'vitest'
import { makeDb, transaction } from '../../server/lib/db.ts'
import { writeOpinions } from '../../server/logs/write/opinions.ts'
import { lockUsers } from '../../server/users/lock.ts'
import { oldDatabase } from '../support/oldDatabase.ts'

test('one log a person and album becomes a listening with its opinion; ids, likes and comments stay', async () => {
  const { connection, url, update } = await oldDatabase('listenings', '20261122160000_listenings')
  await connection.query(`
    INSERT INTO User (id, nickname, email, updatedAt, disabledAt) VALUES
      (1, 'ada', 'a@plak.example', NOW(), NULL), (2, 'bela', 'b@plak.example', NOW(), NULL),
      (3, 'cem', 'c@plak.example', NOW(), NOW());
    INSERT INTO Album (id, \`key\`, artist, name, updatedAt) VALUES
      (1, 'a', 'A', 'A', NOW()), (2, 'b', 'B', 'B', NOW()), (3, 'c', 'C', 'C', NOW());
    INSERT INTO Log (id, userId, albumId, source, rating, review, reviewedAt, date, version, createdAt, feedAt) VALUES
      (11, 1, 1, 'manual', 8, 'Yes.', '2026-01-02', '2026-01-01', 5, '2026-01-01 10:00', '2026-01-01 10:00'),
      (12, 1, 2, 'spotify', 0, NULL, NULL, '2019-03-03', 1, '2019-03-03', NULL),
      (13, 1, 3, 'manual', 0, NULL, NULL, '2020-05-05', 2, '2020-05-05', NULL),
      (14, 2, 1, 'manual', 3, NULL, NULL, '2026-01-03', 1, '2026-01-03', '2026-01-03'),
      (15, 3, 1, 'manual', 10, NULL, NULL, '2026-01-03', 1, '2026-01-03', '2026-01-03');
    INSERT INTO ReviewLike (logId, userId, createdAt) VALUES (11, 2, NOW());
    INSERT INTO Comment (userId, logId, text, submission) VALUES (2, 11, 'Oh yes.', UUID());
    INSERT INTO List (id, userId, name, submission) VALUES (21, 1, 'Rain', UUID())`)
  const before = await connection.query(
    'SELECT id, userId, albumId, rating, review, reviewedAt, date, version, createdAt, feedAt FROM Log ORDER BY id',
  )
  expect(await update()).toContain('20261122160000_listenings')

  const after = await connection.query(
    'SELECT id, userId, albumId, rating, review, reviewedAt, date, version, createdAt, feedAt FROM Log ORDER BY id',
  )
  expect(after).toEqual(before)
  // An import stays an import after its owner changed it: its first rating or review still enters the feeds.
  const marked = await connection.query<{ entered: number | bigint }[]>(
    'SELECT id, visibility, imported, relisten, submission, enteredAt <=> feedAt AS entered FROM Log ORDER BY id',
  )
  // MySQL returns a comparison as a BIGINT.
  expect(marked.map((row) => ({ ...row, entered: Number(row.entered) }))).toEqual(
    [11, 12, 13, 14, 15].map((id) => ({
      id,
      visibility: 'everyone',
      imported: id === 12 || id === 13 ? 1 : 0,
      relisten: 0,
      submission: null,
      entered: 1,
    })),
  )
  expect(await connection.query('SELECT COUNT(*) AS n FROM ReviewLike, Comment')).toEqual([{ n: 1n }])
  expect(await connection.query('SELECT visibility FROM List')).toEqual([{ visibility: 'everyone' }])

  // The opinions are the same as those that the product itself would write.
  const opinions = () => connection.query('SELECT * FROM Opinion ORDER BY userId, albumId')
  const migrated = await opinions()
  expect(migrated).toMatchObject([
    { userId: 1, albumId: 1, rating: 8, everyoneRating: 8, countedRating: 8 },
    { userId: 1, albumId: 2, rating: 0 },
    { userId: 1, albumId: 3, rating: 0 },
    { userId: 2, albumId: 1, rating: 3 },
    { userId: 3, albumId: 1, rating: 10, countedRating: null },
  ])
  const db = makeDb(url)
  onTestFinished(() => db.$disconnect())
  await transaction(db, async (tx) => {
    for (const userId of await lockUsers(tx, [1, 2, 3])) await writeOpinions(tx, userId, 'all')
  })
  expect(await opinions()).toEqual(migrated)
})
