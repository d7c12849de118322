import { test as playwright } from '@playwright/test'
import { texts } from '../../shared/texts.ts'
import { databasePrefix } from '../support/database.ts'
import { testConnection } from '../support/testServer.ts'
import { faultsOf } from './accessChecks.ts'
import { expectUsable } from './expectUsable.ts'
import { callOf, expect, failedRequest, test, withoutFirstData } from './plak.ts'
import { block, connect, figure, said } from './spotify.ts'

test('a visitor sees what one listens to, with links to Spotify, and no controls', async ({
  signUp,
  page,
}) => {
  const person = await signUp('listener')
  await connect(person, 'June')
  await page.goto('/profile/listener')
  await expect(figure(page, 'Saved albums')).toHaveText('117')
  await expect(figure(page, 'Saved tracks')).toHaveText('233')
  await expect(block(page).getByRole('list', { name: 'Recently played' }).getByRole('link')).toHaveCount(5)
  const artists = block(page).getByRole('list', { name: 'Top artists' })
  await expect(artists.getByRole('link')).toHaveCount(6)
  await expect(artists.getByRole('link').first()).toHaveAttribute('href', /\/artist\//)
  await expect(artists.getByRole('link').first()).toHaveAttribute('rel', 'noopener noreferrer')
  await expect(artists.locator('img').first()).toBeVisible()
  await expect(
    block(page).getByRole('list', { name: 'Followed artists' }).getByRole('link').first(),
  ).toBeVisible()
  await expect(block(page).getByText('Only for me')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /Sync|Disconnect|Connect Spotify/ })).toHaveCount(0)
})

test('one’s own playlists open to their tracks, page by page; those of others lead to Spotify', async ({
  signUp,
}) => {
  const person = await signUp('listener')
  const { page } = person
  await connect(person, 'June')
  const playlists = block(page).getByRole('list', { name: 'Playlists' })
  await block(page).getByRole('button', { name: 'Show all 8' }).click()
  await expect(playlists.getByRole('listitem')).toHaveCount(8)
  await expect(playlists.getByRole('link', { name: /Rain on the Roof/ })).toHaveAttribute(
    'href',
    /\/playlist\//,
  )
  await playlists.getByRole('button', { name: /On repeat/ }).click()
  const tracks = page
    .getByRole('dialog', { name: 'On repeat' })
    .getByRole('list', { name: 'Tracks' })
    .getByRole('listitem')
  await expect(tracks).toHaveCount(50)
  // The next page is loaded before the end is reached.
  const atTheEnd = async () => {
    await tracks.last().scrollIntoViewIfNeeded()
    return await tracks.count()
  }
  await expect.poll(atTheEnd).toBe(140)
  await page.keyboard.press('Escape')
  await expect(playlists.getByRole('button', { name: /On repeat/ })).toBeFocused()
  await playlists.getByRole('button', { name: /Empty one/ }).click()
  await expect(page.getByRole('dialog').getByText('No tracks yet')).toBeVisible()
})

test('a new account shows empty blocks; a missing block is not shown as empty', async ({ signUp, plak }) => {
  const person = await signUp('listener')
  const { page } = person
  await connect(person, 'Mina')
  await expect(figure(page, 'Saved albums')).toHaveText('0')
  await expect(block(page).getByText('Nothing played lately')).toBeVisible()
  await plak.spotify({ route: 'top-artists', said: 'no-scope' })
  await page.getByRole('button', { name: 'Refresh data' }).click()
  await expect(said(page, 'Data updated successfully')).toBeVisible()
  await expect(block(page).getByText('Reconnect Spotify to show this')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reconnect Spotify' })).toBeVisible()
})

test.describe('while Spotify fails', () => {
  test.use({ expectedErrors: [failedRequest] })
  test('a refresh says so, and what was shown stays', async ({ signUp, plak }) => {
    const person = await signUp('listener')
    const { page } = person
    await connect(person, 'June')
    await plak.spotify({ route: 'tracks', said: 'server-error' })
    await page.getByRole('button', { name: 'Refresh data' }).click()
    await expect(said(page, 'Error updating data')).toBeVisible()
    await expect(figure(page, 'Saved tracks')).toHaveText('233')
  })
})

test('a connection that ends within a month says when', async ({ signUp }) => {
  const person = await signUp('listener')
  const { page } = person
  await connect(person, 'Mina')
  const database = await testConnection(`${databasePrefix(process.pid)}web${playwright.info().parallelIndex}`)
  await database.query('UPDATE SpotifyConnection SET authorizedAt = UTC_TIMESTAMP() - INTERVAL 162 DAY')
  await database.end()
  await page.reload()
  await expect(
    block(page).getByText(/^This connection ends on \d+ \S+ \d{4}\. Reconnect Spotify to keep it\.$/),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Reconnect Spotify' }).click()
  await page.getByRole('button', { name: 'Agree' }).click()
  await expect(page).toHaveURL('/profile/listener')
  await expect(page.getByRole('button', { name: 'Sync' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reconnect Spotify' })).toHaveCount(0)
})

test.describe('when it cannot be loaded', () => {
  test.use({ expectedErrors: [failedRequest] })
  test('the rest of the profile stands, and another try helps', async ({ page, signUp }) => {
    await connect(await signUp('listener'), 'Deniz')
    const error = {
      message: texts.error,
      code: -32603,
      data: { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500, id: 'error' },
    }
    await withoutFirstData(page)
    await page.route(callOf('spotify.stats'), async (route) => {
      const response = await route.fetch()
      const calls = new URL(route.request().url()).pathname.replace('/trpc/', '').split(',')
      const answers = (await response.json()) as unknown[]
      await route.fulfill({ response, json: answers.with(calls.indexOf('spotify.stats'), { error }) })
    })
    await page.goto('/profile/listener')
    await expect(page.getByRole('tab', { name: 'Listened' })).toHaveText('Listened62')
    const failure = page.getByRole('main').getByRole('alert')
    await expect(failure).toContainText('The Spotify data could not be loaded')
    await page.unroute(callOf('spotify.stats'))
    await failure.getByRole('button', { name: 'Try again' }).click()
    await expect(figure(page, 'Saved albums')).toHaveText('62')
  })
})

test('fits on a phone and can be used by everybody, in either light', async ({ signUp }) => {
  const person = await signUp('listener')
  const { page } = person
  await connect(person, 'June')
  await expect(page.getByRole('list', { name: 'Top artists' })).toBeVisible()
  await expectUsable(page)
  // In dark mode, and as narrow as a phone.
  for (const name of [/On repeat/, 'Disconnect']) {
    await page.getByRole('button', { name }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await faultsOf(page, { within: '[role=dialog]' })).toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})
