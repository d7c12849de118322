import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { runAdmin } from '../../server/operator/commandLine.ts'
import { startMailedServer, type MailedServer } from '../support/mailedServer.ts'
import { fakeTerminal } from '../support/terminal.ts'
import { list, makeList, review, say, shorts, unread } from './world.ts'

// Tests the operator's tasks: announcements, a test mail, deletion, tidying.

let world: MailedServer
beforeAll(async () => {
  world = await startMailedServer()
})
afterAll(() => world.close())
beforeEach(() => world.reset())

async function admin(args: string[], more: Record<string, string | undefined> = {}) {
  const { DATABASE_URL, REDIS_URL, APP_SECRET, SMTP_URL, SMTP_FROM } = world.server.deps.settings
  const settings = { LASTFM_API_KEY: 'x', PUBLIC_URL: world.server.url, SMTP_URL, SMTP_FROM }
  const { streams, outcome } = fakeTerminal()
  const env = { DATABASE_URL, REDIS_URL, APP_SECRET, ...settings, ...more }
  return await outcome(runAdmin({ args, env, ...streams }))
}

it('an announcement is told to everybody; what is none is refused with a sentence', async () => {
  const [owner, guest] = [await world.harness.register('owner'), await world.harness.register('guest')]
  const text = 'Plak moves on Sunday: “ş” and 🎧 too.'
  expect(await admin(['announce', ` ${text} `])).toEqual({
    code: 0,
    stdout: '2 people notified.\n',
    stderr: '',
  })
  for (const each of [owner, guest])
    expect(await list(each)).toMatchObject([{ kind: 'announcement', people: [], detail: { text } }])
  const { stdout } = await admin(['announce', 'Again.', '--json'])
  expect(JSON.parse(stdout)).toEqual({ id: expect.any(Number), told: 2 })
  expect(await unread(owner)).toBe(2)
  const trail = await world.server.deps.db.auditEntry.findMany({ where: { event: 'admin.announce' } })
  expect(trail).toHaveLength(2)
  expect(JSON.stringify(trail.map(({ detail }) => detail))).not.toContain('Plak moves')
  expect(await admin(['announce', 'x'.repeat(1_001)])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('An announcement has 1000 characters at most.'),
  })
  expect((await admin(['announce', '  '])).code).toBe(2)
  expect((await admin(['announce'])).code).toBe(2)
  expect(await unread(owner)).toBe(2)
})

it('a test mail is sent, and a failure says how to mend it', async () => {
  const to = 'operator@plak.example'
  const doctor = async (more: Record<string, string | undefined> = {}) => {
    const { code, stdout } = await admin(['doctor', '--mail', to, '--json'], more)
    const { checks } = JSON.parse(stdout) as { checks: { about: string; state: string; said: string }[] }
    return { code, mail: checks.filter(({ about }) => about === 'mail') }
  }
  expect((await doctor()).mail).toMatchObject([
    { state: 'ok' },
    { state: 'ok', said: `a test mail went to ${to}` },
  ])
  const [mail] = world.mail.mails
  expect(mail).toMatchObject({ to: [to], subject: 'A test e-mail from Plak' })
  expect(mail!.plain).toContain(to)
  expect(mail!.source).toMatch(/^Message-ID: <[\w-]{36}@/im)
  world.mail.refuse('rcpt', 550)
  expect(await doctor()).toMatchObject({
    code: 1,
    mail: [{ state: 'broken', said: expect.stringContaining('550'), mend: expect.any(String) }],
  })
  expect(await doctor({ SMTP_URL: undefined, SMTP_FROM: undefined })).toMatchObject({
    code: 1,
    mail: [{ state: 'broken', said: 'no mail can be sent: no mail server is configured' }],
  })
  expect(world.mail.mails).toHaveLength(1)
})

it('what an operator removes notifies nobody any more, and tidying deletes the oldest', async () => {
  const [owner, guest] = [await world.harness.register('owner'), await world.harness.register('guest')]
  const [first, second] = [await makeList(owner), await review(owner)]
  const comment = await say(guest, first)
  await guest.client.lists.like.mutate({ id: first.list, liked: true })
  await guest.client.logs.like.mutate({ id: second.review, liked: true })
  await say(guest, second, 'Yes, @owner.')
  expect(await unread(owner)).toBe(4)
  expect((await admin(['remove', 'comment', String(comment)])).code).toBe(0)
  expect(await shorts(owner)).toEqual([
    'mention guest 1 unread',
    'likeReview guest 1 unread',
    'likeList guest 1 unread',
  ])
  await admin(['remove', 'list', String(first.list)])
  await admin(['remove', 'review', String(second.review)])
  expect([await list(owner), await unread(owner)]).toEqual([[], 0])

  await guest.client.follows.set.mutate({ nickname: 'owner', following: true })
  const old = new Date(Date.now() - 181 * 24 * 3_600_000)
  await world.server.deps.db.notification.updateMany({ where: { kind: 'follow' }, data: { createdAt: old } })
  const { stdout } = await admin(['tidy', '--json'])
  expect(JSON.parse(stdout)).toMatchObject({ notifications: 1 })
  expect([await list(owner), await unread(owner)]).toEqual([[], 0])
})
