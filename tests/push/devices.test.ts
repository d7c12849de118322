import { describe, expect, it } from 'vitest'
import { checkPush } from '../../server/admin/checks/holdings.ts'
import { pushes } from '../../server/core/limits.ts'
import { makeSeal } from '../../server/lib/seal.ts'
import { isKeyLost, openPushKey } from '../../server/push/keys.ts'
import { limits } from '../../shared/limits.ts'
import { makeHarness } from '../harness/client.ts'
import { review, say } from '../notifications/world.ts'
import { refusal } from '../support/refusal.ts'
import { startServer } from '../support/server.ts'
import { setUpPush } from './pushWorld.ts'
import { makeBrowser } from './receiver.ts'

const world = setUpPush({ LIMITS_FACTOR: '1' })
const { withBrowser, looked } = world

describe('a device', () => {
  it('is listed by its session, belongs to whoever added it last, and is removed by its owner only', async () => {
    const [owner, browser] = await withBrowser('owner', [])
    const { devices } = await owner.client.push.devices.query()
    expect(devices).toEqual([
      {
        id: devices[0]!.id,
        name: expect.any(String) as string,
        createdAt: expect.any(String) as string,
        lastSentAt: null,
      },
    ])
    expect(await owner.client.push.add.mutate(browser.subscription)).toEqual({ id: devices[0]!.id })
    const guest = await world.harness.register('guest')
    await guest.client.push.remove.mutate({ id: devices[0]!.id })
    expect((await owner.client.push.devices.query()).devices).toHaveLength(1)
    expect(await guest.client.push.add.mutate(browser.subscription)).toEqual({ id: devices[0]!.id })
    expect((await owner.client.push.devices.query()).devices).toEqual([])
    await guest.client.push.remove.mutate({ id: devices[0]!.id })
    expect((await guest.client.push.devices.query()).devices).toEqual([])
  })

  it('goes with its session', async () => {
    const [owner] = await withBrowser('owner', [])
    const other = await world.harness.login(owner)
    await other.client.push.add.mutate(makeBrowser(world.service.origin).subscription)
    await owner.client.auth.logout.mutate()
    expect(await world.server.deps.db.pushDevice.count()).toBe(1)
    const third = await world.harness.login(owner)
    await third.client.auth.endOtherSessions.mutate()
    expect(await world.server.deps.db.pushDevice.count()).toBe(0)
  })

  it(`is one of ${limits.pushDevices}: the oldest goes`, async () => {
    const [owner] = await withBrowser('owner', [])
    const [first] = (await owner.client.push.devices.query()).devices
    for (let more = 0; more < limits.pushDevices; more++)
      await owner.client.push.add.mutate(makeBrowser(world.service.origin).subscription)
    const { devices } = await owner.client.push.devices.query()
    expect(devices).toHaveLength(limits.pushDevices)
    expect(devices.map(({ id }) => id)).not.toContain(first!.id)
  })

  it('has an address at a known push service, and a key on the curve', async () => {
    const [owner] = await withBrowser('owner', [])
    const { keys } = makeBrowser('https://push.example').subscription
    const add = (endpoint: string, more: object = {}) =>
      refusal(owner.client.push.add.mutate({ endpoint, keys: { ...keys, ...more } }))
    const unknown = { code: 'BAD_REQUEST', message: 'This browser’s push service is not known here' }
    for (const origin of [
      'https://push.example',
      'https://127.0.0.1',
      world.service.origin.replace('localhost', 'localhost.push.example'),
      `${world.service.origin.replace('https://', 'https://me@')}`,
      world.service.origin.replace('https://', 'http://'),
      'http://localhost',
      `${world.service.origin}/ş`,
    ])
      expect(await add(`${origin}/send/1`), origin).toMatchObject(unknown)
    expect(await add('not an address')).toMatchObject({ code: 'BAD_REQUEST' })
    const p256dh = Buffer.alloc(65, 4).toString('base64url')
    expect(await add(`${world.service.origin}/send/1`, { p256dh })).toMatchObject({ code: 'BAD_REQUEST' })
  })
})

it('a person gets at most twenty messages an hour', async () => {
  const [owner] = await withBrowser('owner', ['comments'])
  const guest = await world.harness.register('guest')
  const thread = await review(owner, 'Cold.')
  const send = async (text: string) => {
    const comment = await say(guest, thread, text)
    await looked()
    await guest.client.comments.remove.mutate({ id: comment })
  }
  // A limit of comments counts by the real clock.
  for (let comment = 0; comment < 8; comment++) await send(`Number ${comment}`)
  expect(world.service.received).toHaveLength(8)
  const { id } = await world.server.deps.db.user.findUniqueOrThrow({ where: { nickname: 'owner' } })
  await world.server.deps.limit(pushes).take(String(id), 11)
  await send('The twentieth')
  expect(world.service.received).toHaveLength(9)
  await send('One more')
  expect(world.service.received).toHaveLength(9)
})

describe('the key', () => {
  it('is created once, sealed, and never replaced', async () => {
    const { db, settings, log } = world.server.deps
    await db.pushKey.deleteMany()
    const seal = makeSeal('one secret that is long enough for a key')
    const [first, second] = await Promise.all([
      openPushKey(settings, { db, seal, log }),
      openPushKey(settings, { db, seal, log }),
    ])
    expect(first!.publicKey).toBe(second!.publicKey)
    const other = makeSeal('another secret, which cannot open what the first sealed')
    expect(await openPushKey(settings, { db, seal: other, log })).toBeNull()
    expect(await isKeyLost(db, other)).toBe(true)
    const both = makeSeal(
      'a third secret that is long enough for a key',
      'one secret that is long enough for a key',
    )
    expect((await openPushKey(settings, { db, seal: both, log }))!.publicKey).toBe(first!.publicKey)
    expect(await isKeyLost(db, seal)).toBe(true)
    expect(await isKeyLost(db, both)).toBe(false)
    const row = await db.pushKey.findFirstOrThrow()
    expect(Buffer.from(row.privateKey).toString('latin1')).not.toContain('PRIVATE')
  })
})

it('a key that is missing although there are devices is not replaced, and the doctor names it', async () => {
  const { db, settings, log } = world.server.deps
  const seal = makeSeal(settings.APP_SECRET, settings.APP_SECRET_BEFORE)
  await db.pushKey.deleteMany()
  await openPushKey(settings, { db, seal, log })
  await withBrowser('owner', [])
  expect(await checkPush(db, settings)).toMatchObject([{ state: 'ok' }])
  await db.pushKey.deleteMany()
  expect(await openPushKey(settings, { db, seal, log })).toBeNull()
  expect(await db.pushKey.count()).toBe(0)
  expect(world.log.join('')).toContain('The key of push messages no longer exists')
  expect(await checkPush(db, settings)).toMatchObject([{ state: 'warning' }])
})

describe('where there is no https address', () => {
  it('there is no push', async () => {
    const server = await startServer()
    const harness = makeHarness(server.url)
    const person = await harness.register('owner')
    const settings = await person.client.notifications.settings.query()
    expect(settings).not.toHaveProperty('push')
    expect(settings.kinds[0]).not.toHaveProperty('push')
    const { subscription } = makeBrowser('https://fcm.googleapis.com')
    const { client } = person
    const calls = [
      client.push.key.query(),
      client.push.devices.query(),
      client.push.add.mutate(subscription),
      client.push.remove.mutate({ id: 1 }),
      client.notifications.set.mutate({ kind: 'likes', push: true }),
    ]
    for (const each of await Promise.all(calls.map((call) => refusal(call))))
      expect(each).toMatchObject({ code: 'NOT_FOUND' })
    await harness.close()
    await server.close()
  })
})
