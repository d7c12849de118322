import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { NotificationGroup } from '../../shared/notifications.ts'
import { makeHarness, type Harness, type Person } from '../harness/client.ts'
import { startServer, type TestServer } from '../support/server.ts'

export const homogenic = { artist: 'Björk', album: 'Homogenic' }

/** A server whose clock can be moved forward, and its users. */
export function setUp() {
  let ahead = 0
  const world = {
    server: undefined as unknown as TestServer,
    harness: undefined as unknown as Harness,
    /** moves the server's clock forward, in hours */
    forward: (hours: number) => void (ahead += hours * 3_600_000),
    people: (...nicknames: string[]): Promise<Person[]> =>
      Promise.all(nicknames.map((nickname) => world.harness.register(nickname))),
    idOf: async (nickname: string): Promise<number> =>
      (await world.server.deps.db.user.findUniqueOrThrow({ where: { nickname } })).id,
  }
  beforeAll(async () => {
    world.server = await startServer({ now: () => new Date(Date.now() + ahead) })
    world.harness = makeHarness(world.server.url)
  })
  afterAll(async () => {
    await world.harness.close()
    await world.server.close()
  })
  beforeEach(() => world.server.reset())
  return world
}

/** Writes a review of Homogenic; returns its thread. */
export const review = async (by: Person, text = 'Cold and warm.', more: object = {}) => ({
  review: (await by.client.logs.save.mutate({ ...homogenic, review: text, ...more })).id,
})

export const makeList = async (by: Person, name = 'A list') => ({
  list: (
    await by.client.lists.create.mutate({
      name,
      description: '',
      albums: [homogenic],
      submission: randomUUID(),
    })
  ).id,
})

type Thread = { list: number } | { review: number }
export const say = async (by: Person, thread: Thread, text = 'Yes.') =>
  (await by.client.comments.add.mutate({ thread, text, submission: randomUUID() })).comment.id

export const list = async (of: Person) => (await of.client.notifications.list.query({})).items
export const unread = async (of: Person) => (await of.client.notifications.unread.query()).unread

/** Summarizes a row: its kind, its users and their number, and whether it is unread. */
export const short = ({ kind, people, count, unread: isUnread }: NotificationGroup) =>
  `${kind} ${people.map(({ nickname }) => nickname).join(' ')} ${count}${isUnread ? ' unread' : ''}`
export const shorts = async (of: Person) => (await list(of)).map(short)
