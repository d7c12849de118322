import { randomUUID } from 'node:crypto'
import { expect, vi } from 'vitest'
import { topicOfKey } from '../../server/catalog/albums.ts'
import { change } from '../../server/core/change.ts'
import { utcDay } from '../../shared/days.ts'
import { topics } from '../../shared/events.ts'
import { makeHarness, type Harness, type Person } from '../harness/client.ts'
import { makeModerator } from '../moderation/cases.ts'
import { list, unread } from '../notifications/world.ts'
import type { SpotifyServer } from '../spotify/world.ts'
import { settled } from '../support/settled.ts'

// A user with two listenings of an album, the users who watch, and the changes for each of them when a writer changes listenings.

export const homogenic = { artist: 'Björk', album: 'Homogenic' }
/** The server's clock stands still, so that days are constant. */
export const TODAY = '2026-11-22'
const days = { first: '2026-11-20', last: '2026-11-21' }

export const effects = [
  'tags',
  'opinion',
  'feed head',
  'review event',
  'next review',
  'own event',
  'notifications',
  'Listen later',
  'version',
] as const
type Effect = (typeof effects)[number]
/** The changes by a writer, by effect; `NOTHING` if an effect is not needed. */
export type Changes = Record<Effect, string>
export const NOTHING = '–'

export type World = {
  server: SpotifyServer
  owner: Person
  follower: Person
  other: Person
  moderator: Person
  /** the owner's listenings by their names; a preparation can add more */
  logs: Record<string, number>
  /** the moderator's last decision */
  decision?: number
  close: () => Promise<void>
}

export async function makeWorld(server: SpotifyServer): Promise<World> {
  await server.reset()
  const harness: Harness = makeHarness(server.url)
  const [owner, follower, other, moderator] = (await Promise.all(
    ['owner', 'follower', 'other', 'moderator'].map((nickname) => harness.register(nickname)),
  )) as [Person, Person, Person, Person]
  await makeModerator(server, moderator)
  await follower.client.follows.set.mutate({ nickname: 'owner', following: true })
  const { logs } = owner.client
  const add = async (more: object) =>
    (await logs.add.mutate({ ...homogenic, submission: randomUUID(), ...more })).id
  const first = await add({ date: days.first, rating: 4, review: 'Cold.', tags: ['old'] })
  const last = await add({ date: days.last, rating: 8, review: 'As @other says.', tags: ['new'] })
  await other.client.comments.add.mutate({
    thread: { review: last },
    text: 'So it is.',
    submission: randomUUID(),
  })
  await owner.client.listenLater.set.mutate({ ...homogenic, wanted: true })
  return { server, owner, follower, other, moderator, logs: { first, last }, close: () => harness.close() }
}

/** The notifications about a listening; imports and moderators' decisions have others. */
const aboutReviews = ['mention', 'comment']

type Reading = Record<string, string | number>

/** Reads the owner's stored state, by effect. */
async function readStored({ server: { deps }, owner, follower, other, logs }: World) {
  const { db } = deps
  const user = { nickname: 'owner' }
  const [tags, opinions, person, kept, links, later] = await Promise.all([
    db.tag.findMany({ where: { user } }),
    db.opinion.findMany({ where: { user }, include: { album: true } }),
    db.user.findUnique({ where: user }),
    db.log.findMany({
      where: { user, OR: [{ album: { name: homogenic.album } }, { id: { in: Object.values(logs) } }] },
    }),
    db.mention.count({ where: { log: { user } } }),
    db.listenLater.count({ where: { user } }),
  ])
  const opinion = opinions.find(({ album }) => album.name === homogenic.album)
  const notifications: Reading = { links }
  for (const who of person ? [owner, follower, other] : [follower, other]) {
    const groups = await list(who)
    for (const { kind } of groups.filter(({ kind }) => aboutReviews.includes(kind))) {
      const key = `${who.nickname} ${kind}`
      notifications[key] = Number(notifications[key] ?? 0) + 1
    }
    // Counted as unread but not shown on the page, so that opening the page would not clear them.
    const orphans = (await unread(who)) - groups.filter((group) => group.unread).length
    if (orphans > 0) notifications[`${who.nickname} without a row`] = orphans
  }
  return {
    tags: Object.fromEntries(tags.map(({ name, everyoneCount }) => [name, everyoneCount])),
    opinion: {
      albums: opinions.length,
      since: opinions.map(({ addedAt }) => utcDay(addedAt)).toSorted()[0] ?? 'none',
      ...(opinion && { own: opinion.rating, everyone: opinion.everyoneRating, level: opinion.visibility }),
    },
    'feed head': { head: person?.lastLogId ? nameOf(logs, person.lastLogId) : 'none' },
    notifications,
    'Listen later': { albums: later },
    version: Object.fromEntries(kept.map(({ id, version }) => [nameOf(logs, id), version])),
  } satisfies Partial<Record<Effect, Reading>>
}

const nameOf = (logs: World['logs'], id: number) =>
  Object.keys(logs).find((name) => logs[name] === id) ?? 'new'

const changed = (before: Reading, after: Reading): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted().flatMap((key) => {
    const [from, to] = [before[key] ?? 'none', after[key] ?? 'none']
    return from === to ? [] : [`${key} ${from} → ${to}`]
  })

type Heard = {
  type: string
  id?: number
  review?: { id: number }
  entry?: { id: number }
  album?: { name: string } | null
  nickname?: string
  reason?: object
}
type Handlers = { onData: (message: { data: Heard }) => void; onError: (error: unknown) => void }

/** Subscribes until the event for which `isEnd` is true, and returns the events before it. */
async function listen(subscribe: (handlers: Handlers) => unknown, isEnd: (event: Heard) => boolean) {
  const heard: Heard[] = []
  subscribe({
    onData: ({ data }) => void heard.push(data),
    onError: (error) => heard.push({ type: `failed: ${String(error)}` }),
  })
  await vi.waitFor(() => expect(heard[0]?.type).toBe('live'))
  return {
    heard: () => heard.slice(1).filter((event) => !isEnd(event)),
    ended: () => vi.waitFor(() => expect(heard.some(isEnd)).toBe(true)),
  }
}

const END = 'end'
const END_ID = 400_000_000

/** Opens the pages: the follower's feed, the album's reviews for a stranger, and the owner's own page. */
async function openPages({ server, owner, follower, other }: World) {
  await settled(server.deps)
  const { db } = server.deps
  const idOf = async ({ nickname }: Person) => (await db.user.findUniqueOrThrow({ where: { nickname } })).id
  const [ownerId, followerId] = [await idOf(owner), await idOf(follower)]
  const { key } = await db.album.findFirstOrThrow({ where: { name: homogenic.album } })
  const feed = await listen(
    (on) => follower.client.activity.live.subscribe({}, on),
    ({ nickname }) => nickname === END,
  )
  const page = await listen(
    (on) => other.client.logs.liveReviews.subscribe(homogenic, on),
    ({ id }) => id === END_ID,
  )
  const own = await listen(
    (on) => owner.client.logs.live.subscribe({}, on),
    ({ album }) => album?.name === END,
  )
  return {
    async read({ isGone }: { isGone: boolean }) {
      const album = { artist: END, name: END, image: null, year: null }
      // Emits the last event of each page: the writer sent all events before it.
      await change(server.deps, async ({ emit }) => {
        emit(topics.follows(followerId), { type: 'follow.added', nickname: END }, null)
        emit(topicOfKey(key), { type: 'review.removed', id: END_ID }, null)
        emit(topics.ownLogs(ownerId), { type: 'ownLogs.changed', album }, null)
      })
      await Promise.all([feed.ended(), page.ended(), ...(isGone ? [] : [own.ended()])])
      return { feed: feed.heard(), page: page.heard(), own: own.heard() }
    },
  }
}

/** Returns the changes during a write, by effect. */
export async function changesOf(
  world: World,
  write: () => Promise<unknown>,
  { isGone = false } = {},
): Promise<Changes> {
  const { logs } = world
  const before = await readStored(world)
  const pages = await openPages(world)
  await write()
  await settled(world.server.deps)
  const { feed, page, own } = await pages.read({ isGone })
  const after = await readStored(world)
  // An existing listening that was not written: only its position on the page changed.
  const isNext = ({ review }: Heard) => {
    const name = review && nameOf(logs, review.id)
    const versions = [before.version, after.version].map((each): number | undefined => each[name ?? ''])
    return versions[0] !== undefined && versions[0] === versions[1]
  }
  const told = ({ type, ...event }: Heard) => {
    const id = event.review?.id ?? event.entry?.id ?? event.id
    const word = type.replace(/^(log|review)\./, '')
    return id === undefined ? word : `${word} ${nameOf(logs, id)}`
  }
  // The last of several events about one listening counts: it is the page's final state.
  const lastOf = (events: Heard[]) => {
    const words = new Map<string, string>()
    for (const event of events) {
      const key = String(event.review?.id ?? event.entry?.id ?? event.id)
      words.delete(key)
      words.set(key, told(event))
    }
    return [...words.values()]
  }
  const cell = (...parts: string[]) => parts.join(', ') || NOTHING
  const diff = (effect: keyof typeof before) => changed(before[effect], after[effect])
  const kept = Object.entries(after.version).filter(([name]) => name in before.version)
  return {
    tags: cell(...diff('tags')),
    opinion: cell(...diff('opinion')),
    'feed head': cell(...diff('feed head'), ...lastOf(feed)),
    'review event': cell(...lastOf(page.filter((event) => !isNext(event)))),
    'next review': cell(...lastOf(page.filter(isNext))),
    'own event': cell(
      ...own.flatMap(({ type, album }) => (type === 'ownLogs.changed' ? (album?.name ?? 'all') : [])),
    ),
    notifications: cell(...diff('notifications')),
    'Listen later': cell(...diff('Listen later')),
    version: cell(
      ...changed(
        Object.fromEntries(kept.map(([name]) => [name, before.version[name]!])),
        Object.fromEntries(kept),
      ),
    ),
  }
}
