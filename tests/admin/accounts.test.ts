import { describe, expect, it, vi } from 'vitest'
import { createAccount, disableAccount } from '../../server/account/operator.ts'
import { deletePerson, type Request } from '../../server/admin/acts.ts'
import { announceToAll } from '../../server/admin/announcements.ts'
import { invite, revoke } from '../../server/admin/invitations.ts'
import { saveSettings } from '../../server/admin/settings.ts'
import { transaction } from '../../server/lib/db.ts'
import { lockAdmin } from '../../server/users/roles.ts'
import { downloadData } from '../support/download.ts'
import { refusal } from '../support/refusal.ts'
import { runAdministration } from './adminWorld.ts'
import { fetchPage } from './fetchPage.ts'

const plak = runAdministration()

const actsOn = (nickname: string, password: string) => {
  const { admin } = plak.admin.client
  const input = { nickname, password }
  return [
    () => admin.setRole.mutate({ ...input, role: 'moderator' }),
    () => admin.disable.mutate({ ...input, reason: 'Spam.' }),
    () => admin.enable.mutate(input),
    () => admin.resetLink.mutate(input),
    () => admin.setEmail.mutate({ ...input, email: 'new@plak.example' }),
    () => admin.signOut.mutate(input),
    () => admin.delete.mutate(input),
  ]
}

describe('an act on an account', () => {
  it('needs the password of the administrator, and counts wrong ones as the login does', async () => {
    const before = await plak.server.deps.db.user.findUniqueOrThrow({ where: { nickname: 'ayse' } })
    for (const act of actsOn('ayse', 'a wrong one'))
      expect((await refusal(act())).fields).toEqual({ password: 'Wrong password' })
    for (const act of actsOn('ayse', '').slice(0, 2))
      expect((await refusal(act())).fields).toEqual({ password: 'Please enter your password' })
    expect(await plak.server.deps.db.user.findUniqueOrThrow({ where: { nickname: 'ayse' } })).toEqual(before)
    for (let index = 0; index < 3; index++) await refusal(actsOn('ayse', 'a wrong one')[0]!())
    expect((await refusal(actsOn('ayse', plak.admin.password)[0]!())).code).toBe('TOO_MANY_REQUESTS')
  })

  it('of somebody who is not there is refused', async () => {
    for (const act of actsOn('nobody', plak.admin.password))
      expect((await refusal(act())).message).toBe('User not found')
  })

  it('is a line of the trail with the administrator and the address, as the task', async () => {
    const acts = actsOn('ayse', plak.admin.password)
    for (const act of [acts[0], acts[3], acts[4], acts[5], acts[1], acts[2], acts[6]]) await act!()
    const lines = (await plak.lines()).filter(({ event }) => event.startsWith('admin.'))
    expect(lines.map(({ event }) => event).toReversed()).toEqual([
      'admin.role',
      'admin.reset-link',
      'admin.set-email',
      'admin.sign-out',
      'admin.disable',
      'admin.enable',
      'admin.delete',
    ])
    for (const line of lines)
      expect(line).toMatchObject({ actor: 'admin', subject: 'ayse', address: '127.0.0.1' })
    expect(lines.at(-1)!.detail).toEqual({ role: 'moderator' })
    expect(JSON.stringify(lines)).not.toMatch(/plak\.example|Spam/)
  })

  it('does not happen without its line', async () => {
    const { audit, db } = plak.server.deps
    const { admin } = plak.admin.client
    const acts = [
      () => admin.delete.mutate(plak.proven('ayse')),
      () => admin.invite.mutate({ uses: 1, days: 1 }),
      () => admin.announce.mutate({ text: 'Hello' }),
    ]
    for (const act of acts) {
      vi.spyOn(audit, 'write').mockRejectedValueOnce(new Error('no line can be written'))
      await expect(act()).rejects.toMatchObject({ data: { httpStatus: 500 } })
    }
    const counts = [db.user.count(), db.invitation.count(), db.announcement.count()]
    expect(await Promise.all(counts)).toEqual([2, 0, 0])
  })

  it('of somebody who stopped being an administrator in the meantime changes nothing', async () => {
    const { deps } = plak.server
    const { id } = await deps.db.user.findUniqueOrThrow({ where: { nickname: 'ayse' } })
    const caller = { address: '127.0.0.1', userAgent: '' }
    const request = { deps, caller, viewer: { id, sessionId: 1 } } as unknown as Request
    const proven = { nickname: 'admin', password: plak.ayse.password }
    await plak.admin.client.admin.invite.mutate({ uses: 1, days: 1 })
    const { id: invitationId } = await deps.db.invitation.findFirstOrThrow()
    const version = deps.liveSettings.stored().version
    for (const act of [
      () => deletePerson(request, proven),
      () => invite(request, { uses: 1, days: 1 }),
      () => revoke(request, { id: invitationId }),
      () => announceToAll(request, { text: 'Hello' }),
      () => saveSettings(request, { values: { CONTACT: 'ayse@plak.example' }, version }),
    ])
      await expect(act()).rejects.toThrow('Not found')
    const counts = [deps.db.user.count(), deps.db.invitation.count(), deps.db.announcement.count()]
    expect(await Promise.all(counts)).toEqual([2, 1, 0])
    expect(deps.liveSettings.stored().version).toBe(version)
  })

  it('is refused in its transaction when the administrator is none any more', async () => {
    const { db } = plak.server.deps
    const { id } = await db.user.findUniqueOrThrow({ where: { nickname: 'ayse' } })
    await plak.appoint('ayse', 'admin')
    await expect(transaction(db, (tx) => lockAdmin(tx, { id }))).resolves.toBeUndefined()
    await plak.appoint('ayse', 'moderator')
    await expect(transaction(db, (tx) => lockAdmin(tx, { id }))).rejects.toThrow('Not found')
  })
})

describe('the acts', () => {
  it('disable with a reason, which is read at the login, and enable', async () => {
    const { admin } = plak.admin.client
    const without = admin.disable.mutate({ ...plak.proven('ayse'), reason: ' ' })
    expect((await refusal(without)).fields).toEqual({ reason: 'Please give a reason' })
    await admin.disable.mutate({ ...plak.proven('ayse'), reason: 'Spam in the reviews.' })
    expect(await plak.ayse.client.auth.me.query()).toBeNull()
    expect((await refusal(plak.harness.login(plak.ayse))).message).toBe(
      'This account has been suspended: Spam in the reviews.',
    )
    expect((await admin.person.query({ nickname: 'ayse' })).disabled).toMatchObject({
      reason: 'Spam in the reviews.',
    })
    // A second one changes nothing: the first reason stays.
    await admin.disable.mutate({ ...plak.proven('ayse'), reason: 'Another one.' })
    expect((await admin.person.query({ nickname: 'ayse' })).disabled).toMatchObject({
      reason: 'Spam in the reviews.',
    })
    await admin.enable.mutate(plak.proven('ayse'))
    const { cookies } = await plak.harness.login(plak.ayse)
    expect((await admin.person.query({ nickname: 'ayse' })).disabled).toBeNull()
    const { data } = await downloadData(plak.server.url, cookies.header()!)
    expect(data.forReading['moderationActions']).toMatchObject([
      { kind: 'suspend', reason: 'Spam in the reviews.' },
    ])
  })

  it('give a reason to an account that was disabled without one', async () => {
    await disableAccount(plak.server.deps, 'ayse')
    await plak.admin.client.admin.disable.mutate({ ...plak.proven('ayse'), reason: 'Spam.' })
    expect((await refusal(plak.harness.login(plak.ayse))).message).toBe(
      'This account has been suspended: Spam.',
    )
  })

  it('make a link with which another password is chosen', async () => {
    const { link } = await plak.admin.client.admin.resetLink.mutate(plak.proven('ayse'))
    const token = new URL(link).hash.slice(1)
    const password = 'a stylus and a groove'
    await plak.harness.visitor().client.auth.resetPassword.mutate({ token, password })
    const { client } = await plak.harness.login({ ...plak.ayse, password })
    expect(await client.auth.me.query()).toMatchObject({ nickname: 'ayse' })
  })

  it('change the address; a taken one is refused at its field', async () => {
    const { admin } = plak.admin.client
    const taken = admin.setEmail.mutate({ ...plak.proven('ayse'), email: plak.admin.email })
    expect((await refusal(taken)).fields).toEqual({ email: 'This email address is already in use' })
    await admin.setEmail.mutate({ ...plak.proven('ayse'), email: 'New@plak.example' })
    expect((await admin.person.query({ nickname: 'ayse' })).email).toBe('new@plak.example')
  })

  it('sign out everywhere, and delete', async () => {
    const { admin } = plak.admin.client
    await admin.signOut.mutate(plak.proven('ayse'))
    expect(await plak.ayse.client.auth.me.query()).toBeNull()
    await plak.harness.login(plak.ayse)
    await admin.delete.mutate(plak.proven('ayse'))
    expect(await plak.server.deps.db.user.count({ where: { nickname: 'ayse' } })).toBe(0)
    expect((await refusal(admin.person.query({ nickname: 'ayse' }))).message).toBe('User not found')
  })
})

describe('people', () => {
  it('were last seen when they used their account, whatever became of their sessions', async () => {
    const { admin } = plak.admin.client
    const lastSeen = async () => (await admin.person.query({ nickname: 'ayse' })).lastSeenAt
    const first = await lastSeen()
    expect(Math.abs(Date.now() - new Date(first!).getTime())).toBeLessThan(60_000)
    await plak.ayse.client.auth.logout.mutate()
    expect(await lastSeen()).toBe(first)
    const { client } = await plak.harness.login(plak.ayse)
    const second = await lastSeen()
    expect(second! > first!).toBe(true)
    await admin.signOut.mutate(plak.proven('ayse'))
    await admin.disable.mutate({ ...plak.proven('ayse'), reason: 'Spam.' })
    expect(await client.auth.me.query()).toBeNull()
    expect(await lastSeen()).toBe(second)
    await createAccount(plak.server.deps, { nickname: 'never', email: 'never@plak.example' })
    expect((await admin.person.query({ nickname: 'never' })).lastSeenAt).toBeNull()
  })

  it('that block an administrator are as for any other, except here', async () => {
    await plak.ayse.client.people.block.mutate({ nickname: 'admin' })
    const { admin, follows, users } = plak.admin.client
    for (const call of [
      () => users.profile.query({ nickname: 'ayse' }),
      () => follows.set.mutate({ nickname: 'ayse', following: true }),
    ])
      expect(await refusal(call())).toMatchObject({ code: 'NOT_FOUND', message: 'User not found' })
    expect(await users.search.query({ query: 'ayse' })).toEqual([])
    expect((await fetchPage(plak.server.url, plak.admin, '/profile/ayse')).status).toBe(404)
    expect(await admin.person.query({ nickname: 'ayse' })).toMatchObject({ nickname: 'ayse' })
  })

  it('are found once, by nickname before those only found by e-mail', async () => {
    const { admin } = plak.admin.client
    const numbered = (name: string) =>
      Array.from({ length: 40 }, (_, index) => `${name}${String(index).padStart(2, '0')}`)
    const [named, addressed] = [numbered('zed_'), numbered('abc_')]
    await plak.server.deps.db.user.createMany({
      data: [
        ...named.map((nickname) => ({ nickname, email: `${nickname}@other.example` })),
        ...addressed.map((nickname, index) => ({
          nickname,
          email: `zed${99 - index}${'x'.repeat(200)}@a.example`,
        })),
      ],
    })
    const first = await admin.people.query({ search: 'Zed' })
    expect(first.items).toHaveLength(50)
    const second = await admin.people.query({ search: 'Zed', cursor: first.next })
    expect(second.next).toBeNull()
    expect([...first.items, ...second.items].map(({ nickname }) => nickname)).toEqual([
      ...named,
      ...addressed.toReversed(),
    ])
  })

  it('are found by the beginning of nickname or e-mail, 50 a page, whoever blocked whom', async () => {
    const { admin } = plak.admin.client
    await plak.server.deps.db.user.createMany({
      data: Array.from({ length: 60 }, (_, index) => ({
        nickname: `many_${String(index).padStart(2, '0')}`,
        email: `m${index}@other.example`,
      })),
    })
    await plak.ayse.client.people.block.mutate({ nickname: 'admin' })
    await admin.disable.mutate({ ...plak.proven('ayse'), reason: 'Spam.' })
    expect(await admin.people.query({ search: ' AYSE' })).toEqual({
      items: [{ nickname: 'ayse', role: 'member', isDisabled: true }],
      next: null,
    })
    expect((await admin.people.query({ search: 'admin@plak' })).items).toMatchObject([{ role: 'admin' }])
    const first = await admin.people.query({ search: 'many_' })
    expect(first.items).toHaveLength(50)
    const second = await admin.people.query({ search: 'many_', cursor: first.next })
    expect(second).toMatchObject({ next: null })
    expect(new Set([...first.items, ...second.items].map(({ nickname }) => nickname)).size).toBe(60)
    expect((await admin.people.query({ search: '%' })).items).toEqual([])
    expect((await admin.people.query({ search: 'ç' })).items).toEqual([])
    const person = await admin.person.query({ nickname: 'ayse' })
    expect(Object.keys(person).toSorted()).toEqual(
      ['disabled', 'email', 'joinedAt', 'lastSeenAt', 'nickname', 'role'].toSorted(),
    )
  })
})
