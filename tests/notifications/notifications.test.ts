import { describe, expect, it } from 'vitest'
import { disableAccount, enableAccount } from '../../server/account/operator.ts'
import { homogenic, list, makeList, review, say, setUp, short, shorts, unread } from './world.ts'

const world = setUp()

describe('groups', () => {
  it('likes of one thing are one row for twelve hours, and come and go with the likes', async () => {
    const [owner, ayse, mehmet, elif] = await world.people('owner', 'ayse', 'mehmet', 'elif')
    const { review: id } = await review(owner!)
    const like = (by = ayse!, liked = true) => by.client.logs.like.mutate({ id, liked })
    await like()
    expect(await shorts(owner!)).toEqual(['likeReview ayse 1 unread'])
    await like(owner!)
    await like(mehmet)
    expect(await shorts(owner!)).toEqual(['likeReview mehmet ayse 2 unread'])
    expect(await list(owner!)).toMatchObject([
      { own: true, thing: { type: 'review', id, owner: 'owner', album: { name: 'Homogenic' } } },
    ])
    expect(await owner!.client.notifications.markRead.mutate({})).toMatchObject({ unread: 0 })
    // A user who likes it after it was read makes it unread again; one who unlikes it does not.
    await like(elif)
    expect(await shorts(owner!)).toEqual(['likeReview elif mehmet ayse 3 unread'])
    await like(elif, false)
    expect(await shorts(owner!)).toEqual(['likeReview mehmet ayse 2'])
    // A repeated like does not notify again: it returns to its place.
    await like(mehmet, false)
    await like(mehmet)
    expect(await shorts(owner!)).toEqual(['likeReview mehmet ayse 2'])
    await like(elif)
    expect(await shorts(owner!)).toEqual(['likeReview elif mehmet ayse 3 unread'])
    for (const by of [ayse!, mehmet!, elif!]) await like(by, false)
    expect(await list(owner!)).toEqual([])
    expect(await world.server.deps.db.notificationGroup.count()).toBe(0)
    await like(elif)
    expect(await shorts(owner!)).toEqual(['likeReview elif 1 unread'])
    world.forward(13)
    const [deniz] = await world.people('deniz')
    await like(deniz)
    // The notification of thirteen hours ago returns to its place.
    await like(mehmet)
    expect(await shorts(owner!)).toEqual(['likeReview deniz 1 unread', 'likeReview elif mehmet 2 unread'])
  })

  it('follows are one row, and an unfollow takes its own out', async () => {
    const [owner, ayse, mehmet] = await world.people('owner', 'ayse', 'mehmet')
    const follow = (by = ayse!, following = true) =>
      by.client.follows.set.mutate({ nickname: 'owner', following })
    await follow()
    await follow(mehmet)
    expect(await shorts(owner!)).toEqual(['follow mehmet ayse 2 unread'])
    expect(await unread(owner!)).toBe(1)
    await follow(mehmet, false)
    expect(await shorts(owner!)).toEqual(['follow ayse 1 unread'])
    world.forward(13)
    const [elif] = await world.people('elif')
    await follow(elif)
    expect(await shorts(owner!)).toEqual(['follow elif 1 unread', 'follow ayse 1 unread'])
  })

  it('comments stand alone until more than three are unread, and unfold when they go', async () => {
    const [owner, ayse, mehmet] = await world.people('owner', 'ayse', 'mehmet')
    const thread = await makeList(owner!)
    const first = await say(ayse!, thread, 'One.')
    await say(mehmet!, thread, 'Two.')
    await say(ayse!, thread, 'Three.')
    expect(await unread(owner!)).toBe(3)
    const fourth = await say(mehmet!, thread, 'Four.')
    expect(await shorts(owner!)).toEqual(['comment mehmet ayse 4 unread'])
    await say(ayse!, thread, 'Five.')
    expect(await shorts(owner!)).toEqual(['comment ayse mehmet 5 unread'])
    await ayse!.client.comments.remove.mutate({ id: first })
    await mehmet!.client.comments.remove.mutate({ id: fourth })
    expect(await shorts(owner!)).toEqual([
      'comment ayse 1 unread',
      'comment ayse 1 unread',
      'comment mehmet 1 unread',
    ])
    await owner!.client.notifications.markRead.mutate({})
    await say(mehmet!, thread, 'Six.')
    expect(await unread(owner!)).toBe(1)
    // Earlier commenters are notified of later comments.
    expect((await list(ayse!)).map(short)).toEqual(['thread mehmet 1 unread', 'thread mehmet 1 unread'])
    await owner!.client.lists.remove.mutate({ id: thread.list })
    expect([await list(owner!), await list(ayse!), await unread(mehmet!)]).toEqual([[], [], 0])
    expect(await world.server.deps.db.notification.count()).toBe(0)
  })
})

describe('what is read', () => {
  it('is read up to a position, and what comes later is not', async () => {
    const [owner, ayse] = await world.people('owner', 'ayse')
    const thread = await review(owner!)
    await say(ayse!, thread, 'One.')
    const [shown] = await list(owner!)
    await ayse!.client.follows.set.mutate({ nickname: 'owner', following: true })
    expect(await owner!.client.notifications.markRead.mutate({ upTo: shown!.position })).toMatchObject({
      unread: 1,
    })
    // The position never decreases, and never exceeds the newest one.
    await owner!.client.notifications.markRead.mutate({ upTo: 0 })
    expect(await owner!.client.notifications.markRead.mutate({ upTo: 1_000_000 })).toEqual({
      unread: 0,
      readUpTo: 2,
      newest: 2,
    })
    await say(ayse!, thread, 'Two.')
    expect(await unread(owner!)).toBe(1)
  })
})

describe('threads and mentions', () => {
  it('one comment is one notification, and a muted thread notifies only of mentions', async () => {
    const [owner, ayse, mehmet] = await world.people('owner', 'ayse', 'mehmet')
    const thread = await review(owner!)
    await say(ayse!, thread)
    await say(mehmet!, thread, 'As @ayse and @owner say, not @Ayse2 nor x@ayse or .@ayse.')
    expect(await shorts(ayse!)).toEqual(['mention mehmet 1 unread'])
    expect(await shorts(owner!)).toEqual(['mention mehmet 1 unread', 'comment ayse 1 unread'])
    await ayse!.client.notifications.muteThread.mutate({ thread, muted: true })
    expect(await ayse!.client.notifications.muted.query({ thread })).toEqual({ muted: true })
    await say(mehmet!, thread)
    expect(await unread(ayse!)).toBe(1)
    await say(mehmet!, thread, 'But @ayse!')
    expect(await unread(ayse!)).toBe(2)
  })

  it('a mention in a review notifies once for good, is bound to its person, and goes with them', async () => {
    const [owner, ayse] = await world.people('owner', 'ayse')
    const { review: id } = await review(owner!, 'With @ayse.')
    expect(await shorts(ayse!)).toEqual(['mention owner 1 unread'])
    await review(owner!, 'Alone.')
    expect(await shorts(ayse!)).toEqual([])
    await review(owner!, 'With @ayse again.')
    expect(await shorts(ayse!)).toEqual(['mention owner 1 unread'])
    await ayse!.client.users.update.mutate({ nickname: 'ayse_b' })
    await world.server.deps.db.user.create({ data: { nickname: 'ayse', email: 'another@plak.example' } })
    const read = async () =>
      (await owner!.client.logs.reviews.query({ ...homogenic, sort: 'newest' })).items[0]
    expect(await read()).toMatchObject({ mentions: [{ name: 'ayse', nickname: 'ayse_b' }] })
    await review(owner!, 'Still with @ayse.')
    expect(await read()).toMatchObject({ id, mentions: [{ name: 'ayse', nickname: 'ayse_b' }] })
    await ayse!.client.auth.deleteAccount.mutate({ password: ayse!.password })
    expect((await read())!.mentions ?? []).toEqual([])
  })
})

describe('a person who may not see a thing', () => {
  it('is not told, and what they were told is hidden with it and comes back', async () => {
    const [owner, ayse, mehmet] = await world.people('owner', 'ayse', 'mehmet')
    const thread = await review(owner!, 'For all.')
    await say(ayse!, thread)
    await say(mehmet!, thread, 'Hello @ayse.')
    expect(await unread(ayse!)).toBe(1)
    await review(owner!, 'For me.', { visibility: 'me' })
    expect([await unread(ayse!), await unread(owner!)]).toEqual([0, 2])
    await say(owner!, thread, 'Alone with @ayse.')
    expect(await unread(ayse!)).toBe(0)
    await review(owner!, 'For all.', { visibility: 'followers' })
    expect(await unread(ayse!)).toBe(0)
    await ayse!.client.follows.set.mutate({ nickname: 'owner', following: true })
    expect(await shorts(ayse!)).toEqual(['mention mehmet 1 unread'])
    await ayse!.client.follows.set.mutate({ nickname: 'owner', following: false })
    expect(await unread(ayse!)).toBe(0)
    await owner!.client.visibility.changeOlder.mutate({ things: 'logs', visibility: 'everyone' })
    expect(await unread(ayse!)).toBe(1)
    await review(owner!, '')
    expect([await unread(ayse!), await unread(owner!)]).toEqual([0, 0])
  })

  it('people who are disabled or gone are in nobody’s notifications', async () => {
    const [owner, ayse, mehmet] = await world.people('owner', 'ayse', 'mehmet')
    const { review: id } = await review(owner!)
    for (const by of [ayse!, mehmet!]) {
      await by.client.logs.like.mutate({ id, liked: true })
      await say(by, { review: id })
    }
    expect(await shorts(owner!)).toEqual([
      'comment mehmet 1 unread',
      'likeReview mehmet ayse 2 unread',
      'comment ayse 1 unread',
    ])
    await disableAccount(world.server.deps, 'mehmet')
    expect(await shorts(owner!)).toEqual(['comment ayse 1 unread', 'likeReview ayse 1 unread'])
    expect(await shorts(ayse!)).toEqual([])
    await enableAccount(world.server.deps, 'mehmet')
    expect((await shorts(owner!)).toSorted()).toEqual(
      ['comment ayse 1 unread', 'comment mehmet 1 unread', 'likeReview mehmet ayse 2 unread'].toSorted(),
    )
    await mehmet!.client.auth.login.mutate({ identifier: 'mehmet', password: mehmet!.password })
    await mehmet!.client.auth.deleteAccount.mutate({ password: mehmet!.password })
    expect((await shorts(owner!)).toSorted()).toEqual(['comment ayse 1 unread', 'likeReview ayse 1 unread'])
    await owner!.client.auth.deleteAccount.mutate({ password: owner!.password })
    expect(await world.server.deps.db.notification.count()).toBe(0)
    expect(await world.server.deps.db.notificationGroup.count()).toBe(0)
  })
})
