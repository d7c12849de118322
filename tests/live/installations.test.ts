import { expect, it, onTestFinished, vi } from 'vitest'
import { migrate } from '../../server/lib/migrate.ts'
import { makeHarness } from '../harness/client.ts'
import { testDatabase } from '../support/database.ts'
import { refusal } from '../support/refusal.ts'
import { startServer } from '../support/server.ts'
import { settled } from '../support/settled.ts'

it('two installations on one Redis share no events, limits or cache', async () => {
  const { url } = await testDatabase()
  const other = new URL(url)
  other.pathname += '_beside'
  await migrate(other.href)
  const here = await startServer({ databaseUrl: url })
  const there = await startServer({ databaseUrl: other.href })
  const [ours, theirs] = [makeHarness(here.url), makeHarness(there.url)]
  onTestFinished(async () => {
    await Promise.all([ours.close(), theirs.close()])
    await Promise.all([here.close(), there.close()])
  })
  expect(here.deps.prefix).not.toBe(there.deps.prefix)
  const [ayse] = [await ours.register('ayse'), await theirs.register('ayse_too')]

  // Installations used to be distinguished by the names of their databases,
  // which can be the same: the message contains its installation.
  const before = here.deps.bus.last()
  const seen = vi.fn<(topic: string) => void>()
  here.deps.bus.observe(seen)
  const foreign = {
    seq: Number(before.split('.')[1]) + 1,
    topic: 'people',
    type: 'user.removed',
    payload: '{"id":1}',
  }
  for (const message of [
    { epoch: '0123456789abcdef', events: [foreign] },
    { epoch: '0123456789abcdef', events: [{ ...foreign, seq: foreign.seq + 1_000 }] },
  ])
    expect(await here.deps.redis.publish(`${here.deps.prefix}events`, JSON.stringify(message))).toBe(1)
  await ayse.client.logs.save.mutate({ artist: 'Björk', album: 'Homogenic' })
  await settled(here.deps)
  expect(seen.mock.calls.map(([topic]) => topic)).not.toContain('people')
  expect(seen).toHaveBeenCalled()
  expect(there.deps.bus.last()).toBe(await there.deps.bus.position())

  const wrong = (harness: typeof ours) =>
    refusal(harness.visitor().client.auth.login.mutate({ identifier: 'nobody', password: 'wrong' }))
  for (let failure = 0; failure < 10; failure++) await wrong(ours)
  expect((await wrong(ours)).code).toBe('TOO_MANY_REQUESTS')
  expect((await wrong(theirs)).code).toBe('NOT_FOUND')

  const life = { fresh: 60_000, keep: 60_000 }
  await here.deps.cache.get('shared', life, async () => 'ours')
  expect(await there.deps.cache.get('shared', life, async () => 'theirs')).toBe('theirs')
})
