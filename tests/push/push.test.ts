import { describe, expect, it, vi } from 'vitest'
import { makeList, review, say } from '../notifications/world.ts'
import { refusal } from '../support/refusal.ts'
import { contentOf } from './pushService.ts'
import { setUpPush } from './pushWorld.ts'
import { makeBrowser } from './receiver.ts'

const world = setUpPush()
const { withBrowser, looked } = world

describe('a push message', () => {
  it('is sent after twenty seconds, as the push services want it', async () => {
    const [owner, browser] = await withBrowser('owner', ['comments'])
    const guest = await world.harness.register('guest')
    const thread = await review(owner, 'Cold.')
    await say(guest, thread, 'A secret of ours.')
    await looked(18)
    expect(world.service.received).toHaveLength(0)
    await looked(3)
    const [message] = await world.service.got(1)
    const { path, method, headers, body } = message!
    expect([path, method]).toEqual([browser.path, 'POST'])
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'normal' })
    expect(headers['topic']).toMatch(/^[\w-]{32}$/)
    const { key } = await owner.client.push.key.query()
    expect(Buffer.from(key, 'base64url')).toHaveLength(65)
    const [, claims, point] = /^vapid t=[\w-]+\.([\w-]+)\.[\w-]+, k=(.+)$/.exec(headers.authorization!)!
    expect(point).toBe(key)
    expect(JSON.parse(Buffer.from(claims!, 'base64url').toString())).toMatchObject({
      aud: world.service.origin,
      sub: 'mailto:plak@example.org',
    })
    expect(body.length).toBeLessThanOrEqual(4_096)
    expect(JSON.parse(browser.read(body))).toEqual({
      web_push: 8030,
      notification: {
        title: 'Plak',
        body: 'guest commented on your review of Homogenic',
        navigate: `https://plak.example/album/Bj%C3%B6rk/Homogenic?review=${thread.review}`,
        lang: 'en',
        tag: headers['topic'],
        app_badge: '1',
      },
    })
    const { devices } = await owner.client.push.devices.query()
    expect(devices[0]!.lastSentAt).not.toBeNull()
  })

  it('speaks the language of its person, and is less urgent for likes', async () => {
    const [owner, browser] = await withBrowser('owner', ['likes'])
    const guest = await world.harness.register('guest')
    const thread = await review(owner, 'Cold.')
    await world.server.deps.db.user.updateMany({ data: { language: 'tr' } })
    await guest.client.logs.like.mutate({ id: thread.review, liked: true })
    await looked()
    const [message] = await world.service.got(1)
    expect(message!.headers['urgency']).toBe('low')
    expect(contentOf(message!, browser)).toMatchObject({
      lang: 'tr',
      body: 'guest Homogenic incelemeni beğendi',
    })
  })

  it('is one for a group, and a later one replaces it by its topic', async () => {
    const [owner, browser] = await withBrowser('owner', ['likes'])
    const [ada, bob] = [await world.harness.register('ada'), await world.harness.register('bob')]
    const thread = await review(owner, 'Cold.')
    await ada.client.logs.like.mutate({ id: thread.review, liked: true })
    world.forward(10)
    await bob.client.logs.like.mutate({ id: thread.review, liked: true })
    await looked(11)
    const [first] = await world.service.got(1)
    expect(contentOf(first!, browser).body).toBe('bob and 1 other liked your review of Homogenic')
    const cyd = await world.harness.register('cyd')
    await cyd.client.logs.like.mutate({ id: thread.review, liked: true })
    await looked()
    const [, second] = await world.service.got(2)
    expect(second!.headers['topic']).toBe(first!.headers['topic'])
    const other = await makeList(owner)
    await cyd.client.lists.like.mutate({ id: other.list, liked: true })
    await looked()
    const [, , third] = await world.service.got(3)
    expect(third!.headers['topic']).not.toBe(first!.headers['topic'])
  })

  it('is not sent about what is unwanted, taken back, read or for nobody by then', async () => {
    const [owner] = await withBrowser('owner', ['comments', 'likes'])
    const guest = await world.harness.register('guest')
    const thread = await review(owner, 'Cold.')
    await guest.client.follows.set.mutate({ nickname: 'owner', following: true })
    const comment = await say(guest, thread)
    await guest.client.comments.remove.mutate({ id: comment })
    await looked()
    await say(guest, thread)
    await owner.client.notifications.markRead.mutate({})
    await looked()
    await say(guest, thread)
    await owner.client.notifications.muteThread.mutate({ thread, muted: true })
    await looked()
    await owner.client.notifications.muteThread.mutate({ thread, muted: false })
    await say(guest, thread)
    await owner.client.notifications.set.mutate({ kind: 'comments', push: false })
    await looked()
    await owner.client.notifications.set.mutate({ kind: 'comments', push: true })
    await say(guest, thread)
    await owner.client.people.mute.mutate({ nickname: 'guest', time: 'day' })
    await looked()
    await owner.client.people.unmute.mutate({ nickname: 'guest' })
    await say(guest, thread)
    await owner.client.people.block.mutate({ nickname: 'guest' })
    await looked()
    expect(world.service.received).toHaveLength(0)
    expect(await world.server.deps.db.push.count()).toBe(0)
  })

  it('is not sent while its person has a page open, and is without a place on the site if they want that', async () => {
    const [owner, browser] = await withBrowser('owner', ['comments'])
    const guest = await world.harness.register('guest')
    const thread = await review(owner, 'Cold.')
    const page = owner.client.notifications.live.subscribe({}, { onData() {} })
    const present = () => world.server.deps.redis.keys(`${world.server.deps.prefix}here:*`)
    await vi.waitFor(async () => expect(await present()).toHaveLength(1), 20_000)
    await say(guest, thread)
    await looked()
    expect(world.service.received).toHaveLength(0)
    page.unsubscribe()
    await vi.waitFor(async () => expect(await present()).toHaveLength(0), 20_000)
    await owner.client.notifications.set.mutate({ kind: 'comments', here: false, email: false })
    await say(guest, thread)
    await looked()
    const [message] = await world.service.got(1)
    expect(contentOf(message!, browser).body).toBe('guest commented on your review of Homogenic')
  })

  it('quotes only what everyone may see', async () => {
    const [owner, browser] = await withBrowser('owner', ['comments'])
    const guest = await world.harness.register('guest')
    await guest.client.follows.set.mutate({ nickname: 'owner', following: true })
    const shared = await makeList(owner, 'Rainy days')
    await say(guest, shared)
    await looked()
    const secret = await makeList(owner, 'For two of us')
    await world.server.deps.db.list.update({ where: { id: secret.list }, data: { visibility: 'followers' } })
    await say(guest, secret)
    await looked()
    const messages = (await world.service.got(2)).map((message) => contentOf(message, browser).body)
    expect(messages[0]).toBe('guest commented on your list Rainy days')
    expect(messages[1]).toBe('guest commented on your list …')
  })
})

// A comment is never quoted, and the only quoted text of a person is a list's name.
it('quotes at most a hundred characters of what people wrote', async () => {
  const [owner, browser] = await withBrowser('owner', ['comments'])
  const guest = await world.harness.register('guest')
  const tooLong = 'Rainy days and '.repeat(8)
  expect((await refusal(makeList(owner, tooLong))).code).toBe('BAD_REQUEST')
  const longest = tooLong.slice(0, 100)
  const words = 'Something else that is long. '.repeat(8)
  await say(guest, await makeList(owner, longest), words)
  await looked()
  const [message] = await world.service.got(1)
  const { body } = contentOf(message!, browser)
  expect(body).toBe(`guest commented on your list ${longest}`)
  expect(browser.read(message!.body)).not.toContain('Something else')
})

describe('an answer of the push service', () => {
  async function commented() {
    const [owner, browser] = await withBrowser('owner', ['comments'])
    const guest = await world.harness.register('guest')
    const thread = await review(owner, 'Cold.')
    await say(guest, thread)
    return { owner, browser, guest, thread }
  }
  const devices = () => world.server.deps.db.pushDevice.count()

  it.each([404, 410])('%i makes it forget the device', async (status) => {
    await commented()
    world.service.answer({ status })
    await looked()
    expect(await devices()).toBe(0)
    expect(await world.server.deps.db.push.count()).toBe(0)
  })

  it('413 brings a shorter message once', async () => {
    const { browser } = await commented()
    world.service.answer({ status: 413 }, { status: 413 })
    await looked()
    const [first, second] = await world.service.got(2)
    expect(second!.body.length).toBeLessThan(first!.body.length)
    expect(contentOf(second!, browser)).toMatchObject({
      body: 'guest commented on your review of Homogenic',
      navigate: 'https://plak.example/notifications',
    })
    await looked(7_200)
    expect(world.service.received).toHaveLength(2)
  })

  it('429 and 5xx bring it again, when the service says or after growing pauses, for a day', async () => {
    await commented()
    world.service.answer({ status: 429, headers: { 'retry-after': '600' } }, { status: 503 }, { status: 500 })
    await looked()
    await world.service.got(1)
    await looked(590)
    expect(world.service.received).toHaveLength(1)
    await looked(11)
    await world.service.got(2)
    await looked(4 * 60)
    expect(world.service.received).toHaveLength(2)
    await looked(62)
    await world.service.got(3)
    await looked(24 * 3_600)
    expect(world.service.received).toHaveLength(3)
    expect(await world.server.deps.db.push.count()).toBe(0)
  })

  it.each(['0', 'Thu, 01 Jan 1970 00:00:00 GMT'])('a Retry-After of %s is no pause', async (text) => {
    await commented()
    world.service.answer({ status: 503, headers: { 'retry-after': text } })
    await looked()
    await world.service.got(1)
    await looked(50)
    expect(world.service.received).toHaveLength(1)
    await looked(11)
    await world.service.got(2)
  })

  it.each([400, 401, 403])('%i is logged without the address, and the device stays', async (status) => {
    const { browser } = await commented()
    world.service.answer({ status })
    await looked()
    await world.service.got(1)
    const [line] = world.log.filter((each) => each.includes('push refused'))
    expect(JSON.parse(line!)).toMatchObject({ origin: world.service.origin, status })
    expect(world.log.join('')).not.toContain(browser.path)
    expect(await devices()).toBe(1)
    await looked(7_200)
    expect(world.service.received).toHaveLength(1)
  })

  it('that redirects is not followed', async () => {
    await commented()
    world.service.answer({ status: 307, headers: { location: `${world.service.origin}/elsewhere` } })
    await looked()
    const [only] = await world.service.got(1)
    expect(only!.path).not.toBe('/elsewhere')
  })

  it('delays one device only', async () => {
    const { owner } = await commented()
    const second = makeBrowser(world.service.origin)
    await owner.client.push.add.mutate(second.subscription)
    world.service.answer({ status: 503 }, { status: 201 })
    await looked()
    await world.service.got(2)
    await looked(62)
    const paths = (await world.service.got(3)).map(({ path }) => path)
    expect(paths[2]).toBe(paths[0])
    expect(await world.server.deps.db.push.count()).toBe(0)
  })

  it('that a killed process never recorded brings it once more, with the same topic', async () => {
    await commented()
    await looked()
    const [first] = await world.service.got(1)
    const { db, now } = world.server.deps
    const user = await db.user.findFirstOrThrow({ where: { nickname: 'owner' } })
    const group = await db.notificationGroup.findFirstOrThrow({ where: { userId: user.id } })
    const [device] = await db.pushDevice.findMany()
    await db.push.create({
      data: {
        userId: user.id,
        number: group.number,
        devices: String(device!.id),
        createdAt: now(),
        notBefore: now(),
        attempts: 1,
        lease: new Uint8Array(32).fill(1),
        leasedUntil: new Date(Date.now() - 1_000),
      },
    })
    const [, second] = await world.service.got(2)
    expect(second!.headers['topic']).toBe(first!.headers['topic'])
    await looked(0)
  })
})
