import { describe, expect, it, vi } from 'vitest'
import type { CommentEvent } from '../../shared/events.ts'
import type { Person } from '../harness/client.ts'
import { refusal } from '../support/refusal.ts'
import { add, crowd, disable, setUpTalk, watch } from './talk.ts'

const talk = setUpTalk()
const like = ({ client }: Person, id: number, liked = true) => client.comments.like.mutate({ id, liked })
const countsIn = (events: CommentEvent[]) =>
  events.flatMap((event) => (event.type === 'comment.liked' ? [event.likeCount] : []))
const gone = { code: 'NOT_FOUND', message: 'This comment is no longer there' }

it.each(['list', 'review'] as const)(
  'a like under a %s is given and taken back, and each viewer sees their own',
  async (kind) => {
    const { comment } = await add(talk.guest, talk[kind])
    expect(await like(talk.guest, comment.id)).toEqual({ liked: true, likeCount: 1 })
    expect(await like(talk.owner, comment.id)).toEqual({ liked: true, likeCount: 2 })
    expect(await like(talk.owner, comment.id)).toEqual({ liked: true, likeCount: 2 })
    expect(await like(talk.owner, comment.id, false)).toEqual({ liked: false, likeCount: 1 })
    expect(await like(talk.owner, comment.id, false)).toEqual({ liked: false, likeCount: 1 })
    const seenBy = async ({ client }: Pick<Person, 'client'>) =>
      (await client.comments.list.query({ thread: talk[kind] })).items
    expect(await seenBy(talk.guest)).toMatchObject([{ liked: true, likeCount: 1 }])
    expect(await seenBy(talk.owner)).toMatchObject([{ liked: false, likeCount: 1 }])
    expect(await seenBy(talk.here.visitor())).toMatchObject([{ liked: false, likeCount: 1 }])
    expect(await talk.one.deps.db.event.count({ where: { type: 'comment.liked' } })).toBe(3)
  },
)

it('of a crowd at once at two processes are exact, and the last event says how many', async () => {
  const people = await crowd(talk, 10)
  const { comment } = await add(talk.guest, talk.list)
  const events = await watch(talk, talk.list)
  await Promise.all(people.flatMap((person) => [like(person, comment.id), like(person, comment.id)]))
  await vi.waitFor(() => expect(countsIn(events).at(-1)).toBe(10))
  await Promise.all(people.slice(0, 4).map((person) => like(person, comment.id, false)))
  await vi.waitFor(() => expect(countsIn(events).at(-1)).toBe(6))
  await talk.settled()
  expect(await talk.one.deps.db.commentLike.count({ where: { commentId: comment.id } })).toBe(6)
  const [listed] = (await people[9]!.client.comments.list.query({ thread: talk.list })).items
  expect(listed).toMatchObject({ liked: true, likeCount: 6 })
})

describe('is not found', () => {
  it('the like of a comment that is gone or never was', async () => {
    const { comment } = await add(talk.guest, talk.list)
    await talk.guest.client.comments.remove.mutate({ id: comment.id })
    for (const id of [comment.id, 2 ** 31 - 1])
      expect(await refusal(like(talk.owner, id))).toMatchObject(gone)
  })

  it('the like of what a disabled person said, or of what was said under their page', async () => {
    const [stranger] = await crowd(talk, 1)
    const [own, under] = [await add(talk.guest, talk.list), await add(stranger!, talk.review)]
    await disable(talk, 'guest')
    expect(await refusal(like(stranger!, own.comment.id))).toMatchObject(gone)
    await disable(talk, 'owner')
    expect(await refusal(like(stranger!, under.comment.id))).toMatchObject(gone)
    expect(await talk.one.deps.db.commentLike.count()).toBe(0)
  })

  it('the like that meets the comment’s removal, and nothing is left of it', async () => {
    const people = await crowd(talk, 6)
    const { comment } = await add(talk.guest, talk.list)
    const likes = people.map((person) => like(person, comment.id).catch((error: Error) => error.message))
    const [, ...answers] = await Promise.all([
      talk.guest.client.comments.remove.mutate({ id: comment.id }),
      ...likes,
    ])
    for (const answer of answers) if (typeof answer === 'string') expect(answer).toBe(gone.message)
    expect(await talk.one.deps.db.commentLike.count()).toBe(0)
  })
})
