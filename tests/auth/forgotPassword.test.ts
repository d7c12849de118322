import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { disableAccount } from '../../server/account/operator.ts'
import { preferenceCookies } from '../../shared/preferences.ts'
import { texts } from '../../shared/texts.ts'
import { makeHarness, type Person } from '../harness/client.ts'
import { startMailedServer, type MailedServer } from '../support/mailedServer.ts'
import { refusal } from '../support/refusal.ts'
import { startServer, type TestServer } from '../support/server.ts'

let mailed: MailedServer
let mail: MailedServer['mail']
let server: MailedServer['server']
let harness: MailedServer['harness']
let person: Person
beforeAll(async () => {
  mailed = await startMailedServer()
  ;({ mail, server, harness } = mailed)
})
afterAll(() => mailed.close())
beforeEach(async () => {
  await mailed.reset()
  person = await harness.register('ayse')
  await mailed.nothingWaits()
  mail.forget()
})

const password = 'another stylus and groove'
const ask = (identifier: string) => harness.visitor().client.auth.forgotPassword.mutate({ identifier })
const reset = (link: URL | null) =>
  harness.visitor().client.auth.resetPassword.mutate({ token: link!.hash.slice(1), password })
/** Waits until this number of mails was received, and returns them. */
async function received(count: number) {
  await vi.waitFor(() => expect(mail.mails).toHaveLength(count))
  return mail.mails
}

describe('a forgotten password', () => {
  it.each(['ayse', ' AYSE ', 'Ayse@Plak.example'])(
    'of %j: a link to the mailbox, that works once',
    async (identifier) => {
      expect(await ask(identifier)).toBeNull()
      const [{ to, link, subject }] = (await received(1)) as [(typeof mail.mails)[0]]
      expect(to).toEqual(['ayse@plak.example'])
      expect(subject).toBe('Choose a new password for Plak')
      expect(link!.href).toMatch(new RegExp(`^${server.deps.settings.PUBLIC_URL}/reset#[\\w-]{43}$`))
      const [row] = await server.deps.db.passwordReset.findMany()
      expect(JSON.stringify([row, Buffer.from(row!.tokenHash).toString('base64url')])).not.toContain(
        link!.hash.slice(1),
      )
      const outcomes = await Promise.allSettled([reset(link), reset(link)])
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      await server.deps.audit.flush()
      const noted = await server.deps.db.auditEntry.findMany({
        where: { event: { startsWith: 'password.' } },
      })
      expect(noted.map(({ event, subjectId }) => `${event} ${subjectId}`).toSorted()).toEqual([
        `password.link ${row!.userId}`,
        `password.reset ${row!.userId}`,
      ])
      expect((await refusal(reset(link))).message).toBe(texts.auth.resetLinkOver)
      expect(await person.client.auth.me.query()).toBeNull()
      expect((await harness.login({ ...person, password })).nickname).toBe('ayse')
    },
  )

  it('within an hour of its sending, and every link ends when one is used', async () => {
    await ask('ayse')
    await ask('ayse')
    const [first, second] = await received(2)
    expect(first!.link!.href).not.toBe(second!.link!.href)
    mailed.forward(59)
    await reset(first!.link)
    expect((await refusal(reset(second!.link))).message).toBe(texts.auth.resetLinkOver)
    mail.forget()
    await ask('ayse')
    const [third] = await received(1)
    mailed.forward(61)
    expect((await refusal(reset(third!.link))).message).toBe(texts.auth.resetLinkOver)
  })

  it.each([
    ['used', (link: URL) => reset(link)],
    [
      'ended by a change of the password',
      () => person.client.auth.changePassword.mutate({ current: person.password, next: password }),
    ],
  ])('that was %s stays so when its mail is sent a second time', async (_, end) => {
    const lost = mail.dieAfterData()
    await ask('ayse')
    await vi.waitFor(() => expect(lost).toHaveLength(1))
    const [, token = ''] = /reset#([\w-]{43})/.exec(lost[0]!.replace(/=\r\n/g, ''))!
    const link = new URL(`${server.deps.settings.PUBLIC_URL}/reset#${token}`)
    await end(link)
    mailed.forward(1)
    await mailed.nothingWaits()
    expect((await refusal(reset(link))).message).toBe(texts.auth.resetLinkOver)
  })

  it('in the language of the page that asked', async () => {
    const visitor = harness.visitor()
    visitor.cookies.take(new Headers({ 'set-cookie': `${preferenceCookies.language}=tr` }))
    await visitor.client.auth.forgotPassword.mutate({ identifier: 'ayse' })
    const [{ subject, html }] = (await received(1)) as [(typeof mail.mails)[0]]
    expect(subject).toBe('Plak için yeni bir şifre belirle')
    expect(html).toContain('<html lang="tr">')
  })

  it('of somebody who came by Google alone gives them one', async () => {
    await server.deps.db.user.updateMany({ data: { passwordHash: null } })
    await ask('ayse')
    await reset((await received(1))[0]!.link)
    expect((await harness.login({ ...person, password })).nickname).toBe('ayse')
  })

  it('of nobody and of a disabled account is answered alike, does the same, and sends nothing', async () => {
    await disableAccount(server.deps, 'ayse')
    const writes = vi.spyOn(server.deps.db.mail, 'createMany')
    for (const identifier of ['ayse', 'nobody', 'nobody@plak.example', 'no nickname at all', 'a@']) {
      writes.mockClear()
      expect(await ask(identifier)).toBeNull()
      expect(writes, identifier).toHaveBeenCalledOnce()
    }
    await mailed.nothingWaits()
    expect([mail.tries(), await server.deps.db.passwordReset.count()]).toEqual([0, 0])
  })

  it('is mailed five times an hour: the answer stays the same, and the last link that was sent stays valid', async () => {
    for (const identifier of ['ayse', 'ayse@plak.example', 'ayse', 'ayse', 'ayse', 'ayse', 'ayse'])
      expect(await ask(identifier)).toBeNull()
    await mailed.nothingWaits()
    expect(mail.mails).toHaveLength(5)
    await reset(mail.mails.at(-1)!.link)
  })

  it('can be asked for 20 times an hour from one address', async () => {
    for (let index = 0; index < 20; index++) await ask(`nobody${index}`)
    expect(await refusal(ask('ayse'))).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message: expect.stringMatching(/\d/),
    })
    await mailed.nothingWaits()
    expect(mail.tries()).toBe(0)
  })

  it('is refused while passwords are off, and where there is no mail, and what is typed must be something', async () => {
    const off = await startServer({
      settings: { PASSWORD_LOGIN: 'off', SMTP_URL: mail.url, SMTP_FROM: 'plak@plak.example' },
      databaseUrl: server.deps.settings.DATABASE_URL,
    })
    const without = await startServer({ databaseUrl: server.deps.settings.DATABASE_URL })
    const askThere = async ({ url }: TestServer) => {
      const there = makeHarness(url)
      const said = await refusal(there.visitor().client.auth.forgotPassword.mutate({ identifier: 'ayse' }))
      await there.close()
      return said
    }
    expect((await askThere(off)).message).toBe(texts.auth.passwordLoginOff)
    expect((await askThere(without)).message).toBe(texts.auth.askOperator)
    expect((await refusal(ask(' '))).fields).toEqual({ identifier: texts.auth.identifierRequired })
    await Promise.all([off.close(), without.close()])
    expect(await server.deps.db.mail.count()).toBe(0)
  })
})
