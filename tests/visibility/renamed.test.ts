import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { appRouter } from '../../server/router.ts'
import type { ActivityEvent, CommentEvent, ReviewEvent } from '../../shared/events.ts'
import { paths } from '../../shared/paths.ts'
import { makeHarness, type Harness, type Person } from '../harness/client.ts'
import { homogenic, procedureTable } from '../http/procedureTable.ts'
import { plantAlbums } from '../lists/albums.ts'
import { downloadData } from '../support/download.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { settled } from '../support/settled.ts'

// A user blocks another one and changes their nickname. Whatever the blocked user ever had to do with them, and whoever mentions
// them where the blocked user can read it: no response contains the new name. A bystander with the same history can read it.

const BEFORE = 'hider'
const NOW = 'hider_elsewhere'

let server: TestServer
let harness: Harness
let hider: Person
let friend: Person
const readers = {} as Record<'blocked' | 'bystander', Person>
let review: number
let list: number

const say = (by: Person, thread: { review: number } | { list: number }, text: string) =>
  by.client.comments.add.mutate({ thread, text, submission: randomUUID() })

beforeAll(async () => {
  server = await startServer()
  await server.reset()
  harness = makeHarness(server.url)
  hider = await harness.register(BEFORE)
  // 'owner' is the name that the table of procedures requests.
  friend = await harness.register('owner')
  const albums = await plantAlbums(server.deps, 1)
  ;({ id: review } = await friend.client.logs.save.mutate({ ...homogenic, review: `As @${BEFORE} says.` }))
  ;({ id: list } = await friend.client.lists.create.mutate({
    name: 'Cold',
    albums,
    submission: randomUUID(),
  }))
  await say(friend, { list }, `Is this right, @${BEFORE}?`)
  await say(friend, { review }, `Is it, @${BEFORE}?`)
  const { comment } = await say(hider, { list }, 'It is.')
  for (const name of ['blocked', 'bystander'] as const) {
    const reader = (readers[name] = await harness.register(name))
    const { client } = reader
    await client.logs.save.mutate({ ...homogenic, review: `For @${BEFORE}.` })
    await client.follows.set.mutate({ nickname: 'owner', following: true })
    await client.comments.like.mutate({ id: comment.id, liked: true })
    await client.people.mute.mutate({ nickname: BEFORE, time: 'ever' })
    await client.moderation.report.mutate({ thing: { account: BEFORE }, reason: 'spam' })
    await say(reader, { list }, `@${BEFORE}, tell us.`)
  }
  await hider.client.people.block.mutate({ nickname: 'blocked' })
  // Written into the database directly, like a like from an earlier version: the product deletes likes on a block.
  const { db } = server.deps
  const { id: userId } = await db.user.findUniqueOrThrow({ where: { nickname: 'blocked' } })
  await db.commentLike.create({ data: { userId, commentId: comment.id } })
  await hider.client.users.update.mutate({ nickname: NOW, avatar: '', bio: '', links: [] })
  await settled(server.deps)
})
afterAll(async () => {
  await harness.close()
  await server.close()
})

async function ask({ cookies }: Person, path: string): Promise<string> {
  return await (await fetch(server.url + path, { headers: { cookie: cookies.header() } })).text()
}

describe('the present name of who blocks a person', () => {
  const queries = Object.entries(
    appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>,
  )
    .filter(([, { _def }]) => _def.type === 'query')
    .map(([name]) => name)

  const inputsOf = (procedure: string): unknown[] =>
    ({
      'logs.reviewsBy': ['owner', 'blocked', 'bystander'].map((nickname) => ({ nickname })),
      'logs.listens': [{ ...homogenic, nickname: 'owner' }, homogenic],
      'comments.list': [{ thread: { list } }, { thread: { review } }],
    })[procedure] ?? [procedureTable[procedure]!.input]
  const answer = async (reader: Person, procedure: string) => {
    const answers = inputsOf(procedure).map((input) =>
      ask(
        reader,
        `/trpc/${procedure}${input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`}`,
      ),
    )
    return (await Promise.all(answers)).join('\n')
  }

  it.each(queries)('is not in an answer of %s', async (procedure) => {
    expect(await answer(readers.blocked, procedure)).not.toContain(NOW)
  })

  it('is not confirmed by a report that was made under the previous name', async () => {
    const own = ({ client }: Person) => client.moderation.own.query({ thing: { account: NOW } })
    expect(await own(readers.blocked)).toBeNull()
    expect(await own(readers.bystander)).toEqual({ state: 'open' })
  })

  it.each([
    'logs.reviews',
    'logs.reviewsBy',
    'activity.feed',
    'comments.list',
    'people.muted',
    'people.blockedAndMuted',
  ])('comes to others along %s', async (procedure) => {
    expect(await answer(readers.bystander, procedure)).toContain(NOW)
  })

  it('is in no page and in no export', async () => {
    const { artist, album: name } = homogenic
    const addresses = [
      paths.review({ artist, name }, review),
      paths.list(list),
      paths.activity(),
      `${paths.profile('blocked')}?tab=reviews`,
    ]
    for (const path of addresses) {
      // On a busy machine a page omits data that could not be read in time.
      await vi.waitFor(async () => expect(await ask(readers.bystander, path)).toContain(NOW))
      expect(await ask(readers.blocked, path)).not.toContain(NOW)
    }
    const exported = async ({ cookies }: Person) =>
      JSON.stringify((await downloadData(server.url, cookies.header())).data)
    expect((await exported(readers.bystander)).split(NOW)).toHaveLength(4)
    expect(await exported(readers.blocked)).not.toContain(NOW)
  })

  it('is in no live event, neither as it happens nor replayed', async () => {
    const at = server.deps.bus.last()
    const watch = ({ client }: Person, lastEventId?: string) => {
      const events: (ActivityEvent | CommentEvent | ReviewEvent)[] = []
      const on = { onData: ({ data }: { data: (typeof events)[number] }) => void events.push(data) }
      const streams = [
        client.activity.live.subscribe({ lastEventId }, on),
        client.logs.liveReviews.subscribe({ ...homogenic, lastEventId }, on),
        client.comments.live.subscribe({ thread: { list }, lastEventId }, on),
      ]
      return { events, stop: () => streams.forEach((stream) => stream.unsubscribe()) }
    }
    const live = Object.values(readers).map((reader) => watch(reader))
    for (const { events } of live)
      await vi.waitFor(() => expect(events.map(({ type }) => type)).toEqual(['live', 'live', 'live']))
    // Each contains the earlier mention: in the feed and the album's reviews, and, by the current name, in the thread.
    await friend.client.favorites.set.mutate({ ...homogenic, favorite: true })
    await say(friend, { list }, `Was it @${NOW}?`)
    const kinds = ['comment.added', 'log.saved', 'review.saved']
    const arrived = (events: { type: string }[]) =>
      vi.waitFor(() =>
        expect(
          events
            .map(({ type }) => type)
            .filter((type) => kinds.includes(type))
            .toSorted(),
        ).toEqual(kinds),
      )
    const mentionsIn = (events: object[]) => JSON.stringify(events).match(/"mentions":/g) ?? []
    const replayed = Object.values(readers).map((reader) => watch(reader, at))
    for (const [index, { events }] of [...live, ...replayed].entries()) {
      await arrived(events)
      expect(mentionsIn(events)).toHaveLength(index % 2 === 0 ? 0 : 3)
    }
    for (const { stop } of [...live, ...replayed]) stop()
  })
})
