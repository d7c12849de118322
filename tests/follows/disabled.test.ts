import { beforeEach, expect, it, vi } from 'vitest'
import { disableAccount, enableAccount } from '../../server/account/operator.ts'
import type { Person } from '../harness/client.ts'
import { refusal } from '../support/refusal.ts'
import { runProduct } from '../support/runProduct.ts'
import { settled } from '../support/settled.ts'

// Disabled accounts are invisible, and counts of users do not include them.
const plak = runProduct()
let star: Person
let fan: Person
let other: Person
beforeEach(async () => {
  ;[star, fan, other] = (await Promise.all(
    ['star', 'fan', 'other'].map((name) => plak.harness.register(name)),
  )) as [Person, Person, Person]
})

const follow = (who: Person, nickname: string, following = true) =>
  who.client.follows.set.mutate({ nickname, following })
const homogenic = { artist: 'Björk', album: 'Homogenic' }

it('numbers of followers and followed are those of the lists', async () => {
  for (const [who, whom] of [
    [fan, 'star'],
    [other, 'star'],
    [star, 'fan'],
    [star, 'other'],
    [other, 'fan'],
  ] as const)
    await follow(who, whom)
  const numbers = async (nickname: string) => {
    const { users, follows } = plak.harness.visitor().client
    const { followers, following } = await users.profile.query({ nickname })
    const lists = [await follows.followers.query({ nickname }), await follows.following.query({ nickname })]
    expect([followers, following]).toEqual(lists.map(({ items }) => items.length))
    return [followers, following]
  }
  expect(await numbers('star')).toEqual([2, 2])
  await disableAccount(plak.server.deps, 'other')
  expect(await numbers('star')).toEqual([1, 1])
  expect(await numbers('fan')).toEqual([1, 1])
  await enableAccount(plak.server.deps, 'other')
  expect(await numbers('star')).toEqual([2, 2])
})

it('a disabled person can be unfollowed, but not followed', async () => {
  await follow(fan, 'star')
  await disableAccount(plak.server.deps, 'star')
  expect(await refusal(follow(other, 'star'))).toMatchObject({ code: 'NOT_FOUND', message: 'User not found' })
  // Also when the response was lost and the request is repeated.
  for (let round = 0; round < 2; round++)
    expect(await follow(fan, 'star', false)).toEqual({ following: false, requested: false })
  await enableAccount(plak.server.deps, 'star')
  expect((await fan.client.users.profile.query({ nickname: 'star' })).followers).toBe(0)
})

it('likes of disabled people are not counted, wherever a count is shown or told', async () => {
  const { id: review } = await star.client.logs.save.mutate({ ...homogenic, review: 'Strings.' })
  const list = await star.client.lists.create.mutate({
    name: 'Cold',
    albums: [homogenic],
    submission: crypto.randomUUID(),
  })
  const { comment } = await star.client.comments.add.mutate({
    thread: { list: list.id },
    text: 'Yes.',
    submission: crypto.randomUUID(),
  })
  const like = (who: Person, liked = true) =>
    Promise.all([
      who.client.logs.like.mutate({ id: review, liked }),
      who.client.lists.like.mutate({ id: list.id, liked }),
      who.client.comments.like.mutate({ id: comment.id, liked }),
    ])
  const counts = async () => {
    const { logs, lists, comments } = plak.harness.visitor().client
    const answers = await Promise.all([
      logs.reviews.query({ ...homogenic, sort: 'liked' }),
      logs.reviewsBy.query({ nickname: 'star' }),
      lists.search.query({ query: '' }),
      comments.list.query({ thread: { list: list.id } }),
    ])
    const { likeCount } = await lists.get.query({ id: list.id })
    return [...answers.map(({ items }) => items[0]!.likeCount), likeCount]
  }
  const told: number[] = []
  let open = 0
  const onStarted = () => void open++
  const onData = ({ data }: { data: { type: string; likeCount?: number } }) =>
    void (data.likeCount !== undefined && told.push(data.likeCount))
  plak.harness.visitor().client.logs.liveReviews.subscribe(homogenic, { onStarted, onData })
  plak.harness.visitor().client.lists.live.subscribe({ id: list.id }, { onStarted, onData })
  plak.harness.visitor().client.comments.live.subscribe({ thread: { list: list.id } }, { onStarted, onData })
  await vi.waitFor(() => expect(open).toBe(3), 5_000)

  await like(other)
  await settled(plak.server.deps)
  await disableAccount(plak.server.deps, 'other')
  expect(await counts()).toEqual([0, 0, 0, 0, 0])
  for (const { likeCount } of await like(fan)) expect(likeCount).toBe(1)
  expect(await counts()).toEqual([1, 1, 1, 1, 1])
  await vi.waitFor(() => expect(told).toEqual([1, 1, 1, 1, 1, 1]), 5_000)
  await enableAccount(plak.server.deps, 'other')
  expect(await counts()).toEqual([2, 2, 2, 2, 2])
  await like(await plak.harness.login(other), false)
  expect(await counts()).toEqual([1, 1, 1, 1, 1])
})
