import { expect, it } from 'vitest'
import type { Person } from '../harness/client.ts'
import { runProduct } from '../support/runProduct.ts'
import { makeRandom, type Random } from '../torture/random.ts'
import { cookieFetch, makeDevice, type Device } from './device.ts'

// A user without a reliable connection: about 500 changes are made offline and sent through 1,000 random interruptions of the
// page, the network and the server (`npm run torture -- --seed 7 -- tests/offline`). About a minute on an idle machine.
const INTERRUPTIONS = 1_000
const RESTARTS = 3
const seed = Number(process.env.TORTURE_SEED ?? Math.floor(Math.random() * 1e9))

const plak = runProduct()
const albums = [
  { artist: 'Björk', album: 'Homogenic' },
  { artist: 'Portishead', album: 'Dummy' },
  { artist: 'Radiohead', album: 'Kid A' },
  { artist: 'Massive Attack', album: 'Mezzanine' },
]
/** Marked as listened and unmarked, and never logged otherwise: such a change would need a decision. */
const marked = [
  { artist: 'Daft Punk', album: 'Discovery' },
  { artist: 'Radiohead', album: 'OK Computer' },
]
type Album = (typeof albums)[number]
type Log = { rating: number; review: string }

/** Expected contents of the server; only the first log of each album is edited. */
type Expected = {
  hearts: Map<Album, boolean>
  logs: Map<Album, Log[]>
  /** how many listenings each marked album has: one or none */
  marks: Map<Album, number>
  rows: Album[]
  comments: string[]
}

class Killed extends Error {}

/** Interrupts the sender, at most `left` times: its requests, its answers, and the process itself. */
function makeTrouble(random: Random, device: Device, send: typeof fetch) {
  const trouble = { left: INTERRUPTIONS, made: 0 }
  /** Requests that arrive although their sender has ended. */
  const late: Promise<unknown>[] = []
  const happens = (share: number) => trouble.left > 0 && random.below(100) < share
  const interrupt = (error: Error): never => {
    trouble.left -= 1
    trouble.made += 1
    throw error
  }
  const throughTrouble: typeof fetch = async (input, init) => {
    if (happens(20)) interrupt(new TypeError('No connection'))
    if (happens(20)) {
      // The page is closed, and the request is under way: it can arrive after the next one.
      late.push(send(input, { ...init, signal: null }).catch(() => undefined))
      interrupt(new TypeError('Aborted'))
    }
    const response = await send(input, init)
    const text = await response.text()
    if (happens(20)) interrupt(new TypeError('The answer is lost'))
    return new Response(text, response)
  }
  const store: Device['store'] = {
    change: async (update) => {
      if (happens(10)) interrupt(new Killed('Before it was written'))
      const result = await device.store.change(update)
      if (happens(10)) interrupt(new Killed('After it was written'))
      return result
    },
  }
  return { trouble, late, fetch: throughTrouble, store }
}

/** Returns the first log of an album, as a page that is on the device has it. */
async function readFirst(owner: Person, album: Album) {
  const { items } = await owner.client.logs.listens.query({ ...album, limit: 50 })
  if (items.length === 0) return null
  const id = Math.min(...items.map((listen) => listen.id))
  return (await owner.client.logs.mine.query({ ...album, id })).log
}

/** Makes some changes without a connection, and returns what they must lead to. */
async function changeOffline(
  random: Random,
  device: Device,
  owner: Person,
  list: number,
  expected: Expected,
) {
  const states = await Promise.all(albums.map((album) => readFirst(owner, album)))
  let made = 0
  for (let count = 2 + random.below(7); count > 0; count -= 1) {
    const index = random.below(albums.length)
    const album = albums[index]!
    const logs = expected.logs.get(album)!
    const kind = random.below(6)
    if (kind === 0) {
      const favorite = !expected.hearts.get(album)
      device.keep({ procedure: 'favorites.set', input: { ...album, favorite } })
      expected.hearts.set(album, favorite)
    } else if (kind === 1 && logs.length < 40) {
      const rating = 1 + random.below(10)
      device.keep({ procedure: 'logs.add', input: { ...album, rating } })
      logs.push({ rating, review: '' })
    } else if (kind === 2 && states[index]) {
      const { id, version, updatedAt } = states[index]
      const change = random.below(2) ? { rating: random.below(11) } : { review: `Take ${random.below(1e6)}.` }
      device.keep({ procedure: 'logs.save', input: { ...album, id, version, ...change }, updatedAt })
      Object.assign(logs[0]!, change)
    } else if (kind === 3) {
      const contained = !expected.rows.includes(album)
      device.keep({ procedure: 'lists.setAlbum', input: { id: list, ...album, contained } })
      expected.rows = albums.filter((other) => (other === album ? contained : expected.rows.includes(other)))
    } else if (kind === 4) {
      const album = marked[random.below(marked.length)]!
      const listened = expected.marks.get(album) === 0
      device.keep({ procedure: 'logs.setListened', input: { ...album, listened } })
      expected.marks.set(album, Number(listened))
    } else {
      const text = `Comment ${expected.comments.length + 1}`
      device.keep({ procedure: 'comments.add', input: { thread: { list }, text } })
      expected.comments.push(text)
    }
    made += 1
  }
  return made
}

async function readAll(owner: Person, list: number): Promise<Expected> {
  const found: Expected = { hearts: new Map(), logs: new Map(), marks: new Map(), rows: [], comments: [] }
  for (const album of albums) {
    found.hearts.set(album, (await owner.client.logs.mine.query(album)).favorite)
    const { items } = await owner.client.logs.listens.query({ ...album, limit: 50 })
    const oldestFirst = items.toSorted((one, other) => one.id - other.id)
    found.logs.set(
      album,
      oldestFirst.map(({ rating, review }) => ({ rating, review: review ?? '' })),
    )
  }
  for (const album of marked)
    found.marks.set(album, (await owner.client.logs.listens.query(album)).items.length)
  const rows = (await owner.client.lists.albums.query({ id: list })).items
  found.rows = albums.filter((album) => rows.some(({ name }) => name === album.album))
  const comments: { id: number; text: string }[] = []
  let cursor: string | undefined
  do {
    const page = await owner.client.comments.list.query({ thread: { list }, ...(cursor && { cursor }) })
    comments.push(...page.items)
    cursor = page.next ?? undefined
  } while (cursor)
  found.comments = comments.toSorted((one, other) => one.id - other.id).map(({ text }) => text)
  return found
}

it(
  'nothing is lost and nothing is doubled, whatever interrupts the sending',
  { timeout: 600_000 },
  async () => {
    const random = makeRandom(seed)
    const owner = await plak.harness.register('owner')
    const device = await makeDevice(owner, plak.server.url)
    const submission = crypto.randomUUID()
    const { id: list } = await owner.client.lists.create.mutate({
      name: 'Rainy days',
      albums: [{ artist: 'Daft Punk', album: 'Discovery' }],
      submission,
    })
    const expected: Expected = {
      hearts: new Map(albums.map((album) => [album, false])),
      logs: new Map(albums.map((album) => [album, []])),
      marks: new Map(marked.map((album) => [album, 0])),
      rows: [],
      comments: [],
    }
    const { trouble, late, ...via } = makeTrouble(random, device, cookieFetch(owner))
    let made = 0
    let restarts = 0
    for (let round = 0; trouble.left > 0 || device.things.length > 0; round += 1) {
      if (trouble.left > 0) made += await changeOffline(random, device, owner, list, expected)
      if (trouble.made > ((restarts + 1) * INTERRUPTIONS) / (RESTARTS + 1) && restarts < RESTARTS) {
        restarts += 1
        // The server ends while it is sent to.
        await Promise.all([plak.server.restart(), device.send(via).catch(() => undefined)])
      }
      while (device.things.some(({ state }) => state === 'waiting')) {
        // Without Web Locks, several tabs can send at once.
        const senders = Array.from({ length: random.below(8) === 0 ? 2 : 1 }, () => device.send(via))
        for (const outcome of await Promise.allSettled(senders))
          if (outcome.status === 'rejected' && !(outcome.reason instanceof Killed)) throw outcome.reason
      }
      expect(device.things, `seed ${seed}, round ${round}`).toEqual([])
    }
    await Promise.all(late)
    process.stdout.write(
      `seed ${seed}: ${made} changes, ${trouble.made} interruptions, ${restarts} restarts\n`,
    )
    expect(trouble.made).toBe(INTERRUPTIONS)
    expect(await readAll(owner, list), `seed ${seed}`).toEqual(expected)
  },
)
