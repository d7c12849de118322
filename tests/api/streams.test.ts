import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { disableAccount } from '../../server/account/operator.ts'
import { streamsOfToken } from '../../server/core/limits.ts'
import { eventSchemas } from '../../shared/events.ts'
import { makeHarness, type Harness, type Person } from '../harness/client.ts'
import { decide, makeModerator, report } from '../moderation/cases.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { settled } from '../support/settled.ts'
import { makeToken } from '../tokens/calls.ts'
import { makeValidator, readDocument } from './client.ts'
import { openStream, type Reader } from './eventStream.ts'

const METRICS_TOKEN = 'a token for the figures'
let ahead = 0
let server: TestServer
let harness: Harness
let reader: Person
let author: Person
let token: string
const readers: Reader[] = []
const problems: unknown[] = []
let validator: ReturnType<typeof makeValidator>

beforeAll(async () => {
  server = await startServer({ now: () => new Date(Date.now() + ahead), settings: { METRICS_TOKEN } })
  harness = makeHarness(server.url)
  validator = makeValidator(await readDocument(server.url))
})
afterAll(async () => {
  await harness.close()
  await server.close()
})
beforeEach(async () => {
  await server.reset()
  ;[reader, author] = await Promise.all([harness.register('reader'), harness.register('author')])
  await reader.client.follows.set.mutate({ nickname: 'author', following: true })
  ;({ token } = await makeToken(reader, { scopes: ['read'] }))
})
afterEach(() => {
  readers.splice(0).forEach(({ close }) => close())
  expect(problems.splice(0)).toEqual([])
})

/** Opens a stream whose messages are validated against the document. */
async function open(path: string, options: Parameters<typeof openStream>[2] = {}) {
  const [address] = path.split('?')
  const opened = await openStream(server.url, path, {
    ...options,
    onMessage: ({ event, data }) =>
      problems.push(...validator.problemsOfEvent(`/api/v1${address}`, event, data)),
  })
  readers.push(opened)
  return opened
}
/** Opens a stream and waits until its subscription has begun. */
async function listen(path: string, options: Parameters<typeof openStream>[2] = {}) {
  const opened = await open(path, options)
  expect(opened.status, opened.text()).toBe(200)
  await opened.until('live')
  return opened
}

const homogenic = { artist: 'Björk', album: 'Homogenic' }
const reviewsOf = '/albums/Bj%C3%B6rk/Homogenic/reviews/live'
const log = (person: Person, more: object = {}) =>
  person.client.logs.save.mutate({ ...homogenic, rating: 8, ...more })
const makeList = async (person: Person, visibility: 'everyone' | 'me' = 'everyone') =>
  (
    await person.client.lists.create.mutate({
      name: 'For the night',
      description: '',
      albums: [homogenic],
      visibility,
      submission: randomUUID(),
    })
  ).id
const isGone = async (stream: Reader) =>
  await Promise.race([
    stream.ended.then(() => true),
    new Promise((resolve) => setTimeout(() => resolve(false), 5_000)),
  ])

describe('an event stream', () => {
  it('begins with its position, and each message is an event of the product with its id', async () => {
    const stream = await listen('/activity/live', { token })
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
    })
    expect(stream.headers['content-encoding']).toBeUndefined()
    expect(stream.text()).toMatch(/^retry: 2000\n\nid: \S+\.\d+\nevent: live\ndata: \{\}\n\n$/)
    const { id } = await log(author)
    const { data, id: cursor } = await stream.until('log.saved')
    expect(eventSchemas['log.saved'].parse(data)).toMatchObject({ entry: { id, rating: 8 } })
    expect(cursor).toMatch(/^[\da-f]+\.\d+$/)
    await author.client.logs.remove.mutate({ id })
    expect((await stream.until('log.removed')).data).toEqual({ id })
    expect(stream.types()).toEqual(['live', 'log.saved', 'log.removed'])
  })

  it('of reviews and of a list is for visitors, too; the end of a list ends it', async () => {
    const id = await makeList(author)
    const [reviews, list] = await Promise.all([listen(reviewsOf), listen(`/lists/${id}/live`)])
    await log(author, { review: 'Cold and warm.' })
    expect((await reviews.until('review.saved')).data).toMatchObject({ review: { review: 'Cold and warm.' } })
    await reader.client.lists.like.mutate({ id, liked: true })
    expect((await list.until('list.liked')).data).toEqual({ id, likeCount: 1 })
    await author.client.lists.remove.mutate({ id })
    await list.until('list.removed')
    expect(await isGone(list)).toBe(true)
  })

  it('of notifications counts them, and does not make its owner present', async () => {
    const stream = await listen('/notifications/live', { token })
    await author.client.follows.set.mutate({ nickname: 'reader', following: true })
    expect((await stream.until('notifications.changed')).data).toMatchObject({ unread: 1 })
    const keys = await server.deps.redis.keys(`${server.deps.prefix}here:*`)
    expect(keys).toEqual([])
  })

  it('refuses what it cannot show, before it begins', async () => {
    const secret = await makeList(author, 'me')
    const refused = await Promise.all([
      open('/activity/live'),
      open('/activity/live', { token: 'plak_wrong' }),
      open(reviewsOf, { token: 'plak_wrong' }),
      open(`/lists/${secret}/live`, { token }),
      open('/lists/999999/live'),
      open('/activity/live', { headers: { cookie: reader.cookies.header()! } }),
      open(`/activity/live?token=${token}`),
    ])
    expect(refused.map(({ status }) => status)).toEqual([401, 401, 401, 404, 404, 401, 401])
    expect((await open(`/lists/${secret}/live`, { token: (await makeToken(author)).token })).status).toBe(200)
  })

  it('has a body for GET only, and the same refusals for HEAD', async () => {
    const secret = await makeList(author, 'me')
    const refused = await Promise.all(
      [`/lists/${secret}/live`, '/lists/999999/live', '/activity/live'].map((path) =>
        open(path, { method: 'HEAD' }),
      ),
    )
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 401])
    for (let number = 0; number <= streamsOfToken; number++)
      expect((await open('/activity/live', { method: 'HEAD', token })).status).toBe(200)
    const answer = await open(reviewsOf, { method: 'HEAD' })
    expect(answer.status).toBe(200)
    expect(answer.headers).toMatchObject({ 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    await answer.ended
    expect(answer.text()).toBe('')
  })
})

describe('a client that comes back', () => {
  it.each(['header', 'address'])('names its last event in the %s and misses none', async (where) => {
    const stream = await listen('/activity/live', { token })
    const [, second, third] = [await log(author), await log(author, { rating: 6 }), await log(author)]
    const { id: seen } = await stream.until('log.saved', 1)
    stream.close()
    const again = await listen(
      where === 'header' ? '/activity/live' : `/activity/live?lastEventId=${encodeURIComponent(seen)}`,
      { token, ...(where === 'header' && { lastEventId: seen }) },
    )
    await again.until('log.saved', 2)
    const ids = again.messages
      .filter(({ event }) => event === 'log.saved')
      .map(({ data }) => (data['entry'] as { id: number }).id)
    expect(ids).toEqual([second.id, third.id])
    expect(again.types()[0]).toBe('live')
  })

  it('with an unknown position is reset, and goes on from there', async () => {
    const wrong = ['nonsense', 'x\ndata: 1', `${'a'.repeat(12)}.3`, '1'.repeat(65)]
    for (const lastEventId of wrong) {
      const stream = await listen(`${reviewsOf}?lastEventId=${encodeURIComponent(lastEventId)}`)
      const { id } = await stream.until('reset')
      expect(stream.types()).toEqual(['live', 'reset'])
      expect(id).toBe(server.deps.bus.last())
    }
  })
})

/** Returns the number of streams that the server holds open. */
async function countStreams() {
  const response = await fetch(`${server.url}/metrics`, {
    headers: { authorization: `Bearer ${METRICS_TOKEN}` },
  })
  return Number(/^plak_streams (\d+)$/m.exec(await response.text())![1])
}

async function suspend(person: Person) {
  const moderator = await harness.register('moderator')
  await makeModerator(server, moderator)
  const { id } = await report(author, { account: person.nickname })
  await decide(moderator, id, 'suspend')
}

describe('a stream ends within a second', () => {
  const revoke = async (tokenId: number) => void (await reader.client.tokens.revoke.mutate({ id: tokenId }))
  it.each([
    ['its token is revoked', revoke],
    ['its owner is disabled', () => disableAccount(server.deps, 'reader')],
    ['its owner is suspended', () => suspend(reader)],
  ] as const)('when %s: with the event, and not at the next look', async (_, act) => {
    const other = await makeToken(reader, { scopes: ['read'] })
    const stream = await listen('/activity/live', { token: other.token })
    // Streams of earlier tests are closed.
    await vi.waitFor(async () => expect(await countStreams()).toBe(1), 10_000)
    await act(other.id)
    await settled(server.deps)
    // Independent of the speed of the machine: the server has received the event, and nothing else was waited for.
    expect(await countStreams()).toBe(0)
    expect(await isGone(stream)).toBe(true)
  })

  it('with its token only', async () => {
    const other = await makeToken(reader)
    const [mine, others] = [
      await listen('/activity/live', { token: other.token }),
      await listen('/activity/live', { token }),
    ]
    await revoke(other.id)
    const from = performance.now()
    expect(await isGone(mine)).toBe(true)
    expect(performance.now() - from).toBeLessThan(2_000)
    await log(author)
    await others.until('log.saved')
  })

  it('when the token expires', async () => {
    const { token: long } = await makeToken(author)
    const stream = await listen('/activity/live', { token: long })
    ahead += 91 * 24 * 3_600_000
    expect(await isGone(stream)).toBe(true)
    ahead = 0
  })
})

describe('what a reader may not see any more', () => {
  it('is not sent: blocks, mutes, levels and private accounts', async () => {
    const bystander = await harness.register('bystander')
    await reader.client.follows.set.mutate({ nickname: 'bystander', following: true })
    const stream = await listen('/activity/live', { token })
    const visitor = await listen(reviewsOf)
    await log(author, { visibility: 'me', review: 'Nobody reads this.' })
    await log(author, { visibility: 'followers', review: 'Followers read this.' })
    await stream.until('log.saved')
    await author.client.visibility.setPrivate.mutate({ isPrivate: true })
    await log(author, { review: 'Still for followers.' })
    await stream.until('log.saved', 2)
    await reader.client.people.mute.mutate({ nickname: 'author', time: 'ever' })
    await stream.until('reset')
    await log(author, { review: 'Not for those who mute the author.' })
    await log(bystander, { review: 'Meanwhile, of another.' })
    await vi.waitFor(() => expect(stream.text()).toContain('Meanwhile, of another.'))
    await reader.client.people.unmute.mutate({ nickname: 'author' })
    await stream.until('reset', 2)
    await log(author, { review: 'Heard again.' })
    await vi.waitFor(() => expect(stream.text()).toContain('Heard again.'))
    expect(stream.text()).not.toContain('mute the author')
    await author.client.people.block.mutate({ nickname: 'reader' })
    await stream.until('reset', 3)
    const seen = stream.messages.length
    await log(author, { review: 'Not for the blocked.' })
    const third = await harness.register('third')
    await log(third, { review: 'For everybody.' })
    await visitor.until('review.saved')
    expect(stream.messages.slice(seen).filter(({ event }) => event === 'log.saved')).toEqual([])
    expect(stream.text()).not.toContain('Nobody')
    expect(visitor.text()).not.toContain('Nobody')
    expect(visitor.text()).not.toMatch(/ollowers/)
  })
})

describe('limits', () => {
  it(`are ${streamsOfToken} streams a token; a closed one makes room`, async () => {
    const streams = await Promise.all(
      Array.from({ length: streamsOfToken }, () => listen('/activity/live', { token })),
    )
    const refused = await open('/activity/live', { token })
    expect(refused.status).toBe(429)
    expect(refused.headers['retry-after']).toBeDefined()
    expect((await open(reviewsOf)).status).toBe(200)
    streams[0]!.close()
    await vi.waitFor(async () => expect((await open('/activity/live', { token })).status).toBe(200), 10_000)
  })
})
