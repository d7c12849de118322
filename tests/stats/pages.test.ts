import sharp from 'sharp'
import { expect, it, vi } from 'vitest'
import { utcDay } from '../../shared/days.ts'
import { paths } from '../../shared/paths.ts'
import { runProduct } from '../support/runProduct.ts'

const plak = runProduct()
// A page is drawn for the day of the machine's clock.
const day = 24 * 60 * 60_000
const today = Date.parse(utcDay(new Date()))
const monday = new Date(today - ((new Date(today).getUTCDay() + 6) % 7) * day)
const thisYear = new Date(today).getUTCFullYear()
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

/** Returns the texts of a table's cells, by rows. */
function tableOf(html: string, caption: string): string[][] {
  const table = new RegExp(`<caption[^>]*>${caption}</caption>.*?</table>`, 's').exec(html)?.[0] ?? ''
  return [...table.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, row]) =>
    [...row!.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell]) => cell!),
  )
}

it('the calendar, the genres and the decades are tables in the first HTML', async () => {
  const owner = await plak.harness.register('owner')
  const date = utcDay(monday)
  await owner.client.logs.add.mutate({ ...kidA, date, submission: crypto.randomUUID() })
  await owner.client.logs.add.mutate({ ...homogenic, date, submission: crypto.randomUUID() })
  const tables = await vi.waitFor(async () => {
    const { html } = await open(paths.stats('owner'), { cookie: 'plak_language=en' })
    const found = ['Calendar', 'Genres', 'Decades'].map((caption) => tableOf(html, caption))
    for (const table of found) expect(table.length).toBeGreaterThan(1)
    return found
  })
  const [calendar, genres, decades] = tables as [string[][], string[][], string[][]]
  expect(calendar[0]).toEqual([
    'Week of',
    'Monday',
    'Tuesday',
    'Wednesday',
    'Thursday',
    'Friday',
    'Saturday',
    'Sunday',
  ])
  expect(calendar).toHaveLength(1 + 53)
  const week = monday.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  expect(calendar.at(-1)).toEqual([week, '2', '0', '0', '0', '0', '0', '0'])
  expect(genres[0]).toEqual(['Genre', 'Listens', 'Albums'])
  for (const [genre, ...counts] of genres.slice(1)) {
    expect(genre).toMatch(/\p{L}/u)
    for (const count of counts) expect(count).toMatch(/^[12]$/)
  }
  expect(decades[0]).toEqual(['Decade', 'Listens', 'Albums'])
  // The years of albums are looked up in the background.
  for (const [decade] of decades.slice(1)) expect(decade).toMatch(/^(\d{3}0s|Unknown)$/)
  const listens = decades.slice(1).map(([, count]) => Number(count))
  expect(listens.reduce((sum, count) => sum + count, 0)).toBe(2)
})

it('two strangers are sent the same HTML', async () => {
  const owner = await plak.harness.register('owner')
  await owner.client.logs.add.mutate({ ...kidA, rating: 9, submission: crypto.randomUUID() })
  // The data carries the moment at which it was read. On a busy machine a page omits data that could not be read in time.
  await vi.waitFor(async () => {
    const first = await open(paths.stats('owner'))
    await open(paths.stats('owner'), { cookie: owner.cookies.header() })
    const second = await open(paths.stats('owner'))
    const [one, other] = [first, second].map(({ html }) => html.replace(/"at":\d+/, '"at":0'))
    expect(one).toContain('Listens a month: 1 in')
    expect(other).toBe(one)
  })
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

it('the picture of a year of a disabled person is not found', async () => {
  const owner = await plak.harness.register('owner')
  await owner.client.logs.add.mutate({ ...kidA, date: '2026-05-01', submission: crypto.randomUUID() })
  const { pathname, search } = new URL((await open(paths.year('owner', 2026))).image!)
  const status = async () => (await fetch(plak.server.url + pathname + search)).status
  expect(await status()).toBe(200)
  await plak.server.deps.db.user.update({ where: { nickname: 'owner' }, data: { disabledAt: new Date() } })
  expect(await status()).toBe(404)
})

it('neither page of a private account is indexed', async () => {
  const owner = await plak.harness.register('owner')
  await owner.client.logs.add.mutate({ ...kidA, submission: crypto.randomUUID() })
  await owner.client.visibility.setPrivate.mutate({ isPrivate: true })
  expect(await open(paths.stats('owner'))).toMatchObject({ status: 200, isIndexed: false })
  const cookie = owner.cookies.header()
  expect(await open(paths.year('owner', thisYear), { cookie })).toMatchObject({
    status: 200,
    isIndexed: false,
  })
  expect((await open(paths.year('owner', thisYear))).status).toBe(404)
  expect((await fetch(`${plak.server.url}/preview/year/owner-${thisYear}.png`)).status).toBe(404)
})
