import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migrate } from '../../server/lib/migrate.ts'
import { databasePrefix } from '../support/database.ts'
import { testConnection, testDatabaseUrl } from '../support/testServer.ts'

test('a database with logs learns when each entered the feeds, and where each person’s newest one there stands', async () => {
  const name = `${databasePrefix(process.ppid)}heads`
  const before = mkdtempSync(join(tmpdir(), 'plak-migrations-'))
  try {
    cpSync('prisma/migrations', before, {
      recursive: true,
      filter: (path) => !/2026\d{10}/.test(path) || path < 'prisma/migrations/20261120210000',
    })
    await migrate(testDatabaseUrl(name), before)
    const connection = await testConnection(name)
    try {
      await connection.query(`
        INSERT INTO User (id, nickname, email, updatedAt) VALUES
          (1, 'ada', 'a@plak.example', NOW()), (2, 'bela', 'b@plak.example', NOW()), (3, 'cem', 'c@plak.example', NOW());
        INSERT INTO Album (id, \`key\`, artist, name, updatedAt) VALUES
          (1, 'a', 'A', 'A', NOW()), (2, 'b', 'B', 'B', NOW()), (3, 'c', 'C', 'C', NOW());
        INSERT INTO Log (id, userId, albumId, source, date, createdAt) VALUES
          (1, 1, 1, 'manual', '2026-01-02', '2026-01-02 10:00:00.123'),
          (2, 1, 2, 'manual', '2026-01-02', '2026-01-02 10:00:00.123'),
          (3, 1, 3, 'spotify', '2026-01-03', '2026-01-03'), (4, 2, 1, 'spotify', '2026-01-03', '2026-01-03')`)
      expect(await migrate(testDatabaseUrl(name))).toContain('20261120210000_feed_heads')
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
    } finally {
      await connection.end()
    }
  } finally {
    rmSync(before, { recursive: true })
  }
})
