import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Thread } from '../../shared/comments.ts'
import { adminOf } from '../account/adminWorld.ts'
import type { Person, Visitor } from '../harness/client.ts'
import { decide, homogenic, makeCase, report, type Things } from '../moderation/cases.ts'
import { runProduct } from '../support/runProduct.ts'
import { settled } from '../support/settled.ts'

// Comments are only visible with the thing that they belong to: a client that reconnects receives no comment of a thread that
// it cannot see (any more), neither from the memory of the process nor from the event log.

const plak = runProduct()
let owner: Person
let reporter: Person
let moderator: Person
let things: Things
let albums: number[]
let stranger: Person

beforeEach(async () => {
  ;({ owner, reporter, moderator, albums, things } = await makeCase(plak))
  stranger = await plak.harness.register('stranger')
})

const WORD = 'a word under what was taken away'

const say = (thread: Thread, text: string) =>
  reporter.client.comments.add.mutate({ thread, text, submission: randomUUID() })

/**
 * Returns the events of a thread that a visitor and a stranger receive after a position, once another thread's have arrived, and
 * a word if it is expected.
 */
async function replayOf(
  thread: Thread,
  other: Thread,
  { lastEventId, expected = '' }: { lastEventId: string; expected?: string },
): Promise<string[]> {
  const replayTo = async ({ client }: Visitor) => {
    const [heard, mark]: [string[], string[]] = [[], []]
    const streams = (
      [
        [thread, heard],
        [other, mark],
      ] as const
    ).map(([of, texts]) =>
      client.comments.live.subscribe(
        { thread: of, lastEventId },
        { onData: ({ data }) => texts.push(JSON.stringify(data)) },
      ),
    )
    await vi.waitFor(() => {
      expect(mark.join()).toContain('a mark')
      expect(heard.join()).toContain(expected)
    })
    await settled(plak.server.deps)
    for (const stream of streams) stream.unsubscribe()
    return heard
  }
  return [...(await replayTo(plak.harness.visitor())), ...(await replayTo(stranger))]
}

/**
 * Comments on a thing and hides or deletes it; returns the events replayed before and after, from the memory and from the log.
 */
async function replaysAround(thread: Thread, takeAway: () => Promise<unknown>) {
  const { id } = await moderator.client.lists.create.mutate({
    name: 'Stays',
    albums,
    submission: randomUUID(),
  })
  await settled(plak.server.deps)
  const lastEventId = plak.server.deps.bus.last()
  const { comment } = await say(thread, WORD)
  await reporter.client.comments.like.mutate({ id: comment.id, liked: true })
  await say({ list: id }, 'a mark')
  await settled(plak.server.deps)
  const before = await replayOf(thread, { list: id }, { lastEventId, expected: WORD })
  await takeAway()
  await settled(plak.server.deps)
  const remembered = await replayOf(thread, { list: id }, { lastEventId })
  await plak.server.restart()
  return { before, after: [...remembered, ...(await replayOf(thread, { list: id }, { lastEventId }))] }
}

const blank = () => owner.client.logs.save.mutate({ ...homogenic, id: things.review, review: '' })
const byModerator = (kind: 'hide' | 'remove', thing: { review: number } | { list: number }) => async () => {
  const { id } = await report(reporter, thing)
  await decide(moderator, id, kind)
}
const byOperator = (name: 'review' | 'list', id: number) => async () => {
  expect((await adminOf(plak)('remove', name, String(id))).code).toBe(0)
}

type Way = (things: Things) => () => Promise<unknown>
const reviewWays: Record<string, Way> = {
  'has no text any more': () => blank,
  'a moderator removed': ({ review }) => byModerator('remove', { review }),
  'a moderator hid': ({ review }) => byModerator('hide', { review }),
  'the operator removed': ({ review }) => byOperator('review', review),
  'is for its owner alone by now':
    ({ review }) =>
    () =>
      owner.client.logs.save.mutate({ ...homogenic, id: review, visibility: 'me' }),
  'is of a private account by now': () => () =>
    owner.client.visibility.setPrivate.mutate({ isPrivate: true }),
}
const listWays: Record<string, Way> = {
  'a moderator removed': ({ list }) => byModerator('remove', { list }),
  'a moderator hid': ({ list }) => byModerator('hide', { list }),
  'the operator removed': ({ list }) => byOperator('list', list),
  'its owner deleted':
    ({ list }) =>
    () =>
      owner.client.lists.remove.mutate({ id: list }),
}

describe.each([
  ['review', reviewWays],
  ['list', listWays],
] as const)('under a %s', (kind, ways) => {
  it.each(Object.entries(ways))('that %s nothing is replayed', async (_, way) => {
    const thread = kind === 'review' ? { review: things.review } : { list: things.list }
    const { before, after } = await replaysAround(thread, way(things))
    expect(before.filter((text) => text.includes(WORD))).toHaveLength(2)
    expect(after).toEqual([])
  })
})
