import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { disableAccount, enableAccount, makeResetLink } from '../../server/account/operator.ts'
import { texts } from '../../shared/texts.ts'
import type { Person } from '../harness/client.ts'
import { origin, passkeyCalls } from '../passkeys/calls.ts'
import { makePasskey } from '../support/authenticator.ts'
import { startMailedServer, type MailedServer } from '../support/mailedServer.ts'
import { refusal } from '../support/refusal.ts'
import { RENEWED, waitingTransactions } from '../support/transactions.ts'

// Ways to access an account that another person can hold, and the occasions on which each of them ends.

let mailed: MailedServer
let person: Person
beforeAll(async () => {
  mailed = await startMailedServer({ PUBLIC_URL: origin })
})
afterAll(() => mailed.close())
beforeEach(async () => {
  await mailed.reset()
  person = await mailed.harness.register('ayse')
})

const { add, login } = passkeyCalls({ person: () => person, visitor: () => mailed.harness.visitor() })
const database = () => mailed.server.deps.db
const visitor = () => mailed.harness.visitor().client
const tokenOf = (link: URL | null) => link!.hash.slice(1)
const over = texts.auth.resetLinkOver
const next = 'another stylus and groove'

const confirm = async () =>
  visitor().auth.confirmEmail.mutate({ token: tokenOf((await mailed.mailTo('ayse@plak.example')).link) })
const forgot = async (count: number) => {
  await visitor().auth.forgotPassword.mutate({ identifier: 'ayse' })
  return tokenOf((await mailed.mailTo('ayse@plak.example', count)).link)
}
const changeEmail = () =>
  person.client.auth.changeEmail.mutate({ email: 'thief@plak.example', password: person.password })

/** The occasions on which everything that is pending ends. */
const occasions: [string, () => Promise<unknown>][] = [
  [
    'a change of the password',
    () => person.client.auth.changePassword.mutate({ current: person.password, next }),
  ],
  [
    'a link of the operator to choose a new one',
    async () => {
      const { link } = await makeResetLink(mailed.server.deps, 'ayse')
      await visitor().auth.resetPassword.mutate({ token: tokenOf(new URL(link)), password: next })
    },
  ],
  [
    'disabling the account',
    async () => {
      await disableAccount(mailed.server.deps, 'ayse')
      await enableAccount(mailed.server.deps, 'ayse')
    },
  ],
]

describe('a link to another address', () => {
  it.each(occasions)('ends with %s', async (_, happen) => {
    await changeEmail()
    const token = tokenOf((await mailed.mailTo('thief@plak.example')).link)
    await happen()
    expect((await refusal(visitor().auth.confirmEmail.mutate({ token }))).message).toBe(over)
    expect((await database().user.findFirstOrThrow()).email).toBe('ayse@plak.example')
  })

  it('ends with a password that is chosen by mail', async () => {
    await changeEmail()
    const token = tokenOf((await mailed.mailTo('thief@plak.example')).link)
    const password = next
    await visitor().auth.resetPassword.mutate({ token: await forgot(2), password })
    expect((await refusal(visitor().auth.confirmEmail.mutate({ token }))).message).toBe(over)
  })

  it.each(occasions)(
    'and a reset link that still wait to be mailed are not sent after %s',
    async (_, happen) => {
      await mailed.nothingWaits()
      mailed.mail.refuse('data', 451)
      await changeEmail()
      await visitor().auth.forgotPassword.mutate({ identifier: 'ayse' })
      await happen()
      const kind = { in: ['reset', 'change', 'confirm'] }
      expect(await database().mail.count({ where: { kind } })).toBe(0)
    },
  )
})

describe('a password that is chosen by mail', () => {
  it('of an address that was never confirmed ends passkeys and identities, and confirms the address', async () => {
    const passkey = await add()
    const { id: userId } = await database().user.findFirstOrThrow()
    await database().identity.create({ data: { userId, provider: 'google', subject: 'of a squatter' } })
    const answer = await visitor().auth.resetPassword.mutate({ token: await forgot(2), password: next })
    expect(answer).toBeNull()
    expect((await refusal(login(passkey))).message).toBe(texts.passkeys.refused)
    expect(await database().identity.count()).toBe(0)
    expect(await person.client.auth.me.query()).toBeNull()
    const owner = await mailed.harness.login({ ...person, password: next })
    expect((await owner.client.auth.email.query()).confirmed).toBe(true)
  })

  it('of a confirmed one keeps passkeys, and signs in to show them', async () => {
    const passkey = await add()
    await confirm()
    const { client } = mailed.harness.visitor()
    const token = await forgot(2)
    expect(await client.auth.resetPassword.mutate({ token, password: next })).toMatchObject({
      nickname: 'ayse',
    })
    const [kept] = (await client.passkeys.mine.query()).passkeys
    expect(kept).toMatchObject({ name: 'Laptop' })
    expect(await login(passkey)).toMatchObject({ nickname: 'ayse' })
    await client.passkeys.remove.mutate({ id: kept!.id, password: next })
    expect((await refusal(login(passkey))).message).toBe(texts.passkeys.refused)
  })

  it('by a link of the operator’s confirms nothing', async () => {
    const { link } = await makeResetLink(mailed.server.deps, 'ayse')
    await visitor().auth.resetPassword.mutate({ token: tokenOf(new URL(link)), password: next })
    expect((await database().user.findFirstOrThrow()).emailConfirmedAt).toBeNull()
  })
})

/** Runs a call that waits for a lock on the user's row, and ends their sessions before it gets the lock. */
async function whileSessionsEnd<Result>(call: () => Promise<Result>): Promise<Result> {
  let running: Promise<Result> | undefined
  await database().$transaction(
    async (tx) => {
      await tx.$queryRaw`SELECT id FROM User FOR UPDATE`
      running = call()
      running.catch(() => undefined)
      await vi.waitFor(
        async () => {
          const [row] = await database().$queryRawUnsafe<[{ count: bigint }]>(waitingTransactions)
          expect(Number(row.count)).toBeGreaterThan(0)
        },
        { interval: RENEWED },
      )
      await tx.session.deleteMany()
    },
    { timeout: 20_000 },
  )
  return await running!
}

describe('what is under way when its session ends', () => {
  it('adds no passkey', async () => {
    const options = await person.client.passkeys.beginAdding.mutate({ password: person.password })
    const { answer } = makePasskey(options, { origin })
    const call = () => person.client.passkeys.add.mutate({ name: 'Late', passkey: answer })
    expect((await refusal(whileSessionsEnd(call))).message).toBe(texts.auth.loginRequired)
    expect(await database().passkey.count()).toBe(0)
  })

  it('asks for no other address', async () => {
    expect((await refusal(whileSessionsEnd(changeEmail))).message).toBe(texts.auth.loginRequired)
    expect(await database().emailLink.count({ where: { purpose: 'change' } })).toBe(0)
  })
})

it('the present address is told at once that another one is asked for, where it is confirmed', async () => {
  await changeEmail()
  await mailed.mailTo('thief@plak.example')
  await mailed.nothingWaits()
  await confirm()
  await changeEmail()
  const { subject, plain } = await mailed.mailTo('ayse@plak.example', 2)
  expect(subject).toBe('Somebody asked to change the e-mail address of your account on Plak')
  expect(plain).toContain('ayse')
  expect(plain).not.toContain('thief')
})
