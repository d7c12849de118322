import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ellipsis } from '../../server/sharing/ellipsis.ts'
import { textImage } from '../../server/sharing/text.ts'
import { paths } from '../../shared/paths.ts'
import { makeHarness, type Harness } from '../harness/client.ts'
import { startServer, type TestServer } from '../support/server.ts'

const homogenic = { artist: 'Björk', album: 'Homogenic' }
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
})

async function get(path: string) {
  const response = await fetch(server.url + path)
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    kept: response.headers.get('cache-control'),
    body: Buffer.from(await response.arrayBuffer()),
  }
}

const makeList = (client: Awaited<ReturnType<Harness['register']>>['client'], name: string) =>
  client.lists.create.mutate({ name, description: '', albums: [homogenic], submission: crypto.randomUUID() })

test('a list has a picture of its covers, kept for as long as the list stays what it is', async () => {
  const { client } = await harness.register('deniz')
  const { id } = await makeList(client, '椎名林檎 & <b>Geceye ağır</b> 🎧')
  const answer = await get(paths.listPreview(id, 1))
  expect(answer).toMatchObject({
    status: 200,
    type: 'image/png',
    kept: 'public, max-age=86400',
  })
  expect(await sharp(answer.body).metadata()).toMatchObject({ width: 1200, height: 630, format: 'png' })
  // The cover is drawn there, not the page's background.
  const { channels } = await sharp(answer.body)
    .extract({ left: 80, top: 70, width: 280, height: 280 })
    .stats()
  expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(5)

  const draft = await client.lists.draft.query({ id })
  await client.lists.save.mutate({
    id,
    version: draft.version,
    name: 'Another name altogether',
    description: '',
    albums: draft.albums.map((album) => album.id),
  } as never)
  const renamed = await get(paths.listPreview(id, 1))
  expect(renamed.kept).toBe('public, max-age=300')
  expect(renamed.body.equals(answer.body)).toBe(false)
})

test('a review has one, until it is taken back', async () => {
  const { client } = await harness.register('deniz')
  const { id } = await client.logs.save.mutate({
    ...homogenic,
    rating: 9,
    review: 'Glass & volcanoes.',
    date: '2026-11-01',
    favorite: false,
  })
  expect(await get(paths.reviewPreview(id, 1))).toMatchObject({ status: 200, type: 'image/png' })
  await client.logs.remove.mutate({ id })
  expect((await get(paths.reviewPreview(id, 1))).status).toBe(404)
})

test('a picture that cannot be had is drawn, and the picture of a thing that is not there is none', async () => {
  const { client } = await harness.register('deniz')
  const { id } = await makeList(client, 'Without covers')
  await server.deps.db.album.updateMany({ data: { image: 'http://127.0.0.1:9/elsewhere.png' } })
  expect((await get(paths.listPreview(id, 1))).status).toBe(200)
  await server.deps.db.user.update({ where: { nickname: 'deniz' }, data: { disabledAt: new Date() } })
  for (const path of [
    paths.listPreview(id, 1),
    '/preview/list/999.png',
    '/preview/list/x.png',
    `/preview/list/${id}`,
    '/preview/review/1.png',
  ]) {
    expect([path, (await get(path)).status]).toEqual([path, 404])
  }
  expect(await get(paths.preview())).toMatchObject({ status: 200, type: 'image/png' })
})

test('asked for by many at once it is drawn once', async () => {
  const { client } = await harness.register('deniz')
  const { id } = await makeList(client, 'Popular')
  const answers = await Promise.all(Array.from({ length: 40 }, () => get(paths.listPreview(id, 1))))
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.length}`)).size).toBe(1)
  expect(answers[0]!.status).toBe(200)
})

test.each([
  'short',
  'word '.repeat(60),
  'W'.repeat(100),
  '椎'.repeat(200),
  '🎧'.repeat(50),
  '&<>"\'\u0001',
  '\u200b',
  '',
])('%j fits where it stands', async (text) => {
  const { width, height } = await textImage(text, {
    size: 40,
    weight: 700,
    colour: '#ffffff',
    width: 500,
    lines: 2,
  })
  expect(width).toBeLessThanOrEqual(500)
  expect(height).toBeLessThanOrEqual(40 * 1.2 * 2.5)
})

test('a text is cut at a word, and no emoji apart', () => {
  expect(ellipsis('one two  three\nfour', 100)).toBe('one two three four')
  expect(ellipsis('one two three four', 14)).toBe('one two three…')
  expect(ellipsis('👩‍👩‍👧‍👦'.repeat(5), 3)).toBe(`${'👩‍👩‍👧‍👦'.repeat(2)}…`)
})
