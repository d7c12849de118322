import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import type { Person } from '../harness/client.ts'
import { makeModerator } from '../moderation/cases.ts'
import { refusal } from '../support/refusal.ts'
import { runProduct } from '../support/runProduct.ts'
import { noteStatements } from '../support/statements.ts'

// With Last.fm, an artist page has our own albums that the service lacks.

const plak = runProduct()
const artist = 'Björk'
let fatma: Person

beforeEach(async () => {
  plak.server.demo.behave()
  fatma = await plak.harness.register('fatma')
})

const pageOf = (name = artist) => plak.harness.visitor().client.catalog.artist.query({ artist: name })
const add = (title: string, more: object = {}) =>
  fatma.client.albums.add.mutate({ artist, title, ...more, submission: randomUUID() })
const named = ({ albums }: Awaited<ReturnType<typeof pageOf>>, name: string) =>
  albums.filter((album) => album.name === name)

it('has each album once, with its type, in the order of the dates', async () => {
  const before = await pageOf()
  await add('Kasetler', { year: 1990, type: 'demo' })
  await add('Kayıp')
  await fatma.client.logs.save.mutate({ artist: 'bjork', album: 'homogenic', rating: 9 })
  const after = await pageOf()
  expect(after.albums[0]).toEqual({ artist, name: 'Kasetler', image: null, year: 1990, type: 'demo' })
  expect(after.albums.at(-1)).toEqual({ artist, name: 'Kayıp', image: null, year: null, type: null })
  expect(after.albums.slice(1, -1)).toEqual(before.albums)
  expect(named(after, 'Homogenic')).toHaveLength(1)
  // Another artist, whose name begins with the same letters.
  expect(named(await pageOf('Portishead'), 'Kasetler')).toEqual([])
})

it('lacks an album that was merged into another one', async () => {
  const moderator = await plak.harness.register('moderator')
  await makeModerator(plak.server, moderator)
  for (const title of ['Kasetler', 'Kayıp']) await add(title)
  const [from, into] = ['Kayıp', 'Kasetler'].map((album) => ({ artist, album }))
  await moderator.client.moderation.merge.mutate({ from: from!, into: into!, reason: 'One.' })
  const page = await pageOf()
  expect([named(page, 'Kasetler').length, named(page, 'Kayıp').length]).toEqual([1, 0])
})

it('has them while the service has no albums, and for an artist whom the service does not know', async () => {
  await add('Kasetler', { artist: 'Radiohead' })
  plak.server.demo.misbehave({ fault: 'operation-failed', method: 'artist.gettopalbums' })
  // An artist whom no other test has in the cache of the process.
  expect((await pageOf('Radiohead')).albums).toMatchObject([{ name: 'Kasetler' }])
  plak.server.demo.behave()
  expect((await refusal(pageOf('Kökler'))).code).toBe('NOT_FOUND')
  await add('Toprak', { artist: 'Kökler' })
  const page = await pageOf('kökler')
  expect(page).toMatchObject({ name: 'Kökler', listeners: null, albums: [{ name: 'Toprak' }] })
  expect(page.withoutCatalogue).toBeUndefined()
})

it('takes three statements, whatever is known', async () => {
  await add('Kasetler')
  await fatma.client.logs.save.mutate({ artist, album: 'Homogenic', rating: 9 })
  await pageOf()
  const statements = noteStatements(plak.server.deps.db)
  await pageOf()
  const ofAlbums = statements.filter((statement) => /`Album(Alias)?`/.test(statement))
  expect(ofAlbums.length, statements.join('\n')).toBeLessThanOrEqual(3)
})
