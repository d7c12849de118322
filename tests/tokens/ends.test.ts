import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  disableAccount,
  enableAccount,
  makeResetLink,
  removeAccount,
  signOutAccount,
} from '../../server/account/operator.ts'
import { observeTokenEnds } from '../../server/tokens/ends.ts'
import { openStream } from '../api/eventStream.ts'
import type { Person } from '../harness/client.ts'
import { startTwo, type TwoServers } from '../support/twoServers.ts'
import { callWith, makeToken } from './calls.ts'

const DAY = 24 * 60 * 60_000

let two: TwoServers
let person: Person
let token: string
let id: number
let ahead = 0
const ended = new Set<number>()
beforeAll(async () => {
  two = await startTwo({ now: () => new Date(Date.now() + ahead) })
  // The other process.
  observeTokenEnds(two.two.deps, (isEnded) => {
    if (isEnded(id)) ended.add(id)
  })
})
afterAll(() => two.close())
beforeEach(async () => {
  ahead = 0
  await two.one.reset()
  person = await two.here.register('ayse')
  ;({ token, id } = await makeToken(person))
  ended.clear()
  await two.settled()
  expect((await call()).status).toBe(200)
})
afterEach(() => two.settled())

/** Calls the process in which nothing was changed. */
const call = () => callWith(two.two.url, 'auth.me', { token })
const refused = { status: 401, id: 'api.token' }
const deps = () => two.one.deps
const next = 'another stylus and groove'

describe('a token ends at once, in all processes,', () => {
  const ends: [string, () => Promise<unknown>][] = [
    ['when it is revoked', () => person.client.tokens.revoke.mutate({ id })],
    ['when its owner is disabled', () => disableAccount(deps(), 'ayse')],
    [
      'when its owner is deleted',
      () => person.client.auth.deleteAccount.mutate({ password: person.password }),
    ],
    [
      'when an operator deletes its owner',
      async () => {
        const { id: userId } = await deps().db.user.findFirstOrThrow()
        await removeAccount(deps(), userId)
      },
    ],
    [
      'when the password is chosen anew by a link',
      async () => {
        const { link } = await makeResetLink(deps(), 'ayse')
        const secret = new URL(link).hash.slice(1)
        await two.here.visitor().client.auth.resetPassword.mutate({ token: secret, password: next })
      },
    ],
    ['when an operator signs its owner out', () => signOutAccount(deps(), 'ayse')],
  ]
  it.each(ends)('%s', async (_, end) => {
    await end()
    expect(await call()).toMatchObject(refused)
    await vi.waitFor(() => expect([...ended]).toEqual([id]), { timeout: 1_000, interval: 10 })
  })
})

it('does not come back when its owner is enabled again', async () => {
  await disableAccount(deps(), 'ayse')
  await enableAccount(deps(), 'ayse')
  expect(await call()).toMatchObject(refused)
})

it('outlives a change of the password and of the address, and a logout', async () => {
  await person.client.auth.changePassword.mutate({ current: person.password, next })
  await person.client.auth.logout.mutate()
  expect((await call()).status).toBe(200)
})

it('ends its event streams in the process in which nothing was changed', async () => {
  const stream = await openStream(two.two.url, '/activity/live', { token })
  await stream.until('live')
  await person.client.tokens.revoke.mutate({ id })
  // Without the event, the stream would go on until the test fails.
  await stream.ended
  expect((await openStream(two.two.url, '/activity/live', { token })).status).toBe(401)
})

it('expires', async () => {
  ahead = 90 * DAY - 60_000
  expect((await call()).status).toBe(200)
  ahead = 90 * DAY + 60_000
  expect(await call()).toMatchObject(refused)
})

it('that is another one stays', async () => {
  const other = await makeToken(person)
  await person.client.tokens.revoke.mutate({ id: other.id })
  await two.settled()
  expect((await call()).status).toBe(200)
  expect([...ended]).toEqual([])
})
