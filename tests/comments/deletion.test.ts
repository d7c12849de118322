import { expect, it, vi } from 'vitest'
import { topicOfAlbum } from '../../server/catalog/albums.ts'
import { recountComments } from '../../server/comments/counts.ts'
import { topics, type PlakEvent } from '../../shared/events.ts'
import { add, crowd, homogenic, makeList, setUpTalk, standing } from './talk.ts'

const talk = setUpTalk()

it('a deleted account is gone from every open page, and the counts are exact', async () => {
  const { owner, guest, list, review, one, two } = talk
  const [other] = await crowd(talk, 1)
  const listId = (list as { list: number }).list
  const reviewId = (review as { review: number }).review
  const own = { list: await makeList(talk, 'guest') }
  const ids = await one.deps.db.user.findMany({ select: { id: true, nickname: true } })
  const idOf = (nickname: string) => ids.find((user) => user.nickname === nickname)!.id

  // The guest has a list on which others comment, and comments and likes things of the owner.
  const underOwn = await add(owner, own, 'Nice list.')
  await guest.client.comments.like.mutate({ id: underOwn.comment.id, liked: true })
  const stays = await add(owner, list, 'This stays.')
  for (const by of [guest, other!])
    await by.client.comments.like.mutate({ id: stays.comment.id, liked: true })
  const said = [
    await add(guest, list, 'Me.'),
    await add(guest, list, 'Me again.'),
    await add(guest, review, 'And here.'),
  ]
  await add(other!, review, 'I remain.')
  await owner.client.comments.like.mutate({ id: said[0]!.comment.id, liked: true })
  await one.deps.db.listLike.createMany({
    data: ['guest', 'owner'].map((nickname) => ({ listId, userId: idOf(nickname) })),
  })
  await talk.settled()

  const places = {
    own: topics.list(own.list),
    list: topics.list(listId),
    ownThread: topics.thread(own),
    thread: topics.thread(list),
    reviewThread: topics.thread(review),
    album: await topicOfAlbum(one.deps, homogenic),
  }
  const ended = new AbortController()
  const heard = Object.fromEntries(
    Object.entries(places).map(([name, topic]) => {
      const events: PlakEvent[] = []
      void (async () => {
        const listener = two.deps.bus.subscribe([topic], null, ended.signal)
        for (let delivery = await listener.next(); delivery; delivery = await listener.next())
          if ('event' in delivery) events.push(delivery.event)
      })()
      return [name, events]
    }),
  )

  await guest.client.auth.deleteAccount.mutate({ password: guest.password })
  await talk.settled()

  await vi.waitFor(() =>
    expect(heard).toEqual({
      own: [{ type: 'list.removed', id: own.list }],
      list: [{ type: 'list.liked', id: listId, likeCount: 1 }],
      // It is deleted with the list.
      ownThread: [],
      thread: [
        { type: 'comment.removed', thread: list, id: said[0]!.comment.id, count: 1 },
        { type: 'comment.removed', thread: list, id: said[1]!.comment.id, count: 1 },
        { type: 'comment.liked', id: stays.comment.id, likeCount: 1 },
      ],
      reviewThread: [{ type: 'comment.removed', thread: review, id: said[2]!.comment.id, count: 1 }],
      album: [{ type: 'review.commented', id: reviewId, commentCount: 1 }],
    }),
  )
  ended.abort()
  expect(await standing(talk)).toEqual([
    { text: 'This stays.', thread: list },
    { text: 'I remain.', thread: review },
  ])
  // None of their comments, and nothing that shows them, is replayed to anybody.
  const payloads = await one.deps.db.event.findMany({ select: { payload: true } })
  expect(payloads.filter(({ payload }) => /guest|Me\.|And here/.test(payload))).toEqual([])
})

it('of somebody who said and liked thousands of things takes a moment, and tells every one', async () => {
  const { one, guest, list } = talk
  const { db } = one.deps
  const { id: userId } = await db.user.findUniqueOrThrow({ where: { nickname: 'guest' } })
  const { id: ownerId } = await db.user.findUniqueOrThrow({ where: { nickname: 'owner' } })
  const rows = (by: number, name: string) =>
    Array.from({ length: 2_000 }, (_, n) => ({
      userId: by,
      listId: (list as { list: number }).list,
      text: `${n}`,
      submission: `${name}${n}`,
    }))
  await db.comment.createMany({ data: rows(userId, 'guest') })
  await db.comment.createMany({ data: rows(ownerId, 'owner') })
  await recountComments(db)
  await db.$executeRaw`INSERT INTO CommentLike (commentId, userId) SELECT id, ${userId} FROM Comment`
  await guest.client.auth.deleteAccount.mutate({ password: guest.password })
  await talk.settled()
  const told = await db.event.groupBy({
    by: ['type'],
    where: { type: { startsWith: 'comment.' } },
    _count: true,
    orderBy: { type: 'asc' },
  })
  expect(told.map(({ type, _count }) => [type, _count])).toEqual([
    ['comment.liked', 2_000],
    ['comment.removed', 2_000],
  ])
  const last = await db.event.findFirstOrThrow({
    where: { type: 'comment.removed' },
    orderBy: { seq: 'desc' },
  })
  expect(JSON.parse(last.payload)).toMatchObject({ count: 2_000 })
})
