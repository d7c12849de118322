import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { keepImportedAlbums } from '../../server/catalog/imports.ts'
import { makeHarness, type Harness } from '../harness/client.ts'
import { refusal } from '../support/refusal.ts'
import { startServer, type TestServer } from '../support/server.ts'

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
beforeEach(async () => {
  server.demo.behave()
  await server.reset()
  await server.forget()
})

const keep = (...albums: [artist: string, name: string][]) =>
  keepImportedAlbums(
    server.deps,
    albums.map(([artist, name]) => ({ artist, name, image: null })),
  )
const search = (query: string, page = 1) => harness.visitor().client.catalog.search.query({ query, page })
const known = (query: string, page = 1) => harness.visitor().client.catalog.known.query({ query, page })
const namesIn = ({ albums }: { albums: { artist: string; name: string }[] }) =>
  albums.map(({ artist, name }) => `${artist}: ${name}`)

test('our own albums are found without asking anybody', async () => {
  await keep(['Björk', 'Homogenic'])
  server.demo.misbehave({ fault: 'offline' })
  const before = server.demo.requests().length
  const found = await known('homogneic')
  expect(found).toEqual({
    albums: [{ artist: 'Björk', name: 'Homogenic', image: null, year: null }],
    page: 1,
    hasNext: false,
  })
  expect(await known('homogenic', 2)).toEqual({ albums: [], page: 2, hasNext: false })
  expect(server.demo.requests()).toHaveLength(before)
})

test('the service’s albums come first, then ours that it lacks, each once and with the year that we know', async () => {
  const service = await search('homogenic')
  await server.forget()
  await keep(['Nobody', 'Homogenic rarities'], ['Björk', 'Homogenic'])
  await server.deps.db.album.updateMany({ where: { artist: 'Björk' }, data: { year: 1997 } })
  const both = await search('homogenic')
  expect(both.more).toBe('none')
  expect(namesIn(both)).toEqual([...namesIn(service), 'Nobody: Homogenic rarities'])
  expect(both.albums.find(({ name }) => name === 'Homogenic')).toMatchObject({ artist: 'Björk', year: 1997 })
  expect(both.albums.find(({ name }) => name === 'Homogenic')!.image).not.toBeNull()
})

test('an album under names that the catalogue corrected occurs once', async () => {
  const { client } = await harness.register('author')
  await client.listenLater.set.mutate({ artist: 'bjork', album: 'homogenic', wanted: true })
  const found = namesIn(await search('homogeni'))
  expect(new Set(found).size).toBe(found.length)
  expect(found.filter((each) => each.toLowerCase() === 'björk: homogenic')).toHaveLength(1)
})

test('ours are enough while the service fails; when none fits, its failure is told', async () => {
  await keep(['Portishead', 'Dummy'])
  server.demo.misbehave({ fault: 'offline' })
  const found = await search('dummy')
  expect([namesIn(found), found.more]).toEqual([['Portishead: Dummy'], 'failed'])
  const { code, message } = await refusal(search('tragic kingdom'))
  expect([code, message]).toEqual([
    'SERVICE_UNAVAILABLE',
    expect.stringContaining('catalogue cannot be reached'),
  ])
})

test('no page repeats an album of another one', async () => {
  await keep(
    ...Array.from({ length: 60 }, (_, index): [string, string] => ['Nobody', `Blue number ${index}`]),
  )
  const pages = [await search('blue'), await search('blue', 2), await search('blue', 3)]
  const found = pages.flatMap(namesIn)
  expect(new Set(found).size).toBe(found.length)
  expect(found.filter((each) => each.startsWith('Nobody'))).toHaveLength(60)
})

test('a service that takes longer than three seconds is not waited for', async () => {
  await keep(['Portishead', 'Third'])
  server.demo.misbehave({ fault: 'slow', ms: 8_000, method: 'album.search' })
  const began = performance.now()
  expect((await search('third')).more).toBe('failed')
  expect(performance.now() - began).toBeLessThan(7_000)
})

test('an album that somebody keeps is found, also by typos', async () => {
  const { client } = await harness.register('keeper')
  await client.listenLater.set.mutate({ artist: 'Björk', album: 'Homogenic', wanted: true })
  expect(namesIn(await known('bjrok homogen'))).toEqual(['Björk: Homogenic'])
})
