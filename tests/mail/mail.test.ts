import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { readSettings, SettingsError } from '../../server/lib/settings.ts'
import { queueMail } from '../../server/mail/queue.ts'
import { startMailServer, type MailServer } from '../support/mailbox.ts'
import { startServer, type TestServer } from '../support/server.ts'

let mail: MailServer
let servers: TestServer[]
let server: TestServer
/** how far the servers' clock was moved, in milliseconds; never back, because they remember their pauses */
let ahead = 0
const now = () => new Date(Date.now() + ahead)
beforeAll(async () => {
  mail = await startMailServer()
  const settings = { SMTP_URL: mail.url, SMTP_FROM: 'Plak <plak@plak.example>' }
  const first = await startServer({ settings, now })
  // Two processes on one database.
  servers = [first, await startServer({ settings, now, databaseUrl: first.deps.settings.DATABASE_URL })]
  server = first
})
afterAll(async () => {
  await Promise.all(servers.map((each) => each.close()))
  await mail.close()
})
beforeEach(async () => {
  // Before the clock is moved: queued mail would be due, and arrive in the next test.
  await server.reset()
  forward(600)
  mail.forget()
})

const waiting = () => server.deps.db.mail.findMany()
const forward = (seconds: number) => void (ahead += seconds * 1_000)

const account = (nickname: string) =>
  server.deps.db.user.create({ data: { nickname, email: `${nickname}@plak.example` } })

/** Creates an account with a queued mail. */
async function queued(nickname = 'ayse') {
  const { id } = await account(nickname)
  await queueMail(server.deps.db, server.deps, { userId: id, kind: 'reset', language: 'en' })
}
const triedTimes = (times: number) => vi.waitFor(() => expect(mail.tries()).toBeGreaterThanOrEqual(times))
const sent = (count = 1) => vi.waitFor(() => expect(mail.mails).toHaveLength(count))
const nothingWaits = () => vi.waitFor(async () => expect(await waiting()).toEqual([]))

describe('waiting mail', () => {
  it('goes out once, over all processes, as plain text and as HTML that loads nothing', async () => {
    const people = Array.from({ length: 12 }, (_, index) => `person${index}`)
    await Promise.all(people.map(account))
    const users = await server.deps.db.user.findMany()
    await Promise.all(
      users.map(({ id }) =>
        queueMail(server.deps.db, server.deps, { userId: id, kind: 'reset', language: 'tr' }),
      ),
    )
    await sent(12)
    await nothingWaits()
    expect(mail.mails.flatMap(({ to }) => to).toSorted()).toEqual(
      people.map((nickname) => `${nickname}@plak.example`).toSorted(),
    )
    expect(mail.tries()).toBe(12)
    const [{ source, plain, html, subject, link }] = mail.mails as [(typeof mail.mails)[0]]
    expect(source).toMatch(/^From: Plak <plak@plak\.example>/m)
    expect(source).toMatch(/^Auto-Submitted: auto-generated/m)
    expect(source).not.toMatch(/^X-Mailer/m)
    expect(subject).toBe('Plak için yeni bir şifre belirle')
    expect(plain).toContain('Merhaba person')
    expect(html).toContain('<html lang="tr">')
    expect(html).toContain(link!.href)
    expect(html).not.toMatch(/<img|src=|url\(|<script|<link|@import/)
  })

  it('is tried again within two minutes after a refusal for now, and no more after one for good', async () => {
    mail.refuse('data', 451)
    await queued()
    await triedTimes(1)
    await vi.waitFor(async () => expect(await waiting()).toMatchObject([{ attempts: 1, lease: null }]))
    mail.accept()
    forward(120)
    await sent()
    await nothingWaits()
    expect(mail.tries()).toBe(2)

    mail.refuse('rcpt', 550)
    await queued('mehmet')
    await nothingWaits()
    forward(120)
    await queued('elif')
    await nothingWaits()
    expect([mail.tries(), mail.mails.length]).toEqual([4, 1])
  })

  it('waits while the server refuses the sender, which concerns every mail, but not if it is too large', async () => {
    mail.refuse('mail', 550)
    await queued()
    await vi.waitFor(async () => expect(await waiting()).toMatchObject([{ attempts: 1, lease: null }]))
    mail.accept()
    forward(120)
    await sent()
    await nothingWaits()

    mail.refuse('mail', 552)
    await queued('mehmet')
    await nothingWaits()
    expect(mail.mails).toHaveLength(1)
  })

  it('survives a mail server that is away and a restart, and is sent within two minutes of its return', async () => {
    await mail.away()
    await queued()
    // Each failure makes it wait, never longer than that.
    for (const attempts of [1, 2, 3, 4, 5]) {
      await vi.waitFor(async () =>
        expect(await waiting()).toMatchObject([
          { attempts: expect.toSatisfy((n: number) => n >= attempts), lease: null },
        ]),
      )
      const { notBefore } = (await waiting())[0]!
      expect(notBefore.getTime() - now().getTime()).toBeLessThanOrEqual(105_000)
      if (attempts < 5) forward(120)
    }
    await Promise.all(servers.map((each) => each.restart()))
    await mail.back()
    forward(120)
    await sent()
    await nothingWaits()
  })

  it('is taken over from a process that died while it sent', async () => {
    await mail.away()
    await queued()
    await vi.waitFor(async () => expect(await waiting()).toMatchObject([{ attempts: 1, lease: null }]))
    const lease = (until: string) =>
      server.deps.db.$executeRawUnsafe(
        `UPDATE Mail SET lease = REPEAT('x', 32), leasedUntil = UTC_TIMESTAMP(3) + INTERVAL ${until}`,
      )
    await lease('1 HOUR')
    await mail.back()
    forward(120)
    // Another user's mail overtakes it, which shows that the queue was processed.
    await queued('mehmet')
    await sent()
    expect(mail.mails[0]!.to).toEqual(['mehmet@plak.example'])
    await vi.waitFor(async () => expect(await waiting()).toHaveLength(1))
    await lease('-1 SECOND')
    await sent(2)
    await nothingWaits()
  })

  it('is let go when nobody can want it any more, and with its account', async () => {
    await mail.away()
    await queued()
    await vi.waitFor(async () => expect(await waiting()).toMatchObject([{ attempts: 1, lease: null }]))
    const warnings = servers.map((each) => vi.spyOn(each.deps.log, 'warn'))
    forward(25 * 60 * 60)
    await nothingWaits()
    const lines = warnings.flatMap(({ mock }) => mock.calls.map(([, text]) => text))
    expect(lines).toContain('mail given up: not accepted within 24 hours')
    await queued('mehmet')
    await server.deps.db.user.deleteMany()
    expect(await waiting()).toEqual([])
    await mail.back()
  })

  it('of a kind that another version knows is left alone', async () => {
    await queued()
    await sent()
    await server.deps.db.mail.create({
      data: { kind: 'newer', language: 'en', nonce: new Uint8Array(32), notBefore: now() },
    })
    await queued('mehmet')
    await sent()
    await vi.waitFor(async () => expect(await waiting()).toMatchObject([{ kind: 'newer', attempts: 0 }]))
  })
})

describe('the log', () => {
  it('names no address', async () => {
    const lines: unknown[] = []
    for (const level of ['warn', 'error', 'info'] as const)
      vi.spyOn(server.deps.log, level).mockImplementation((...args: unknown[]) => void lines.push(args))
    for (const level of ['warn', 'error', 'info'] as const)
      vi.spyOn(servers[1]!.deps.log, level).mockImplementation((...args: unknown[]) => void lines.push(args))
    mail.refuse('rcpt', 550)
    await queued()
    await nothingWaits()
    expect(JSON.stringify(lines)).toContain('mail rejected permanently')
    expect(JSON.stringify(lines)).not.toContain('@')
  })
})

describe('SMTP_URL and SMTP_FROM', () => {
  const read = (more: Record<string, string>) =>
    readSettings({
      DATABASE_URL: 'mysql://plak@127.0.0.1/plak',
      REDIS_URL: 'redis://127.0.0.1',
      APP_SECRET: 'x'.repeat(32),
      LASTFM_API_KEY: 'x',
      ...more,
    })
  const from = 'plak@plak.example'

  it.each([
    { SMTP_URL: 'smtp://127.0.0.1:25', SMTP_FROM: from },
    { SMTP_URL: 'smtps://me:se%40cret@mail.plak.example', SMTP_FROM: `Plak <${from}>` },
    {
      SMTP_URL: 'smtp://mail.plak.example:587?requireTLS=true&tls.rejectUnauthorized=false',
      SMTP_FROM: 'root@localhost',
    },
    {},
  ])('%j', (given) => expect(read(given as Record<string, string>)).toMatchObject(given))
  it.each([
    [{ SMTP_URL: 'smtp://127.0.0.1' }, 'SMTP_FROM is missing (SMTP_URL is set)'],
    [{ SMTP_FROM: from }, 'SMTP_URL is missing (SMTP_FROM is set)'],
    [
      { SMTP_URL: 'http://mail.plak.example', SMTP_FROM: from },
      'SMTP_URL must be a URL that begins with smtp://',
    ],
    [{ SMTP_URL: 'smtp://', SMTP_FROM: from }, 'SMTP_URL must be a URL'],
    [{ SMTP_URL: 'smtp://a.example?pool=true', SMTP_FROM: from }, 'SMTP_URL must be a URL'],
    [{ SMTP_URL: 'smtp://a.example', SMTP_FROM: 'Plak' }, 'SMTP_FROM must be an e-mail address'],
    [{ SMTP_URL: 'smtp://a.example', SMTP_FROM: 'a@b.example\r\nBcc: c@d.example' }, 'SMTP_FROM must be'],
  ])('%j is refused by name', (given, sentence) => {
    expect(() => read(given as Record<string, string>)).toThrow(SettingsError)
    expect(() => read(given as Record<string, string>)).toThrow(sentence)
  })
})
