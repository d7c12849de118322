import { beforeEach, expect, it, vi } from 'vitest'
import { tidy } from '../../server/maintenance/retention.ts'
import type { Person } from '../harness/client.ts'
import { review, say, unread } from '../notifications/world.ts'
import { downloadData } from '../support/download.ts'
import { refusal } from '../support/refusal.ts'
import { runProduct } from '../support/runProduct.ts'

// Private accounts are followed on request.
const DAY = 24 * 60 * 60 * 1000
let now = new Date()
const plak = runProduct({ now: () => now })
let star: Person
let fan: Person
beforeEach(async () => {
  now = new Date()
  ;[star, fan] = [await plak.harness.register('star'), await plak.harness.register('fan')]
  await setPrivate(true)
})

const setPrivate = (isPrivate: boolean) => star.client.visibility.setPrivate.mutate({ isPrivate })
const follow = (who = fan, following = true) => who.client.follows.set.mutate({ nickname: 'star', following })
const requests = async () => {
  const { items, count } = await star.client.follows.requests.query({})
  expect(count).toBe(items.length)
  return items.map(({ nickname }) => nickname)
}
const followers = async () => {
  const { items } = await star.client.follows.followers.query({ nickname: 'star' })
  return items.map(({ nickname }) => nickname)
}
const relation = async () => (await fan.client.users.profile.query({ nickname: 'star' })).relation
const accept = (nickname = 'fan') => star.client.follows.accept.mutate({ nickname })
const decline = (nickname = 'fan') => star.client.follows.decline.mutate({ nickname })

it('a private account is asked, and what was asked can be withdrawn; saying it twice changes nothing', async () => {
  expect(await relation()).toBe('none')
  for (let round = 0; round < 2; round++) {
    expect(await follow()).toEqual({ following: false, requested: true })
    expect(await relation()).toBe('requested')
    expect(await requests()).toEqual(['fan'])
  }
  for (let round = 0; round < 2; round++)
    expect(await follow(fan, false)).toEqual({ following: false, requested: false })
  expect([await relation(), await requests(), await followers()]).toEqual(['none', [], []])
  // From an outdated page.
  expect(await accept()).toEqual({ follows: false })
  expect(await followers()).toEqual([])
})

it('lists of people show a request, too, until the account is public', async () => {
  const friend = await plak.harness.register('friend')
  await star.client.follows.set.mutate({ nickname: 'friend', following: true })
  const shown = async () => {
    const { items } = await fan.client.follows.followers.query({ nickname: 'friend' })
    return items.map(({ relation }) => relation)
  }
  expect(await shown()).toEqual(['none'])
  await follow()
  expect(await shown()).toEqual(['requested'])
  await decline()
  expect(await shown()).toEqual(['requested'])
  await friend.client.follows.set.mutate({ nickname: 'fan', following: true })
  expect((await star.client.follows.followers.query({ nickname: 'friend' })).items).toMatchObject([
    { relation: 'self' },
  ])
  await setPrivate(false)
  expect(await shown()).toEqual(['none'])
})

it('accepting lets follow, from an old page, too; the follower can be removed and asks again', async () => {
  await follow()
  for (let round = 0; round < 2; round++) expect(await accept()).toEqual({ follows: true })
  expect([await relation(), await requests(), await followers()]).toEqual(['following', [], ['fan']])
  expect(await follow()).toEqual({ following: true, requested: false })
  await decline()
  expect(await relation()).toBe('following')
  for (let round = 0; round < 2; round++) await star.client.follows.removeFollower.mutate({ nickname: 'fan' })
  expect([await relation(), await followers()]).toEqual(['none', []])
  expect(await follow()).toEqual({ following: false, requested: true })
  for (const act of [accept, decline])
    expect(await refusal(act('nobody'))).toMatchObject({ code: 'NOT_FOUND', message: 'User not found' })
})

it('declining is silent, for thirty days however often one asks, in the export as well', async () => {
  await follow()
  for (let round = 0; round < 2; round++) await decline()
  expect([await relation(), await requests()]).toEqual(['requested', []])
  await follow(fan, false)
  expect(await relation()).toBe('none')
  const { data } = await downloadData(plak.server.url, fan.cookies.header())
  expect(data.forReading['followRequests']).toEqual([])
  now = new Date(now.getTime() + 30 * DAY - 1)
  expect(await follow()).toEqual({ following: false, requested: true })
  expect([await relation(), await requests()]).toEqual(['requested', []])
  await follow(fan, false)
  // Tidying does not delete a declined request that still counts, or whose requester still waits.
  expect((await tidy(plak.server.deps)).requests).toBe(0)
  now = new Date(now.getTime() + 2)
  await follow()
  expect([await relation(), await requests()]).toEqual(['requested', ['fan']])
  await decline()
  now = new Date(now.getTime() + 31 * DAY)
  expect((await tidy(plak.server.deps)).requests).toBe(0)
  await plak.server.deps.db.followRequest.updateMany({ data: { withdrawnAt: new Date() } })
  expect((await tidy(plak.server.deps)).requests).toBe(1)
})

it.each(['fan', 'star'])('a block by %s and its end do not shorten the thirty days', async (blocker) => {
  const nickname = blocker === 'fan' ? 'star' : 'fan'
  const people = () => (blocker === 'fan' ? fan : star).client.people
  await follow()
  await decline()
  for (let round = 0; round < 2; round++) {
    await people().block.mutate({ nickname })
    await people().unblock.mutate({ nickname })
    // To both there is no request.
    expect([await relation(), await requests()]).toEqual(['none', []])
    const { data } = await downloadData(plak.server.url, fan.cookies.header())
    expect(data.forReading['followRequests']).toEqual([])
    expect(await accept()).toEqual({ follows: false })
    expect(await follow()).toEqual({ following: false, requested: true })
    expect([await relation(), await requests(), await unread(star)]).toEqual(['requested', [], 0])
  }
  await people().block.mutate({ nickname })
  await people().unblock.mutate({ nickname })
  now = new Date(now.getTime() + 30 * DAY + 1)
  ;[star, fan] = [await plak.harness.login(star), await plak.harness.login(fan)]
  await follow()
  expect([await relation(), await requests()]).toEqual(['requested', ['fan']])
  // An open request ends with a block.
  await people().block.mutate({ nickname })
  expect(await requests()).toEqual([])
  expect(await plak.server.deps.db.followRequest.count()).toBe(0)
})

it('one that was declined can still be accepted', async () => {
  await follow()
  await decline()
  expect(await accept()).toEqual({ follows: true })
  expect(await relation()).toBe('following')
})

it('made private it keeps its followers; made public it accepts who waits, not who was declined', async () => {
  await follow()
  await decline()
  const names = Array.from({ length: 1_000 }, (_, index) => `asker${index}`)
  await plak.server.deps.db.user.createMany({
    data: names.map((nickname) => ({ nickname, email: `${nickname}@plak.example` })),
  })
  await plak.server.deps.db.$executeRaw`
    INSERT INTO FollowRequest (requesterId, requestedId)
    SELECT a.id, s.id FROM User a JOIN User s ON s.nickname = 'star' WHERE a.nickname LIKE 'asker%'`
  await plak.server.deps.db.$executeRaw`
    INSERT INTO Mute (muterId, mutedId, until)
    SELECT a.id, s.id, '2999-01-01' FROM User a JOIN User s ON s.nickname = 'star' WHERE a.nickname = 'asker7'`
  expect(await star.client.visibility.mine.query()).toMatchObject({ isPrivate: true, requests: 1_000 })
  let [seen, cursor] = [new Set<string>(), null as string | null]
  do {
    const page: { items: { nickname: string }[]; next: string | null } =
      await star.client.follows.requests.query({ cursor })
    seen = new Set([...seen, ...page.items.map(({ nickname }) => nickname)])
    cursor = page.next
  } while (cursor)
  expect(seen.size).toBe(1_000)

  const events: string[] = []
  let open = false
  star.client.follows.liveRequests.subscribe(
    {},
    { onStarted: () => void (open = true), onData: ({ data }) => void events.push(data.type) },
  )
  await vi.waitFor(() => expect(open).toBe(true), 10_000)
  expect(await setPrivate(false)).toEqual({ isPrivate: false, accepted: 1_000 })
  expect(await setPrivate(false)).toEqual({ isPrivate: false, accepted: 0 })
  await vi.waitFor(() => expect(events).toContain('followRequests.changed'), 10_000)
  expect((await star.client.users.profile.query({ nickname: 'star' })).followers).toBe(1_000)
  expect(await plak.server.deps.db.follow.count({ where: { mutedUntil: { not: null } } })).toBe(1)
  expect(await relation()).toBe('none')
  expect(await follow()).toEqual({ following: true, requested: false })
  await setPrivate(true)
  expect(await relation()).toBe('following')
  expect((await star.client.users.profile.query({ nickname: 'star' })).followers).toBe(1_001)
})

it('made public it shows the accepted follower what followers are notified of', async () => {
  const guest = await plak.harness.register('guest')
  await setPrivate(false)
  const thread = await review(star)
  await say(fan, thread)
  await say(guest, thread)
  expect(await unread(fan)).toBe(1)
  await review(star, 'For followers.', { visibility: 'followers' })
  await setPrivate(true)
  await follow()
  expect(await unread(fan)).toBe(0)
  await setPrivate(false)
  expect(await unread(fan)).toBe(2)
})

it('a request that is sent while it becomes public is a follow or is accepted', async () => {
  const people = await Promise.all(
    Array.from({ length: 8 }, (_, index) => plak.harness.register(`asker${index}`)),
  )
  await Promise.all([
    ...people.map((who) => follow(who)),
    setPrivate(false),
    ...people.slice(0, 4).map((_, index) => accept(`asker${index}`)),
  ])
  expect(await plak.server.deps.db.followRequest.count()).toBe(0)
  expect((await followers()).toSorted()).toEqual(people.map(({ nickname }) => nickname))
})
