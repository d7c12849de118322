import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, it, onTestFinished, vi } from 'vitest'
import { makeHarness } from '../harness/client.ts'
import { testDatabase } from '../support/database.ts'
import { startProcess } from '../support/process.ts'
import { startServer } from '../support/server.ts'
import { testDatabaseUrl } from '../support/testServer.ts'

it.each([
  [
    'wrong settings and a missing one',
    { APP_SECRET: 'short', PASSWORD_LOGIN: 'perhaps', DATABASE_URL: '' },
    /DATABASE_URL is missing\n(.*\n)*\s+APP_SECRET must have at least 32 characters\n\s+PASSWORD_LOGIN must be 'on' or 'off'/,
  ],
  [
    'a database out of reach',
    { DATABASE_URL: 'mysql://root@localhost/plak?socket=/nowhere.sock', START_WAIT: '0' },
    /^The database cannot be reached \(connect ENOENT \/nowhere\.sock\)\. Check DATABASE_URL\.\n$/,
  ],
  [
    'a database that is none of ours',
    {},
    /^The database has no tables of Plak\. `npm start` creates them\.\n$/,
  ],
  ['a taken port', { PORT: 'taken' }, /^Port \d+ is taken\. Set PORT to a free one\.\n$/],
])('with %s it says what to do and ends with 1', async (what, settings, sentence) => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { url } = await testDatabase()
  const port = String((taken.address() as AddressInfo).port)
  const { ended } = await startProcess({
    DATABASE_URL: what.includes('none of ours') ? testDatabaseUrl('mysql') : url,
    ...settings,
    ...('PORT' in settings ? { PORT: port } : {}),
  })
  const { code, said } = await ended
  taken.close()
  expect(said).toMatch(sentence)
  expect(said).not.toMatch(/\n\s+at /)
  expect(code).toBe(1)
})

it('SIGTERM says so and serves on for a while, finishes what runs, tells the sockets and ends with 0', async () => {
  const { url: databaseUrl } = await testDatabase()
  const settings = { DATABASE_URL: databaseUrl, SHUTDOWN_DELAY: '2' }
  const { url, child, ended, isUp } = await startProcess(settings)
  await isUp()
  const harness = makeHarness(url)
  const { client } = await harness.register('leaver')
  let open = false
  client.activity.live.subscribe({}, { onStarted: () => (open = true), onError: () => {} })
  await vi.waitFor(() => expect(open).toBe(true))
  child.kill('SIGTERM')
  await vi.waitFor(async () => {
    const ready = await fetch(`${url}/readyz`)
    expect([ready.status, await ready.json()]).toMatchObject([503, { status: 'leaving', database: 'ok' }])
  })
  expect(await client.auth.me.query()).toMatchObject({ nickname: 'leaver' })
  expect(await ended).toMatchObject({ code: 0, signal: null })
  await harness.close()
})

it('what was acknowledged survives kill -9, and another server goes on with it', async () => {
  const { url: databaseUrl } = await testDatabase()
  const first = await startProcess({ DATABASE_URL: databaseUrl })
  await first.isUp()
  const harness = makeHarness(first.url)
  const { cookies } = await harness.register('survivor')
  await first.kill()
  await harness.close()
  const second = await startServer({ databaseUrl })
  onTestFinished(second.close)
  const me = await fetch(`${second.url}/trpc/auth.me`, { headers: { cookie: cookies.header()! } })
  expect(await me.json()).toEqual({ result: { data: { nickname: 'survivor', avatar: null, bio: null } } })
})
