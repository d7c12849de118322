import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, vi } from 'vitest'
import { disableAccount } from '../../server/account/operator.ts'
import { threadOf, type Thread } from '../../shared/comments.ts'
import type { CommentEvent } from '../../shared/events.ts'
import type { Person, Visitor } from '../harness/client.ts'
import { startTwo, type TwoServers } from '../support/twoServers.ts'

export const homogenic = { artist: 'Björk', album: 'Homogenic' }

/** The things with comments, created again before each test, and two processes of the product. */
export type Talk = Omit<TwoServers, 'close'> & {
  /** the owner of the list and the review */
  owner: Person
  list: Thread
  review: Thread
  /** another user */
  guest: Person
}

/** Sets everything up with hooks; its fields are available in the tests. */
export function setUpTalk(): Talk {
  const talk = {} as Talk
  beforeAll(async () => {
    const { close, ...servers } = await startTwo()
    Object.assign(talk, servers)
    return close
  })
  beforeEach(async () => {
    await talk.one.reset()
    ;[talk.owner, talk.guest] = await Promise.all([talk.here.register('owner'), talk.there.register('guest')])
    talk.list = { list: await makeList(talk, 'owner') }
    talk.review = {
      review: (await talk.owner.client.logs.save.mutate({ ...homogenic, review: 'Strings.' })).id,
    }
  })
  return talk
}

/** Creates a list without albums, which is enough for comments; returns its id. */
export async function makeList({ one }: Talk, nickname: string): Promise<number> {
  const { id } = await one.deps.db.list.create({
    data: { name: 'For the night', submission: randomUUID(), user: { connect: { nickname } } },
  })
  return id
}

export const add = (
  { client }: Visitor,
  thread: Thread,
  text = 'So true.',
  submission: string = randomUUID(),
) => client.comments.add.mutate({ thread, text, submission })

/** Registers this number of users, alternately at both processes. */
export const crowd = ({ here, there }: Talk, size: number): Promise<Person[]> =>
  Promise.all(
    Array.from({ length: size }, (_, index) => (index % 2 ? here : there).register(`person${index}`)),
  )

export const disable = ({ one }: Talk, nickname: string) => disableAccount(one.deps, nickname)

/** Subscribes to a thread from now on or from a position, by default as a visitor of the second process. */
export async function watch(
  talk: Talk,
  thread: Thread,
  by: Visitor = talk.there.visitor(),
  lastEventId: string | null = null,
) {
  if (lastEventId === null) await talk.settled()
  const events: CommentEvent[] = []
  let open = lastEventId !== null
  by.client.comments.live.subscribe(
    { thread, lastEventId },
    {
      onData: ({ data }) => (data.type === 'live' ? (open = true) : events.push(data)),
      onError: (error) => events.push({ type: `failed: ${error.message}` } as never),
    },
  )
  await vi.waitFor(() => expect(open).toBe(true))
  return events
}

/** Returns every comment in the database with its thread, whether it is visible or not. */
export const standing = async ({ one }: Talk) =>
  (await one.deps.db.comment.findMany({ orderBy: { id: 'asc' } })).map((row) => ({
    text: row.text,
    thread: threadOf(row),
  }))
