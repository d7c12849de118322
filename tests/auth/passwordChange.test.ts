import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeResetLink } from '../../server/account/operator.ts'
import type { Person } from '../harness/client.ts'
import { refusal } from '../support/refusal.ts'
import { startTwo, type TwoServers } from '../support/twoServers.ts'
import { isIn, listen } from './signedIn.ts'

// Two processes: sessions that end in one must end in the other.
let one: TwoServers['one']
let two: TwoServers['two']
let here: TwoServers['here']
let there: TwoServers['there']
let person: Person
beforeAll(async () => {
  const servers = await startTwo()
  ;({ one, two, here, there } = servers)
  return servers.close
})
beforeEach(async () => {
  await one.reset()
  person = await here.register('ayse')
})

const next = 'another stylus and groove'

describe('changing the password', () => {
  const change = (input: { current?: string; next?: string } = {}, who = person) =>
    who.client.auth.changePassword.mutate({ current: person.password, next, ...input })

  it('ends every other session and renews this one', async () => {
    const [other, before] = [await there.login(person), person.cookies.header()!]
    const socket = await listen(two, other)
    await change()
    await vi.waitFor(() => expect(socket.isOpen()).toBe(false))
    expect([await isIn(person), await isIn(other)]).toEqual([true, false])
    expect(person.cookies.header()).not.toBe(before)
    const answer = await fetch(`${one.url}/trpc/auth.me`, { headers: { cookie: before } })
    expect(await answer.json()).toEqual({ result: { data: null } })
    expect((await refusal(here.login(person))).message).toBe('Wrong password')
    expect(await isIn(await here.login({ ...person, password: next }))).toBe(true)
  })
  it.each([
    [{ current: 'wrong' }, { current: 'Wrong password' }],
    [{ current: '' }, { current: 'Please enter your password' }],
    [{ next: '12345' }, { next: 'Password must be at least 6 characters long' }],
    [{ next: 'password123' }, { next: 'Password is too weak' }],
    [{ next: 'AYSE@plak.example' }, { next: 'Password is too weak' }],
  ])('%j is refused at its field, and everything stays', async (input, fields) => {
    const answer = await refusal(change(input))
    expect(answer).toMatchObject({ code: 'BAD_REQUEST', fields })
    expect(await isIn(person)).toBe(true)
    expect(await isIn(await here.login(person))).toBe(true)
  })
  it('guesses are limited as at the login, where anybody could guess and stop the person otherwise', async () => {
    for (let round = 0; round < 5; round++) {
      expect((await refusal(here.login({ ...person, password: 'wrong' }))).code).toBe('UNAUTHORIZED')
    }
    for (let round = 0; round < 10; round++)
      expect((await refusal(change({ current: 'wrong' }))).message).toBe('Wrong password')
    expect((await refusal(change())).code).toBe('TOO_MANY_REQUESTS')
    expect((await refusal(person.client.auth.deleteAccount.mutate({ password: person.password }))).code).toBe(
      'TOO_MANY_REQUESTS',
    )
  })
  it('ends a link to choose another one', async () => {
    const { link } = await makeResetLink(one.deps, 'ayse')
    await change()
    const token = new URL(link).hash.slice(1)
    const used = here.visitor().client.auth.resetPassword.mutate({ token, password: `${next} 2` })
    expect((await refusal(used)).message).toContain('no longer valid')
  })
  it('two at once: one wins, and nobody is left with a session on the old password', async () => {
    const other = await there.login(person)
    const outcomes = await Promise.allSettled([
      change({ next: `${next} 1` }),
      change({ next: `${next} 2` }, other),
    ])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await one.deps.db.session.count()).toBe(1)
  })
  it('a login under way with the old password gets no session that outlives it', async () => {
    const attempts = Array.from({ length: 6 }, () => here.login(person).then(isIn, () => false))
    await change()
    await Promise.all(attempts)
    const [session] = await one.deps.db.session.findMany()
    expect(await one.deps.db.session.count()).toBe(1)
    expect((await person.client.auth.sessions.query()).map(({ createdAt }) => createdAt)).toEqual([
      session!.createdAt.toISOString(),
    ])
  })
})
