import { describe, expect, it } from 'vitest'
import { adminOf } from '../account/adminWorld.ts'
import { report } from '../moderation/cases.ts'
import { refusal } from '../support/refusal.ts'
import { runAdministration } from './adminWorld.ts'

const plak = runAdministration()
const lastAdmin = 'There must be at least one admin'

describe('an administrator', () => {
  it('can do what moderators can, and is told of reports', async () => {
    expect(await plak.admin.client.auth.me.query()).toMatchObject({ isModerator: true, isAdmin: true })
    const other = await plak.harness.register('other')
    await report(other, { account: 'ayse' })
    expect((await plak.admin.client.moderation.reports.query({})).items).toHaveLength(1)
    const { items } = await plak.admin.client.notifications.list.query({})
    expect(items.map(({ kind }) => kind)).toEqual(['report'])
    const { kinds } = await plak.admin.client.notifications.settings.query()
    expect(kinds.map(({ kind }) => kind)).toContain('reports')
  })

  it('cannot be warned or suspended by a moderator, but by another administrator', async () => {
    const moderator = await plak.harness.register('moderator')
    const second = await plak.harness.register('second')
    await plak.appoint('moderator', 'moderator')
    await plak.appoint('second', 'admin')
    const { id } = await report(plak.ayse, { account: 'second' })
    const { possible, seen } = await moderator.client.moderation.get.query({ id })
    expect(possible).toEqual(['dismiss'])
    for (const kind of ['warn', 'suspend'] as const)
      expect(
        (await refusal(moderator.client.moderation.act.mutate({ id, kind, reason: 'No.', seen }))).code,
      ).toBe('CONFLICT')
    const action = await plak.admin.client.moderation.act.mutate({
      id,
      kind: 'suspend',
      reason: 'Yes.',
      seen,
    })
    expect((await refusal(moderator.client.moderation.undo.mutate(action))).code).toBe('CONFLICT')
    const offered = async ({ client }: { client: (typeof moderator)['client'] }) => ({
      report: (await client.moderation.get.query({ id })).actions.map(({ canUndo }) => canUndo),
      trail: (await client.moderation.audit.query({})).items.map(({ canUndo }) => canUndo),
    })
    expect(await offered(moderator)).toEqual({ report: [false], trail: [false] })
    expect(await offered(plak.admin)).toEqual({ report: [true], trail: [true] })
    await plak.admin.client.moderation.undo.mutate(action)
    await plak.harness.login(second)
  })

  it('keeps what they are when they edit their profile', async () => {
    const viewer = await plak.admin.client.users.update.mutate({ bio: 'Operates this.' })
    expect(viewer).toMatchObject({ isModerator: true, isAdmin: true, bio: 'Operates this.' })
  })
})

describe('the last administrator', () => {
  it('cannot be demoted, disabled, suspended or deleted by anybody', async () => {
    const { client } = plak.admin
    const self = plak.proven('admin')
    const acts = [
      client.admin.setRole.mutate({ ...self, role: 'moderator' }),
      client.admin.disable.mutate({ ...self, reason: 'Enough.' }),
      client.admin.delete.mutate(self),
      client.auth.deleteAccount.mutate({ password: plak.admin.password }),
    ]
    for (const act of acts) expect((await refusal(act)).message).toBe(lastAdmin)
    const run = adminOf(plak)
    for (const task of [
      ['role', 'admin', 'member'],
      ['disable', 'admin'],
      ['delete', 'admin', '--yes'],
    ])
      expect(await run(...task)).toEqual({ code: 1, stdout: '', stderr: `admin: ${lastAdmin}.\n` })
    expect(await plak.roleOf('admin')).toBe('admin')
    expect(await client.auth.me.query()).toMatchObject({ isAdmin: true })
  })

  it('cannot suspend themselves: a report about an account is not shown to it', async () => {
    const { id } = await report(plak.ayse, { account: 'admin' })
    const { client } = plak.admin
    expect((await client.moderation.reports.query({})).items).toEqual([])
    const act = client.moderation.act.mutate({ id, kind: 'suspend', reason: 'Enough.', seen: 0 })
    expect((await refusal(act)).code).toBe('NOT_FOUND')
    expect(await client.auth.me.query()).toMatchObject({ isAdmin: true })
  })

  it('counts no disabled one', async () => {
    await plak.harness.register('second')
    await plak.appoint('second', 'admin')
    const { client } = plak.admin
    await client.admin.disable.mutate({ ...plak.proven('second'), reason: 'On leave.' })
    const act = client.admin.setRole.mutate({ ...plak.proven('admin'), role: 'member' })
    expect((await refusal(act)).message).toBe(lastAdmin)
    await client.admin.enable.mutate(plak.proven('second'))
    await client.admin.setRole.mutate({ ...plak.proven('admin'), role: 'member' })
    expect(await plak.roleOf('admin')).toBe('member')
  })

  it('remains when two remove each other at once', async () => {
    const second = await plak.harness.register('second')
    await plak.appoint('second', 'admin')
    for (let round = 0; round < 5; round++) {
      const outcomes = await Promise.allSettled([
        plak.admin.client.admin.setRole.mutate({ ...plak.proven('second'), role: 'member' }),
        second.client.admin.setRole.mutate({ nickname: 'admin', password: second.password, role: 'member' }),
      ])
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const roles = await Promise.all(['admin', 'second'].map(plak.roleOf))
      expect(roles.toSorted()).toEqual(['admin', 'member'])
      for (const nickname of ['admin', 'second']) await plak.appoint(nickname, 'admin')
    }
  })
})

it('the command line appoints administrators, and lists them', async () => {
  const run = adminOf(plak)
  expect((await run('role', 'ayse', 'admin')).stdout).toBe('ayse is an admin.\n')
  expect((await run('users', '--search', 'ayse')).stdout).toMatch(/ {2}admin\n/)
  expect((await run('role', 'ayse', 'king')).stderr).toMatch(/^A role is 'member', 'moderator' or 'admin'\./)
})
