import { expect, test } from 'vitest'
import { oldDatabase } from '../support/oldDatabase.ts'

test('a removal that was interrupted before the upgrade becomes a job, and the hour of the cleanup goes on', async () => {
  const { connection, update } = await oldDatabase('jobs', '20261127100000_jobs')
  await connection.query(`
    INSERT INTO User (id, nickname, email, updatedAt) VALUES (7, 'ada', 'a@plak.example', NOW());
    INSERT INTO Lease (name, until) VALUES
      ('remove:7', '2026-11-27 10:00:00'), ('remove:8', '2026-11-27 10:00:00'), ('backup', '2026-11-27 10:00:00'),
      ('tidy', '2026-11-27 10:00:00.123')`)
  expect(await update()).toContain('20261127100000_jobs')
  const jobs = await connection.query(`
    SELECT kind, \`key\`, userId, CAST(dueAt AS CHAR) AS dueAt, CAST(doneAt AS CHAR) AS doneAt, leasedUntil FROM Job ORDER BY kind`)
  const free = { leasedUntil: null }
  expect(jobs).toEqual([
    { kind: 'removal', key: '7', userId: 7, dueAt: '2026-11-27 10:00:00.000', doneAt: null, ...free },
    {
      kind: 'tidy',
      key: '',
      userId: null,
      dueAt: '2026-11-27 10:00:00.123',
      doneAt: '2026-11-27 09:00:00.123',
      ...free,
    },
  ])
})
