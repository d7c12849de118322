import { afterAll, beforeAll, expect, it } from 'vitest'
import { exportedSections, type ExportedSection } from '../../shared/exportFile.ts'
import { makeHarness, type Harness, type Person } from '../harness/client.ts'
import { downloadData } from '../support/download.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { bring, preview } from './world.ts'

let server: TestServer
let harness: Harness
beforeAll(async () => {
  server = await startServer()
  harness = makeHarness(server.url)
})
afterAll(async () => {
  await harness.close()
  await server.close()
})

const homogenic = { artist: 'Björk', album: 'Homogenic' }
const dummy = { artist: 'Portishead', album: 'Dummy' }
const kidA = { artist: 'Radiohead', album: 'Kid A' }
const okComputer = { artist: 'Radiohead', album: 'OK Computer' }

/** Creates some of everything that an import takes over, with texts that are easily damaged. */
async function live({ client }: Person) {
  const add = (album: typeof kidA, date: string | null, more: object = {}) =>
    client.logs.add.mutate({
      ...album,
      date,
      rating: 0,
      review: '',
      submission: crypto.randomUUID(),
      ...more,
    })
  await add(homogenic, '2024-01-02', { rating: 9, review: '=1+1\n"cold", & warm 🎧', favorite: true })
  await add(homogenic, '2024-01-02', { rating: 7, relisten: true, tags: ['Late Night', 'kış'] })
  await add(homogenic, null, { visibility: 'me' })
  await add(dummy, '2023-05-06', { rating: 1, review: "'quoted'", visibility: 'followers' })
  await add(kidA, '2024-01-02')
  const list = (name: string, more: object) =>
    client.lists.create.mutate({
      submission: crypto.randomUUID(),
      name,
      description: '',
      albums: [],
      ...more,
    })
  await list('Cold', {
    description: 'Of winter',
    ranked: true,
    visibility: 'followers',
    albums: [
      { ...okComputer, note: 'First\nof all' },
      { ...homogenic, note: '' },
      { ...dummy, note: '-' },
    ],
  })
  await list('Cold', { visibility: 'me', albums: [{ ...kidA, note: '' }] })
  for (const album of [okComputer, dummy, kidA])
    await client.listenLater.set.mutate({ ...album, wanted: true, today: '2026-11-20' })
  await client.favorites.setTop.mutate({ albums: [kidA, homogenic] })
  for (const nickname of ['fatma', 'deniz']) await client.follows.set.mutate({ nickname, following: true })
}

// Fields that an import does not take over: the source and the times.
const made = new Set(['createdAt', 'updatedAt', 'reviewedAt', 'addedAt', 'source', 'clonedFrom'])

async function takenOver(person: Person) {
  const answer = await downloadData(server.url, person.cookies.header())
  const sections = Object.keys(exportedSections) as ExportedSection[]
  const held = Object.fromEntries(sections.map((section) => [section, answer.data[section]]))
  const plain = JSON.stringify(held, (name, value: unknown) => (made.has(name) ? undefined : value))
  return { json: answer.json, held: JSON.parse(plain) as Record<ExportedSection, unknown[]> }
}

/** Returns a user of another installation, which knew no users and no albums, who has imported this file. */
async function bringElsewhere(json: string): Promise<Person> {
  await server.reset()
  const after = await harness.register('someone_else')
  for (const nickname of ['fatma', 'deniz']) await harness.register(nickname)
  const { id, counts } = await preview(server.url, after, json)
  expect(counts).toMatchObject({ decide: 0, here: 0, missing: 0, unreadable: 0, left: 0 })
  await bring(after, id)
  return after
}

it('what is downloaded, brought into an empty account elsewhere and downloaded again is the same', async () => {
  const before = await harness.register('ayse')
  for (const nickname of ['fatma', 'deniz']) await harness.register(nickname)
  await live(before)
  const first = await takenOver(before)
  for (const rows of Object.values(first.held)) expect(rows.length).toBeGreaterThan(0)
  const after = await bringElsewhere(first.json)
  expect((await takenOver(after)).held).toEqual(first.held)

  const again = await preview(server.url, after, first.json)
  expect(again.counts).toMatchObject({ ready: 0, decide: 0, missing: 0 })
})

it('joined notes, which are longer than those that can be typed, are brought in whole', async () => {
  await server.reset()
  const before = await harness.register('ayse')
  for (const nickname of ['fatma', 'deniz']) await harness.register(nickname)
  await live(before)
  // The longest that is stored, in characters: those of the second half are two units each.
  const note = `${'a'.repeat(2_000)}\n\n${'🎧'.repeat(5_998)}`
  await server.deps.db.listAlbum.updateMany({ where: { note: '-' }, data: { note } })
  const first = await takenOver(before)
  expect(first.json).toContain('🎧'.repeat(5_998))
  const after = await bringElsewhere(first.json)
  expect((await takenOver(after)).held).toEqual(first.held)
})
