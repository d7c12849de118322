import sharp from 'sharp'
import { expect, it, vi } from 'vitest'
import { paths } from '../../shared/paths.ts'
import { runProduct } from '../support/runProduct.ts'

const plak = runProduct({ now: () => new Date('2026-11-27T12:00:00Z') })
const kidA = { artist: 'Radiohead', album: 'Kid A' }
const homogenic = { artist: 'Björk', album: 'Homogenic' }

async function open(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(plak.server.url + path, { headers })
  const html = await response.text()
  return {
    status: response.status,
    html: html.replaceAll(/nonce="[^"]*"/g, ''),
    image: /<meta property="og:image" content="([^"]*)"/.exec(html)?.[1],
    canonical: /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1],
    isIndexed: !/<meta name="robots" content="noindex/.test(html),
  }
}

it('the numbers stand in the first HTML, the same for all strangers', async () => {
  const [owner, stranger] = [await plak.harness.register('owner'), await plak.harness.register('stranger')]
  await owner.client.logs.add.mutate({ ...kidA, rating: 9, submission: crypto.randomUUID() })
  await owner.client.logs.add.mutate({ ...homogenic, visibility: 'me', submission: crypto.randomUUID() })
  // On a busy machine a page omits data that could not be read in time.
  const stats = await vi.waitFor(async () => {
    const page = await open(paths.stats('owner'))
    expect(page.html).toContain('aria-label="Listens a month: 1 in the last twelve months, most in ')
    return page
  })
  expect(stats).toMatchObject({ status: 200, isIndexed: true })
  expect(stats.canonical).toMatch(/\/profile\/owner\/stats$/)
  expect(stats.html).toMatch(/<table[^>]*><caption[^>]*>Listens a month<\/caption>/)
  expect(stats.html).not.toContain('Homogenic')
  const seen = await open(paths.stats('owner'), { cookie: stranger.cookies.header() })
  expect(seen.html).not.toContain('Homogenic')
  const own = await open(paths.stats('owner'), { cookie: owner.cookies.header() })
  expect(own.html).toContain('Homogenic')
})

it('a year has a picture of what everyone may see, as long as there is something', async () => {
  const owner = await plak.harness.register('owner')
  const { id } = await owner.client.logs.add.mutate({
    ...kidA,
    date: '2026-05-01',
    submission: crypto.randomUUID(),
  })
  await owner.client.logs.add.mutate({
    ...homogenic,
    date: '2025-05-01',
    visibility: 'followers',
    submission: crypto.randomUUID(),
  })
  const page = await open(paths.year('owner', 2026))
  expect(page).toMatchObject({ status: 200, isIndexed: true })
  const { pathname, search } = new URL(page.image!)
  expect(pathname).toBe('/preview/year/owner-2026.png')
  const picture = await fetch(plak.server.url + pathname + search)
  expect(picture.headers.get('cache-control')).toBe('public, max-age=86400')
  const { width, height, format } = await sharp(Buffer.from(await picture.arrayBuffer())).metadata()
  expect([width, height, format]).toEqual([1200, 630, 'png'])

  const statusOf = async (path: string) => (await fetch(plak.server.url + path)).status
  for (const path of [
    paths.yearPreview('owner', 2025, 'x'),
    paths.yearPreview('nobody', 2026, 'x'),
    '/preview/year/owner.png',
    paths.year('owner', 2025),
    '/profile/owner/02026',
    '/profile/owner/words',
  ])
    expect([path, await statusOf(path)]).toEqual([path, 404])

  await owner.client.logs.save.mutate({ ...kidA, id, rating: 8, date: '2026-05-01', visibility: 'me' })
  expect(await statusOf(pathname)).toBe(404)
})

it('neither page of a private account is indexed', async () => {
  const owner = await plak.harness.register('owner')
  await owner.client.logs.add.mutate({ ...kidA, submission: crypto.randomUUID() })
  await owner.client.visibility.setPrivate.mutate({ isPrivate: true })
  expect(await open(paths.stats('owner'))).toMatchObject({ status: 200, isIndexed: false })
  const cookie = owner.cookies.header()
  expect(await open(paths.year('owner', 2026), { cookie })).toMatchObject({ status: 200, isIndexed: false })
  expect((await open(paths.year('owner', 2026))).status).toBe(404)
  expect((await fetch(`${plak.server.url}/preview/year/owner-2026.png`)).status).toBe(404)
})
