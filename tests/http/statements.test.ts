import { AsyncResource } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Person } from '../harness/client.ts'
import { plantAlbums } from '../lists/albums.ts'
import { runProduct } from '../support/runProduct.ts'
import { noteStatements } from '../support/statements.ts'

// Counts the statements of a single change, including the look-up of the session. A number must only decrease: update it here
// when it does. One of the statements keeps the album from being merged meanwhile. Each change is made twice, for different things, and counted the second time, because the first one fills caches.

const plak = runProduct()
const submission = () => randomUUID()
let owner: Person
let other: Person
let albums: number[]
beforeEach(async () => {
  owner = await plak.harness.register('owner')
  other = await plak.harness.register('other')
  await other.client.follows.set.mutate({ nickname: 'owner', following: true })
  albums = await plantAlbums(plak.server.deps, 4)
})

const planted = (number: number) => ({ artist: 'Artist', album: `Planted ${number}` })
const add = (number: number, more: object = {}) =>
  owner.client.logs.add.mutate({ ...planted(number), submission: submission(), ...more })
const review = { rating: 8, review: 'Strings.', tags: ['winter'] }
const create = (name: string) =>
  owner.client.lists.create.mutate({ name, albums: albums.slice(0, 2), submission: submission() })

/** A change and its preparation: `number` is different each time. */
type Change = {
  most: number
  prepare?: (number: number) => Promise<unknown>
  make: (number: number, prepared: never) => Promise<unknown>
}
const counted = <Prepared>(
  most: number,
  prepare: (number: number) => Promise<Prepared>,
  make: (number: number, prepared: Prepared) => Promise<unknown>,
): Change => ({ most, prepare, make: make as Change['make'] })

const reviewed = (number: number) => add(number, review)

// Two more than before for a new listening: one that keeps statistics current (server/stats/), one that remembers the submission.
const changes: Record<string, Change> = {
  'a new listening': { most: 21, make: (number) => add(number) },
  'a new listening with a review': { most: 33, make: (number) => add(number, review) },
  'an edit': counted(26, reviewed, (number, { id, version }) =>
    owner.client.logs.save.mutate({ ...planted(number), id, version, ...review, rating: 9 }),
  ),
  'the same again': counted(12, reviewed, (number, { id, version }) =>
    owner.client.logs.save.mutate({ ...planted(number), id, version, ...review }),
  ),
  'a mark': {
    most: 19,
    make: (number) => owner.client.logs.setListened.mutate({ ...planted(number), listened: true }),
  },
  'a mark taken back': counted(
    16,
    (number) => owner.client.logs.setListened.mutate({ ...planted(number), listened: true }),
    (number) => owner.client.logs.setListened.mutate({ ...planted(number), listened: false }),
  ),
  'a heart': counted(17, reviewed, (number) =>
    owner.client.favorites.set.mutate({ ...planted(number), favorite: true }),
  ),
  'a deletion': counted(19, reviewed, (_, { id }) => owner.client.logs.remove.mutate({ id })),
  'a like': counted(19, reviewed, (_, { id }) => other.client.logs.like.mutate({ id, liked: true })),
  'a comment': counted(24, reviewed, (_, { id }) =>
    other.client.comments.add.mutate({ thread: { review: id }, text: 'Yes.', submission: submission() }),
  ),
  'a new list': { most: 13, make: (number) => create(`List ${number}`) },
  'a list save': counted(
    18,
    (number) => create(`List ${number}`),
    (number, { id }) =>
      owner.client.lists.save.mutate({
        id,
        version: 1,
        name: `Renamed ${number}`,
        description: '',
        albums: albums.slice(1, 4),
      }),
  ),
}

/** True for reads and writes, false for the begin and end of transactions. */
const isCounted = (statement: string) => !/^(BEGIN|COMMIT|SET TRANSACTION)/.test(statement)

/** Runs the numbering of events outside of requests: it serves all of them, so its statements are not counted. */
function numberEventsApart() {
  const { bus } = plak.server.deps
  const [nobody, wake] = [new AsyncResource('numbering'), bus.wake.bind(bus)]
  vi.spyOn(bus, 'wake').mockImplementation(() => nobody.runInAsyncScope(wake))
}

it.each(Object.entries(changes))('%s', async (_, { most, prepare, make }) => {
  numberEventsApart()
  const said = noteStatements(plak.server.deps.db)
  for (const number of [0, 1]) {
    const prepared = (await prepare?.(number)) as never
    said.length = 0
    await make(number, prepared)
  }
  const statements = said.filter(isCounted)
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(most)
})
