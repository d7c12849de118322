import { pino } from 'pino'
import { expect, it } from 'vitest'
import { closeDeps, makeDeps } from '../../server/deps.ts'
import { transaction } from '../../server/lib/db.ts'
import { lockSettings, writeSettings } from '../../server/settings/rows.ts'
import { readMissing } from '../../server/settings/scripts.ts'
import { testDatabase } from '../support/database.ts'
import { testSettings } from '../support/server.ts'

const first = 'a secret of the tests, long enough to be one'
const second = 'the next secret, which is long enough as well'
const third = 'a secret that opens nothing of what is stored'

it('a stored secret survives a change of APP_SECRET with APP_SECRET_BEFORE, and is encrypted with the new one', async () => {
  const { url, truncate } = await testDatabase()
  await truncate()
  const environment = (more: Record<string, string>) => testSettings(url, { LASTFM_API_KEY: '', ...more })
  const keyWith = async (more: Record<string, string>) => {
    const deps = await makeDeps(environment(more), pino({ level: 'silent' }))
    try {
      return deps.settings.LASTFM_API_KEY
    } finally {
      await closeDeps(deps)
    }
  }
  const deps = await makeDeps(environment({}), pino({ level: 'silent' }))
  await transaction(deps.db, async (tx) => {
    await lockSettings(tx)
    await writeSettings(tx, deps.seal, new Map([['LASTFM_API_KEY', 'a stored key']]))
  })
  await closeDeps(deps)

  expect(await keyWith({ APP_SECRET: second, APP_SECRET_BEFORE: first })).toBe('a stored key')
  // The previous secret is not needed any more.
  expect(await keyWith({ APP_SECRET: second })).toBe('a stored key')
  expect(await keyWith({ APP_SECRET: first })).toBeUndefined()
  // One that opens nothing changes nothing.
  expect(await keyWith({ APP_SECRET: third, APP_SECRET_BEFORE: first })).toBeUndefined()
  expect(await keyWith({ APP_SECRET: second })).toBe('a stored key')

  const env = { DATABASE_URL: url, REDIS_URL: 'redis://127.0.0.1', APP_SECRET: second }
  expect(await readMissing(env)).toBe(null)
  expect(await readMissing({ ...env, APP_SECRET: third })).toBe('LASTFM_API_KEY')
})
