import { expect, it, onTestFinished } from 'vitest'
import { makeDb } from '../../server/lib/db.ts'
import { beginEpoch, readLogState } from '../../server/live/eventLog.ts'
import { testDatabase } from '../support/database.ts'

it('a new epoch goes on after the higher of two numbers', async () => {
  const db = makeDb((await testDatabase()).url)
  onTestFinished(() => db.$disconnect())
  const { epoch } = await readLogState(db)
  await db.eventLog.update({ where: { id: 1 }, data: { head: 9 } })
  // As texts, 9 would be the higher one.
  await beginEpoch(db, 10)
  const state = await readLogState(db)
  expect(state.head).toBe(10)
  expect(state.epoch).not.toBe(epoch)
  await beginEpoch(db, 3)
  expect((await readLogState(db)).head).toBe(10)
})
