import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { appRouter } from '../../server/router.ts'
import { openStream } from '../api/eventStream.ts'
import type { Person } from '../harness/client.ts'
import { settled } from '../support/settled.ts'
import { addressOf, streamRows } from './apiRoads.ts'
import { aboutOneself, ownApiStreams, publicStreams, streams, type Of, type Stream } from './roads.ts'
import { albumOf, isFor, kinds, makeWorld, readerNames, type ReaderName, type World } from './world.ts'

// The same matrix for live events: users who cannot see a thing receive nothing about it, on streams opened earlier, too.

let made: World
beforeAll(async () => {
  made = await makeWorld()
})
afterAll(() => made.close())

const NEWS = 'news of a canary'
/** A text for everybody: all earlier events have arrived before it. */
const MARK = 'a mark for everybody'

const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>

it('every subscription has a row', () => {
  const subscriptions = Object.keys(procedures).filter(
    (name) => procedures[name]!._def.type === 'subscription',
  )
  const named = Object.keys(streams).map((name) => name.split(' ')[0]!)
  expect([...new Set([...named, ...aboutOneself, ...publicStreams])].toSorted()).toEqual(
    subscriptions.toSorted(),
  )
})

it('every event stream of the API has a row', () => {
  const known = { ...streams, ...ownApiStreams }
  const procedures = streamRows.map((row) => row.procedures)
  expect(procedures.length).toBeGreaterThan(0)
  expect(procedures.filter((names) => names.length !== 1 || !(names[0]! in known))).toEqual([])
})

type Heard = { begins: () => void; receives: (text: string) => void }
/** Opens the stream of a reader, and returns what closes it. */
type Watch = (reader: ReaderName, about: Of, heard: Heard) => () => void

type Subscribe = (
  input: unknown,
  on: { onData: (message: { data: unknown }) => void; onError: () => void },
) => { unsubscribe: () => void }

const overSocket =
  (name: string, { input }: Stream): Watch =>
  (reader, about, { begins, receives }) => {
    const [noun, procedure] = name.split(' ')[0]!.split('.')
    const client = made.as(reader, about.owner).client as unknown as Record<
      string,
      Record<string, { subscribe: Subscribe }>
    >
    const stream = client[noun!]![procedure!]!.subscribe(input(about), {
      onData({ data }) {
        begins()
        receives(JSON.stringify(data))
      },
      // Refused, as for a thing that does not exist.
      onError: begins,
    })
    return () => stream.unsubscribe()
  }

const overApi =
  (row: (typeof streamRows)[number], { input }: Stream): Watch =>
  (reader, about, { begins, receives }) => {
    const { path } = addressOf(row, input(about))!
    const token = made.tokens[reader === 'owner' ? about.owner : reader]
    const opened = openStream(made.server.url, path, {
      ...(token !== undefined && { token }),
      onMessage({ data }) {
        begins()
        receives(JSON.stringify(data))
      },
    })
    void opened.then(({ status }) => {
      if (token === undefined && row.who !== 'public') expect(status).toBe(401)
      else expect([200, 404]).toContain(status)
      if (status !== 200) begins()
    })
    return () => void opened.then(({ close }) => close())
  }

describe.each(['open', 'closed'] as const)('of the account %s', (owner) => {
  /**
   * Opens a stream for every reader, lets the owner act, and returns
   * the readers who received the event, once at least `atLeast` have.
   */
  async function hearers(
    watch: Watch,
    { act }: Stream,
    { kind, atLeast }: { kind: (typeof kinds)[number]; atLeast: number },
  ) {
    const about = { owner, kind, thing: made.things[owner][kind] }
    const opened = new Set<ReaderName>()
    const heard = new Set<ReaderName>()
    const text = `${NEWS} ${randomUUID()}`
    const closers = readerNames.map((reader) =>
      watch(reader, about, {
        begins: () => opened.add(reader),
        receives: (received) => received.includes(text) && heard.add(reader),
      }),
    )
    await vi.waitFor(() => expect(opened.size).toBe(readerNames.length))
    await act(made.people[owner]!, about, text)
    await settled(made.server.deps)
    await vi.waitFor(() => expect(heard.size).toBeGreaterThanOrEqual(atLeast))
    for (const close of closers) close()
    return readerNames.filter((reader) => heard.has(reader))
  }

  const expectedOf = ({ hears = isFor }: Stream, kind: (typeof kinds)[number]) =>
    readerNames.filter((reader) => hears(reader, { owner, kind, part: 'review' }))

  it.each(Object.entries(streams))('%s tells each reader what they may see', async (name, stream) => {
    for (const kind of kinds) {
      const expected = expectedOf(stream, kind)
      const heard = await hearers(overSocket(name, stream), stream, { kind, atLeast: expected.length })
      expect({ kind, heard }).toEqual({ kind, heard: expected })
    }
  })

  it.each(streamRows.map((row) => [row.path, row] as const))(
    '%s of the API sends each reader what they may see',
    async (_, row) => {
      const stream = { ...streams, ...ownApiStreams }[row.procedures[0]!]!
      for (const kind of kinds) {
        const expected = expectedOf(stream, kind)
        const heard = await hearers(overApi(row, stream), stream, { kind, atLeast: expected.length })
        expect({ kind, heard }).toEqual({ kind, heard: expected })
      }
    },
  )
})

it('a follower who is removed while they watch has no more than a stranger', async () => {
  const { db } = made.server.deps
  const album = albumOf('closed', 'everyone')
  const { log } = made.things.closed.everyone
  const heard = new Map<ReaderName, string[]>([
    ['follower', []],
    ['muter', []],
  ])
  const watching = [...heard].map(([reader, texts]) =>
    made
      .as(reader, 'closed')
      .client.logs.liveReviews.subscribe(album, { onData: ({ data }) => texts.push(JSON.stringify(data)) }),
  )
  await vi.waitFor(() => {
    for (const texts of heard.values()) expect(texts).toHaveLength(1)
  })
  const [follower, followed] = await Promise.all(
    ['follower', 'closed'].map((nickname) =>
      db.user.findUniqueOrThrow({ where: { nickname }, select: { id: true } }),
    ),
  )
  // Changes the database directly: even a stream without a notification checks access again.
  await db.follow.deleteMany({ where: { followerId: follower!.id, followingId: followed!.id } })
  await made.people.closed!.client.logs.save.mutate({ ...album, id: log, review: NEWS })
  const bystander = made.people.moderator!
  await bystander.client.logs.add.mutate({ ...album, review: MARK, submission: randomUUID() })
  await vi.waitFor(() => {
    for (const texts of heard.values()) expect(texts.at(-1)).toContain(MARK)
  })
  const told = [...heard].filter(([, texts]) => texts.some((text) => text.includes(NEWS)))
  expect(told.map(([reader]) => reader)).toEqual(['muter'])
  for (const stream of watching) stream.unsubscribe()
})

it('a person who is blocked while they watch receives nothing from then on', async () => {
  const open = made.people.open! as Person
  const { everyone } = made.things.open
  const texts: string[] = []
  const stranger = made.people.stranger!
  const stream = stranger.client.comments.live.subscribe(
    { thread: { review: everyone.log } },
    { onData: ({ data }) => texts.push(JSON.stringify(data)), onError: ({ message }) => texts.push(message) },
  )
  await vi.waitFor(() => expect(texts).toHaveLength(1))
  await open.client.people.block.mutate({ nickname: 'stranger' })
  // It receives a reset, and nothing after that.
  await vi.waitFor(() => expect(texts).toHaveLength(2))
  expect(texts[1]).toContain('reset')
  const follower = made.people.follower!
  // The former follower is now a stranger, and the account is public.
  for (const { client } of [open, follower])
    await client.comments.add.mutate({
      thread: { review: everyone.log },
      text: NEWS,
      submission: randomUUID(),
    })
  await settled(made.server.deps)
  expect(texts).toHaveLength(2)
  stream.unsubscribe()
})
