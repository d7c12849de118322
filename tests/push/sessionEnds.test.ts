import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { setRole } from '../../server/account/operator.ts'
import type { Person } from '../harness/client.ts'
import { decide, makeModerator, report } from '../moderation/cases.ts'
import { review, say } from '../notifications/world.ts'
import { startMailServer } from '../support/mailbox.ts'
import { setUpPush } from './pushWorld.ts'
import { makeBrowser } from './receiver.ts'

// A device belongs to a session: whatever ends the session ends the messages to the device, also one that already waits.

const mail = await startMailServer()
afterAll(() => mail.close())
const world = setUpPush({ SMTP_URL: mail.url, SMTP_FROM: 'plak@plak.example' })

let owner: Person
let guest: Person
beforeEach(async () => {
  mail.forget()
  ;[owner] = await world.withBrowser('owner', ['comments'])
  ;[guest] = await world.withBrowser('guest', [])
  await say(guest, await review(owner, 'Cold.'))
})

const next = 'another stylus and groove'
const visitor = () => world.harness.visitor().client
const ownersOfDevices = async () =>
  (await world.server.deps.db.pushDevice.findMany({ include: { user: true } })).map(
    ({ user }) => user.nickname,
  )

async function resetByMail() {
  await visitor().auth.forgotPassword.mutate({ identifier: 'owner' })
  const link = await vi.waitFor(() => {
    const links = mail.mails.map((each) => each.link)
    const found = links.find((each) => each?.pathname === '/reset')
    expect(found).toBeDefined()
    return found!
  }, 20_000)
  await visitor().auth.resetPassword.mutate({ token: link.hash.slice(1), password: next })
}

async function disable() {
  const { client, password } = await world.harness.register('boss')
  await setRole(world.server.deps, 'boss', 'admin')
  await client.admin.disable.mutate({ nickname: 'owner', password, reason: 'Spam.' })
}

async function suspend() {
  const moderator = await world.harness.register('moderator')
  await makeModerator(world.server, moderator)
  const { id } = await report(guest, { account: 'owner' })
  await decide(moderator, id, 'suspend')
}

it.each<[string, () => Promise<unknown>]>([
  ['logging out', () => owner.client.auth.logout.mutate()],
  ['a new password', () => owner.client.auth.changePassword.mutate({ current: owner.password, next })],
  ['a new password that is chosen by mail', resetByMail],
  ['disabling', disable],
  ['suspension', suspend],
  ['deletion', () => owner.client.auth.deleteAccount.mutate({ password: owner.password })],
])('%s ends the messages to the device', async (_, end) => {
  expect(await ownersOfDevices()).toEqual(['owner', 'guest'])
  await end()
  expect(await ownersOfDevices()).toEqual(['guest'])
  await world.looked()
  expect(world.service.received).toEqual([])
})

it('logging out everywhere else ends the messages to the other devices only', async () => {
  const other = await world.harness.login(owner)
  const browser = makeBrowser(world.service.origin)
  await other.client.push.add.mutate(browser.subscription)
  await owner.client.auth.endOtherSessions.mutate()
  expect(await ownersOfDevices()).toEqual(['owner', 'guest'])
  await world.looked()
  const [message] = await world.service.got(1)
  expect(message!.path).not.toBe(browser.path)
})
