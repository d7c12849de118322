import { expect, test } from 'vitest'
import { oldDatabase } from '../support/oldDatabase.ts'

test('a database with logs learns when each entered the feeds, and where each person’s newest one there stands', async () => {
  const { connection, update } = await oldDatabase('heads', '20261120210000_feed_heads')
  await connection.query(`
    INSERT INTO User (id, nickname, email, updatedAt) VALUES
      (1, 'ada', 'a@plak.example', NOW()), (2, 'bela', 'b@plak.example', NOW()), (3, 'cem', 'c@plak.example', NOW());
    INSERT INTO Album (id, \`key\`, artist, name, updatedAt) VALUES
      (1, 'a', 'A', 'A', NOW()), (2, 'b', 'B', 'B', NOW()), (3, 'c', 'C', 'C', NOW());
    INSERT INTO Log (id, userId, albumId, source, date, createdAt) VALUES
      (1, 1, 1, 'manual', '2026-01-02', '2026-01-02 10:00:00.123'),
      (2, 1, 2, 'manual', '2026-01-02', '2026-01-02 10:00:00.123'),
      (3, 1, 3, 'spotify', '2026-01-03', '2026-01-03'), (4, 2, 1, 'spotify', '2026-01-03', '2026-01-03')`)
  expect(await update()).toContain('20261120210000_feed_heads')
  const heads = await connection.query<{ id: number; lastLogId: number | null; at: string | null }[]>(
    'SELECT id, lastLogId, CAST(lastLogAt AS CHAR) AS at FROM User ORDER BY id',
  )
  const moments = await connection.query('SELECT CAST(feedAt AS CHAR) AS at FROM Log ORDER BY id')
  expect(moments).toEqual([heads[0]!.at, heads[0]!.at, null, null].map((at) => ({ at })))
  expect(heads).toEqual([
    { id: 1, lastLogId: 2, at: '2026-01-02 10:00:00.123' },
    { id: 2, lastLogId: null, at: null },
    { id: 3, lastLogId: null, at: null },
  ])
})
