import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { runAdmin } from '../../server/operator/commandLine.ts'
import type { Person } from '../harness/client.ts'
import { refusal } from '../support/refusal.ts'
import { runProduct } from '../support/runProduct.ts'
import { fakeTerminal, type Outcome } from '../support/terminal.ts'

const plak = runProduct({ now: () => now })
let person: Person
let now = new Date()
beforeEach(async () => {
  now = new Date()
  person = await plak.harness.register('ayse')
})

const environment = () => {
  const { DATABASE_URL, REDIS_URL, APP_SECRET } = plak.server.deps.settings
  return { DATABASE_URL, REDIS_URL, APP_SECRET, LASTFM_API_KEY: 'x', PUBLIC_URL: 'https://plak.example' }
}

/** Runs an operator's task as `npm run admin` does, but in this process, with separate connections. */
async function admin(...args: string[]): Promise<Outcome> {
  const { streams, outcome } = fakeTerminal()
  return outcome(runAdmin({ args, env: environment(), ...streams }))
}

/** Runs an operator's task as a separate process. */
async function adminProcess(...args: string[]): Promise<Outcome> {
  const env = { PATH: process.env.PATH, ...environment() }
  const child = spawn(process.execPath, ['dist/server/admin.js', ...args], { env })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { code, stdout, stderr }
}

describe('disabling an account', () => {
  it('ends its sessions and its sockets in the running server within a second, and hides it; enabling lets it in', async () => {
    await plak.harness.login(person)
    person.client.activity.live.subscribe({}, { onError: () => {} })
    await vi.waitFor(() => expect(plak.server.sockets()).toHaveLength(1))
    const disabled = await adminProcess('disable', 'AYSE')
    expect(disabled).toEqual({ code: 0, stdout: 'ayse is disabled; 2 sessions ended.\n', stderr: '' })
    expect(await plak.server.deps.db.session.count()).toBe(0)
    // The operator's process does not notify the server directly: the
    // server finds the event in the log, at the latest at its next poll.
    await vi.waitFor(() => expect(plak.server.sockets()[0]?.readyState ?? 3).not.toBe(1))
    expect(await person.client.auth.me.query()).toBeNull()
    expect((await refusal(plak.harness.login(person))).message).toBe('This account has been disabled')
    expect(await plak.harness.visitor().client.users.search.query({ query: 'ayse' })).toEqual([])

    expect(await admin('enable', 'ayse')).toMatchObject({
      code: 0,
      stdout: 'ayse is enabled and can log in.\n',
    })
    expect((await plak.harness.login(person)).nickname).toBe('ayse')
  })
  it('that is not there ends the process with 1', async () => {
    expect(await adminProcess('disable', 'nobody')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'nobody: User not found.\n',
    })
  })
})

describe('signing out', () => {
  it('ends the sessions and pending links of one account, which can log in again', async () => {
    const { db, audit } = plak.server.deps
    const zeynep = await plak.harness.register('zeynep')
    await admin('reset-link', 'ayse')
    expect(await admin('sign-out', ' Ayse ')).toMatchObject({
      code: 0,
      stdout: 'ayse is signed out; 1 session ended.\n',
    })
    expect([await person.client.auth.me.query(), await db.passwordReset.count()]).toEqual([null, 0])
    expect(await zeynep.client.auth.me.query()).not.toBeNull()
    expect((await plak.harness.login(person)).nickname).toBe('ayse')
    await audit.flush()
    const noted = await db.auditEntry.findFirstOrThrow({ where: { event: 'admin.sign-out' } })
    const { id } = await db.user.findFirstOrThrow({ where: { nickname: 'ayse' } })
    expect(noted).toMatchObject({ subjectId: id, detail: '{"sessions":1}' })
  })
  it('does so for everybody with --all --yes', async () => {
    await plak.harness.register('zeynep')
    for (const words of [[], ['ayse', '--all'], ['--all']])
      expect((await admin('sign-out', ...words)).code).toBe(2)
    expect(await plak.server.deps.db.session.count()).toBe(2)
    expect(await admin('sign-out', '--all', '--yes')).toMatchObject({
      code: 0,
      stdout: 'Everybody is signed out; 2 sessions ended.\n',
    })
    expect(await plak.server.deps.db.session.count()).toBe(0)
    expect((await plak.harness.login(person)).nickname).toBe('ayse')
  })
})

describe('a reset link', () => {
  const password = 'another stylus and groove'
  const linkOf = async (nickname = 'ayse') => new URL((await admin('reset-link', nickname)).stdout.trim())
  const reset = (link: URL, more: { password?: string } = {}) =>
    plak.harness.visitor().client.auth.resetPassword.mutate({ token: link.hash.slice(1), password, ...more })

  it('lets a person choose a new password, once, and ends every session', async () => {
    const link = await linkOf()
    expect(link.href).toMatch(/^https:\/\/plak\.example\/reset#[\w-]{43}$/)
    const row = await plak.server.deps.db.passwordReset.findFirstOrThrow()
    expect(Buffer.from(row.tokenHash).toString('base64url')).not.toContain(link.hash.slice(1))

    expect((await refusal(reset(link, { password: 'password123' }))).fields).toEqual({
      password: 'Password is too weak',
    })
    const outcomes = await Promise.allSettled([reset(link), reset(link), reset(link)])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await refusal(reset(link))).fields).toEqual({
      token: 'This link is no longer valid. Ask for a new one.',
    })
    expect(await person.client.auth.me.query()).toBeNull()
    expect((await refusal(plak.harness.login(person))).message).toBe('Wrong password')
    expect((await plak.harness.login({ ...person, password })).nickname).toBe('ayse')
  })
  it('is over after an hour, when another is made, and when the account is disabled', async () => {
    const [first, second] = [await linkOf(), await linkOf()]
    expect((await refusal(reset(first))).message).toContain('no longer valid')
    now = new Date(Date.now() + 61 * 60_000)
    expect((await refusal(reset(second))).message).toContain('no longer valid')
    now = new Date()
    await admin('disable', 'ayse')
    expect((await refusal(reset(second))).message).toContain('no longer valid')
    expect(await admin('reset-link', 'ayse')).toMatchObject({
      code: 1,
      stderr: 'ayse: This account has been disabled.\n',
    })
  })
})
