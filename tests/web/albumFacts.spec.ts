import type { Page } from '@playwright/test'
import { writeKnown } from './knownAlbums.ts'
import { expect, journey, test } from './plak.ts'

const tiles = (page: Page) => page.getByRole('main').getByRole('list').first().getByRole('link')
const select = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })

const known = [
  { artist: 'Slowdive', album: 'Souvlaki', releaseDate: '1993-05-17', genres: ['shoegaze', 'dream pop'] },
  { artist: 'Slowdive', album: 'Pygmalion', releaseDate: '1995-02', genres: ['ambient', 'dream pop'] },
  { artist: 'Beach House', album: 'Bloom', releaseDate: '2012', genres: ['dream pop'] },
  { artist: 'Peter Gabriel', album: 'Peter Gabriel (1980)', releaseDate: '1980' },
]

test.describe('albums of our own', () => {
  test(
    'are chosen by decade, genre and order, kept in the address',
    journey,
    async ({ signUp, page }, test) => {
      await writeKnown(test.parallelIndex, known)
      const { call } = await signUp('listener')
      await call.logs.save.mutate({ artist: 'Slowdive', album: 'Souvlaki', rating: 9 })

      await page.goto('/albums')
      await expect(tiles(page)).toHaveCount(24)
      await select(page, 'Decade').selectOption('1990s')
      await expect(page).toHaveURL('/albums?decade=1990')
      await expect(tiles(page)).toHaveText([/Slowdive · 1993$/, /Slowdive · 1995$/])
      await select(page, 'Sort by').selectOption('Release date')
      await expect(page).toHaveURL('/albums?decade=1990&sort=date')
      await expect(tiles(page)).toHaveText([/Slowdive · 1995$/, /Slowdive · 1993$/])
      await select(page, 'Decade').selectOption('All')
      await select(page, 'Genre').selectOption('dream pop')
      await expect(page).toHaveURL('/albums?genre=dream+pop&sort=date')
      await expect(tiles(page)).toHaveText([/Beach House · 2012$/, /Pygmalion/, /Souvlaki/])
      await select(page, 'Sort by').selectOption('Average rating')
      await expect(tiles(page)).toHaveText([/Souvlaki/, /Bloom/, /Pygmalion/])

      await page.reload()
      await expect(select(page, 'Genre')).toHaveValue('dream pop')
      await expect(select(page, 'Sort by')).toHaveValue('rating')
      await select(page, 'Decade').selectOption('1950s')
      await expect(page.getByText('No albums found')).toBeVisible()
      await page.getByRole('searchbox', { name: 'Search albums' }).fill('kid a')
      await expect(page).toHaveURL('/albums?q=kid+a')
      await expect(select(page, 'Decade')).toHaveCount(0)
    },
  )
})

test('albums that are chosen are drawn without JavaScript, and unknown values mean none', async ({
  page,
  browser,
  baseURL,
  plak,
}, test) => {
  await writeKnown(test.parallelIndex, known)
  await page.goto('/albums')
  await expect(tiles(page)).toHaveCount(24)
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL! })
  const drawn = await context.newPage()
  await plak.wait()
  await drawn.goto('/albums?decade=1990&genre=dream+pop&sort=rating')
  await expect(tiles(drawn)).toHaveText([/Slowdive · 1995$/, /Slowdive · 1993$/])
  await expect(select(drawn, 'Decade')).toHaveValue('1990')
  await expect(select(drawn, 'Genre')).toHaveValue('dream pop')
  await expect(select(drawn, 'Sort by')).toHaveValue('rating')
  for (const query of ['decade=0990&sort=best', `genre=${'long'.repeat(100)}`, 'genre=no+such+genre']) {
    await drawn.goto(`/albums?${query}`)
    await expect(tiles(drawn), query).toHaveCount(24, { timeout: 5_000 })
    await expect(select(drawn, 'Decade')).toHaveValue('')
    await expect(select(drawn, 'Genre')).toHaveValue('')
  }
  await context.close()
})

test('an open album page completes itself', journey, async ({ page }, test) => {
  await page.goto('/album/Bj%C3%B6rk/Homogenic')
  const main = page.getByRole('main')
  await expect(main.getByRole('list', { name: 'Tags' })).toBeVisible()
  await expect(main.getByRole('time')).toHaveCount(0)
  const groupId = '5d9d4f4b-4d0e-3f0c-8b0e-1e1a2e0a2f5b'
  await writeKnown(test.parallelIndex, [
    {
      artist: 'Björk',
      album: 'Homogenic',
      releaseDate: '1997-09-22',
      type: 'album',
      genres: ['trip hop'],
      groupId,
    },
  ])
  await expect(main.getByText('22 September 1997')).toHaveAttribute('datetime', '1997-09-22')
  await expect(main.getByText('Album', { exact: true })).toBeVisible()
  await expect(main.getByText('Data from MusicBrainz')).toBeVisible()
  const link = main.getByRole('link', { name: 'MusicBrainz' })
  await expect(link).toHaveAttribute('href', `https://musicbrainz.org/release-group/${groupId}`)
  await expect(main.getByRole('list', { name: 'Tags' })).toHaveCount(0)
  await main.getByRole('list', { name: 'Genres' }).getByRole('link', { name: 'trip hop' }).click()
  await expect(page).toHaveURL('/albums?genre=trip+hop')
  await expect(tiles(page)).toHaveText([/Björk · 1997$/])
})

test('the tabs of a profile are sorted and chosen by release', async ({ signUp, page }, test) => {
  await writeKnown(test.parallelIndex, known)
  const { call } = await signUp('listener')
  for (const { artist, album } of known.slice(0, 3))
    await call.logs.save.mutate({ artist, album, favorite: true })
  await page.goto('/profile/listener?tab=listened')
  const shown = page.getByRole('tabpanel').getByRole('list').first().getByRole('link')
  await expect(shown).toHaveText([/Bloom/, /Pygmalion/, /Souvlaki/])
  await select(page, 'Decade').selectOption('1990s')
  await expect(page).toHaveURL('/profile/listener?tab=listened&decade=1990')
  await expect(shown).toHaveText([/Pygmalion/, /Souvlaki/])
  await expect(page.getByRole('tab', { name: 'Listened 3' })).toBeVisible()
  await page.goto('/profile/listener?sort=date')
  await expect(select(page, 'Sort by')).toHaveValue('date')
  await expect(shown).toHaveText([/Bloom/, /Pygmalion/, /Souvlaki/])
})
