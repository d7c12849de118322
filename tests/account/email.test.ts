import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { disableAccount, makeResetLink } from '../../server/account/operator.ts'
import { confirmByGoogle } from '../../server/auth/emailLinks.ts'
import { texts } from '../../shared/texts.ts'
import { makeHarness, type Person } from '../harness/client.ts'
import { startMailedServer, type MailedServer } from '../support/mailedServer.ts'
import { refusal } from '../support/refusal.ts'
import { startServer } from '../support/server.ts'

let mailed: MailedServer
let server: MailedServer['server']
let harness: MailedServer['harness']
let person: Person
beforeAll(async () => {
  mailed = await startMailedServer()
  ;({ server, harness } = mailed)
})
afterAll(() => mailed.close())
beforeEach(async () => {
  await mailed.reset()
  person = await harness.register('ayse')
})

const over = texts.auth.resetLinkOver
const mailTo: MailedServer['mailTo'] = (...args) => mailed.mailTo(...args)
const open = (link: URL | null, by = harness.visitor()) =>
  by.client.auth.confirmEmail.mutate({ token: link!.hash.slice(1) })
const change = (email: string, { client, password } = person) =>
  client.auth.changeEmail.mutate({ email, password })

describe('the address of a new account', () => {
  it('is confirmed by opening the link that it is sent, once, signed in or not', async () => {
    const address = 'ayse@plak.example'
    expect(await person.client.auth.email.query()).toEqual({ address, confirmed: false, pending: null })
    const { link, subject } = await mailTo(address)
    expect(subject).toBe('Confirm your e-mail address for Plak')
    expect(link!.href).toMatch(new RegExp(`^${server.deps.settings.PUBLIC_URL}/confirm#[\\w-]{43}$`))
    const other = await harness.register('mehmet')
    expect(await open(link, other)).toEqual({ purpose: 'confirm' })
    expect(await person.client.auth.email.query()).toEqual({ address, confirmed: true, pending: null })
    expect((await other.client.auth.email.query()).confirmed).toBe(false)
    expect((await refusal(open(link))).message).toBe(over)
  })

  it('can be sent another link: the one before is over, and an hour ends each', async () => {
    const first = await mailTo('ayse@plak.example')
    await person.client.auth.sendConfirmation.mutate()
    const second = await mailTo('ayse@plak.example', 2)
    expect((await refusal(open(first.link))).message).toBe(over)
    mailed.forward(61)
    expect((await refusal(open(second.link))).message).toBe(over)
    await person.client.auth.sendConfirmation.mutate()
    await open((await mailTo('ayse@plak.example', 3)).link)
    await person.client.auth.sendConfirmation.mutate()
    await mailed.nothingWaits()
    await mailTo('ayse@plak.example', 3)
    await person.client.auth.sendConfirmation.mutate()
    await person.client.auth.sendConfirmation.mutate()
    expect((await refusal(person.client.auth.sendConfirmation.mutate())).code).toBe('TOO_MANY_REQUESTS')
  })

  it('counts as confirmed when Google has verified the same one', async () => {
    const { id } = await server.deps.db.user.findFirstOrThrow()
    const isConfirmed = async () => (await person.client.auth.email.query()).confirmed
    await confirmByGoogle(server.deps, id, { email: 'another@plak.example', emailVerified: true })
    await confirmByGoogle(server.deps, id, { email: 'ayse@plak.example', emailVerified: false })
    expect(await isConfirmed()).toBe(false)
    await confirmByGoogle(server.deps, id, { email: 'Ayse@Plak.example', emailVerified: true })
    expect(await isConfirmed()).toBe(true)
  })
})

describe('another address', () => {
  it('is the account’s once its link is opened; reset links end, the old address is told', async () => {
    // Opening the new link deletes mail that is still queued: wait for the first link before.
    const { link: firstLink } = await mailTo('ayse@plak.example')
    const reset = new URL((await makeResetLink(server.deps, 'ayse')).link)
    await change(' New@Plak.example ')
    const { link, plain } = await mailTo('new@plak.example')
    expect(plain).toContain('ayse')
    expect(await person.client.auth.email.query()).toEqual({
      address: 'ayse@plak.example',
      confirmed: false,
      pending: 'new@plak.example',
    })
    expect(await open(link)).toEqual({ purpose: 'change' })
    expect(await person.client.auth.email.query()).toEqual({
      address: 'new@plak.example',
      confirmed: true,
      pending: null,
    })
    const told = await mailTo('ayse@plak.example', 2)
    expect(told.subject).toBe('The e-mail address of your account on Plak has changed')
    expect(told.source).not.toContain('new@plak')
    expect((await refusal(open(link))).message).toBe(over)
    const token = reset.hash.slice(1)
    const password = 'another stylus and groove'
    expect(
      (await refusal(harness.visitor().client.auth.resetPassword.mutate({ token, password }))).message,
    ).toBe(over)
    // The link to the previous address is invalid, too.
    expect((await refusal(open(firstLink))).message).toBe(over)
    const { client } = harness.visitor()
    expect(
      await client.auth.login.mutate({ identifier: 'new@plak.example', password: person.password }),
    ).toBeTruthy()
  })

  it('that is asked for is a line of the trail, without the address', async () => {
    await person.client.auth.sendConfirmation.mutate()
    await change('new@plak.example')
    await server.deps.audit.flush()
    const lines = await server.deps.db.auditEntry.findMany({
      where: { event: 'email.link' },
      orderBy: { id: 'asc' },
      select: { detail: true },
    })
    expect(lines).toEqual([{ detail: '{"purpose":"confirm"}' }, { detail: '{"purpose":"change"}' }])
  })

  it('asked for again replaces what was asked for before, and an hour ends it', async () => {
    await change('first@plak.example')
    const first = await mailTo('first@plak.example')
    await change('second@plak.example')
    const second = await mailTo('second@plak.example')
    expect((await refusal(open(first.link))).message).toBe(over)
    mailed.forward(61)
    expect((await refusal(open(second.link))).message).toBe(over)
    expect((await person.client.auth.email.query()).pending).toBeNull()
  })

  it('that is merely asked for is free to others, and then refused here', async () => {
    await change('mehmet@plak.example')
    const { link } = await mailTo('mehmet@plak.example')
    await harness.register('mehmet')
    expect((await refusal(open(link))).message).toBe(texts.auth.emailTaken)
    expect((await person.client.auth.email.query()).address).toBe('ayse@plak.example')
    expect((await refusal(change('mehmet@plak.example'))).fields).toEqual({ email: texts.auth.emailTaken })
  })

  it('changes only the account that requested it, whoever is signed in when the link is opened, and no disabled one', async () => {
    const other = await harness.register('mehmet')
    await change('new@plak.example')
    await open((await mailTo('new@plak.example')).link, other)
    expect((await other.client.auth.email.query()).address).toBe('mehmet@plak.example')
    await change('newer@plak.example')
    const { link } = await mailTo('newer@plak.example')
    await disableAccount(server.deps, 'ayse')
    expect((await refusal(open(link))).message).toBe(over)
    expect(await server.deps.db.user.count({ where: { email: 'newer@plak.example' } })).toBe(0)
  })

  it('asks for the password, five times an hour', async () => {
    const wrong = (password: string) => refusal(change('new@plak.example', { ...person, password }))
    expect((await wrong('')).fields).toEqual({ password: texts.auth.passwordRequired })
    expect((await wrong('a wrong one')).fields).toEqual({ password: texts.auth.wrongPassword })
    expect((await refusal(change('nobody'))).fields).toEqual({ email: texts.auth.emailInvalid })
    for (const name of 'abcde') await change(`${name}@plak.example`)
    expect((await refusal(change('f@plak.example'))).code).toBe('TOO_MANY_REQUESTS')
  })

  it('tells of five taken addresses an hour, not more', async () => {
    await harness.register('mehmet')
    for (let index = 0; index < 5; index++)
      expect((await refusal(change('mehmet@plak.example'))).message).toBe(texts.auth.emailTaken)
    expect((await refusal(change('mehmet@plak.example'))).code).toBe('TOO_MANY_REQUESTS')
    expect((await refusal(change('nobody@plak.example'))).code).toBe('TOO_MANY_REQUESTS')
  })

  it('is named by its link, with the account, before that is opened', async () => {
    await change('new@plak.example')
    const { link } = await mailTo('new@plak.example')
    const read = () => harness.visitor().client.auth.readEmailLink.mutate({ token: link!.hash.slice(1) })
    const view = { purpose: 'change', address: 'new@plak.example', nickname: 'ayse' }
    expect([await read(), await read()]).toEqual([view, view])
    expect((await person.client.auth.email.query()).address).toBe('ayse@plak.example')
    await open(link)
    expect((await refusal(read())).message).toBe(over)
  })

  it('of somebody without a password needs a sign-in of a moment ago', async () => {
    await server.deps.db.user.updateMany({ data: { passwordHash: null } })
    await change('new@plak.example', { ...person, password: '' })
    await mailTo('new@plak.example')
    mailed.forward(11)
    expect((await refusal(change('newer@plak.example', { ...person, password: '' }))).message).toBe(
      texts.auth.signInAgain,
    )
  })

  it('is written with its cause: a change that fails mails nobody', async () => {
    await mailed.nothingWaits()
    const { link } = await mailTo('ayse@plak.example')
    await server.deps.db.emailLink.deleteMany()
    await refusal(open(link))
    expect(await server.deps.db.mail.count()).toBe(0)
  })
})

it('without a mail server nothing is queued', async () => {
  const without = await startServer({ databaseUrl: server.deps.settings.DATABASE_URL })
  const there = makeHarness(without.url)
  const { client, password } = await there.register('elif')
  expect((await refusal(client.auth.sendConfirmation.mutate())).message).toBe(texts.auth.noMail)
  const email = 'new@plak.example'
  expect((await refusal(client.auth.changeEmail.mutate({ email, password }))).message).toBe(texts.auth.noMail)
  const { id } = await server.deps.db.user.findFirstOrThrow({ where: { nickname: 'elif' } })
  expect(await server.deps.db.mail.count({ where: { userId: id } })).toBe(0)
  expect(await server.deps.db.emailLink.count({ where: { userId: id } })).toBe(0)
  await there.close()
  await without.close()
})
