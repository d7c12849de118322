import { beforeEach, describe, expect, it } from 'vitest'
import { setRole } from '../../server/account/operator.ts'
import { readTrail } from '../../server/account/trail.ts'
import { tidy } from '../../server/maintenance/retention.ts'
import type { Person } from '../harness/client.ts'
import { refusal } from '../support/refusal.ts'
import { runProduct } from '../support/runProduct.ts'
import { decide, report, type Things, makeCase, makeModerator, undo } from './cases.ts'

const DAY = 24 * 60 * 60 * 1000
let clock = 0
const plak = runProduct({ now: () => new Date(Date.now() + clock) })
let owner: Person
let reporter: Person
let moderator: Person
let things: Things

beforeEach(async () => {
  clock = 0
  ;({ owner, reporter, moderator, things } = await makeCase(plak))
})

describe('the trail', () => {
  it('has a line of each decision, with its Undo, and is read by moderators without sign-ins', async () => {
    const { id } = await report(reporter, { list: things.list })
    const { id: hidden } = await decide(moderator, id, 'hide', 'Spam.')
    await undo(moderator, hidden)
    const { id: dismissed } = await decide(moderator, id, 'dismiss', 'Fine after all.')
    const { items } = await moderator.client.moderation.audit.query({})
    expect(items).toMatchObject([
      { event: 'moderation.dismiss', reason: 'Fine after all.', action: dismissed, canUndo: true },
      { event: 'moderation.undo', reason: null, canUndo: false },
      {
        event: 'moderation.hide',
        actor: 'moderator',
        subject: 'owner',
        thing: 'list',
        reason: 'Spam.',
        canUndo: false,
      },
    ])
    // The operator reads the same rows.
    const trail = await readTrail(plak.server.deps, 50)
    expect(trail.filter(({ event }) => event.startsWith('moderation.')).map(({ event }) => event)).toEqual([
      'moderation.dismiss',
      'moderation.undo',
      'moderation.hide',
    ])
    expect(trail.every(({ event, address }) => !event.startsWith('moderation.') || address === null)).toBe(
      true,
    )
  })

  it('keeps from a moderator what was decided about them, unless they are an administrator', async () => {
    const { server } = plak
    await makeModerator(server, owner)
    const { id } = await report(reporter, { account: 'moderator' })
    const { id: warned } = await decide(owner, id, 'warn', 'Be fair.')
    const { id: suspended } = await decide(owner, id, 'suspend', 'Not fair.')
    await undo(owner, suspended)
    const { id: other } = await report(reporter, { list: things.list })
    moderator = await plak.harness.login(moderator)
    await decide(moderator, other, 'dismiss', 'Fine.')
    const trail = async (by: Person) => {
      const { items } = await by.client.moderation.audit.query({})
      return items.map(({ event, subject }) => `${event} ${subject}`)
    }
    const about = ['moderation.undo', 'moderation.suspend', 'moderation.warn'].map(
      (event) => `${event} moderator`,
    )
    expect(await trail(moderator)).toEqual(['moderation.dismiss owner'])
    expect(await trail(owner)).toEqual(about)
    // Nor are they told of it elsewhere.
    for (const action of [warned, suspended])
      expect((await refusal(undo(moderator, action))).message).toBe('Report not found')
    await setRole(server.deps, 'moderator', 'admin')
    expect(await trail(moderator)).toEqual(['moderation.dismiss owner', ...about])
    const whole = (await moderator.client.admin.trail.query({})).items.map(({ event }) => event)
    expect(whole.filter((event) => event.startsWith('moderation.'))).toHaveLength(4)
  })

  it('names an account for 180 days after it is gone; reports, snapshots and reasons go with it', async () => {
    const { id } = await report(reporter, { list: things.list })
    await decide(moderator, id, 'warn', 'Careful.')
    await report(reporter, { account: 'owner' })
    const [line] = (await moderator.client.moderation.audit.query({})).items
    const { id: ownerId } = await plak.server.deps.db.user.findUniqueOrThrow({ where: { nickname: 'owner' } })
    await owner.client.auth.deleteAccount.mutate({ password: owner.password })
    const lineNow = async () =>
      (await moderator.client.moderation.audit.query({})).items.find((one) => one.id === line!.id)
    expect(await lineNow()).toMatchObject({ subject: 'owner', reason: null, report: null, canUndo: false })
    expect(await moderator.client.moderation.count.query()).toEqual({ open: 0 })
    expect(await plak.server.deps.db.report.count()).toBe(0)
    expect(await plak.server.deps.db.moderationAction.count()).toBe(0)
    clock = 180 * DAY + 60_000
    const names = await readTrail(plak.server.deps, 50)
    expect(names.some(({ subject }) => subject === `deleted account #${ownerId}`)).toBe(true)
    expect(names.some(({ subject }) => subject === 'owner')).toBe(false)
    expect((await tidy(plak.server.deps)).names).toBe(1)
    expect(names.some(({ event }) => event === 'moderation.warn')).toBe(true)
  })
})
