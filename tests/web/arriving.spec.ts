import type { Page } from '@playwright/test'
import { callOf, expect, failedRequest, journey, test } from './plak.ts'

const next = (page: Page) => page.getByRole('button', { name: 'Next' })
const skip = (page: Page) => page.getByRole('button', { name: 'Skip' })
const album = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const picked = (page: Page) => page.getByRole('main').getByRole('button', { pressed: true })
const namesOf = (page: Page) =>
  picked(page).evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')))
const trending = (page: Page) =>
  page.getByRole('list', { name: 'Trending Albums' }).getByRole('button', { pressed: false })

async function register(page: Page, nickname: string) {
  await page.getByLabel('Username').fill(nickname)
  await page.getByLabel('Email').fill(`${nickname}@plak.example`)
  await page.getByLabel('Password', { exact: true }).fill('a stylus and a groove')
  await page.getByLabel('Confirm Password').fill('a stylus and a groove')
  await page.getByRole('button', { name: 'Register' }).click()
}

for (const width of [390, 1280]) {
  test.describe(`at ${width} pixels`, () => {
    test.use({ viewport: { width, height: 844 } })

    test(
      'a new person picks albums, follows somebody, and is at home',
      width === 390 ? journey : {},
      async ({ page, signUp }) => {
        const other = await signUp('vinyl')
        await other.call.favorites.pick.mutate({
          albums: [
            { artist: 'Björk', album: 'Homogenic' },
            { artist: 'Portishead', album: 'Dummy' },
          ],
        })
        await other.call.logs.save.mutate({ artist: 'Radiohead', album: 'Kid A', rating: 8 })
        await page.goto('/register')
        await register(page, 'ayse')
        await expect(page).toHaveURL('/welcome')
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pick albums you love')
        await expect(page).toHaveTitle('Pick albums you love · Plak')
        await expect(page.getByText('Step 1 of 3')).toBeVisible()
        await expect(page.getByRole('link', { name: 'Edit Profile' })).toHaveCount(0)
        await expect(trending(page)).toHaveCount(24)

        await page.getByRole('searchbox', { name: 'Search albums' }).fill('homogenic')
        await album(page, 'Homogenic').click()
        await expect(album(page, 'Homogenic')).toHaveAttribute('aria-pressed', 'true')
        await page.getByRole('searchbox', { name: 'Search albums' }).fill('dummy')
        await album(page, 'Dummy').click()
        await page.getByRole('searchbox', { name: 'Search albums' }).fill('')
        const first = (await trending(page).first().getAttribute('aria-label'))!
        await album(page, first).click()
        expect(await namesOf(page)).toEqual(['Homogenic', 'Dummy', first])
        await album(page, first).click()
        await expect(album(page, first)).toHaveAttribute('aria-pressed', 'false')
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
        await page.reload()
        await expect(picked(page)).toHaveCount(2)
        await next(page).click()

        await expect(page).toHaveURL('/welcome/people')
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Follow people')
        const person = page.getByRole('list', { name: 'Follow people' }).getByRole('listitem')
        await expect(person).toHaveCount(1)
        await expect(person).toContainText('Also loves Homogenic and Dummy')
        await expect(person.getByRole('link', { name: 'vinyl' })).toHaveAttribute('href', '/profile/vinyl')
        const isFollowed = page.waitForResponse(callOf('follows.set'))
        await person.getByRole('button', { name: 'Follow', exact: true }).click()
        await expect(person.getByRole('button', { name: 'Unfollow' })).toBeVisible()
        await isFollowed
        await page.goBack()
        await expect(page).toHaveURL('/welcome')
        expect(await namesOf(page)).toEqual(['Homogenic', 'Dummy'])
        await page.goForward()
        await expect(page.getByText('Nobody to suggest yet')).toBeVisible()
        await next(page).click()

        await expect(page).toHaveURL('/welcome/history')
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bring your history')
        await expect(page.getByText('Step 3 of 3')).toBeVisible()
        await expect(page.getByRole('main').getByRole('link', { name: 'Import' })).toHaveAttribute(
          'href',
          '/import',
        )
        await expect(page.getByRole('link', { name: 'Scrobble what you play' })).toHaveAttribute(
          'href',
          '/settings/connections',
        )
        await page.reload()
        await page.getByRole('button', { name: 'Done' }).click()
        await expect(page).toHaveURL('/activity')
        await expect(page.getByRole('article', { name: 'vinyl logged Kid A' })).toBeVisible()
        await page.goto('/profile/ayse')
        const top = page.getByRole('region', { name: 'Favorite Albums' }).or(page.getByRole('main'))
        await expect(top.getByText('Homogenic').first()).toBeVisible()
        expect((await other.call.users.profile.query({ nickname: 'ayse' })).favoriteAlbums).toMatchObject([
          { name: 'Homogenic' },
          { name: 'Dummy' },
        ])
        expect((await other.call.notifications.list.query({})).items).toHaveLength(1)
      },
    )
  })
}

test('suggestions that were read before a follow was stored are read again after it', async ({ signUp }) => {
  const [{ page, call }, other] = await Promise.all([signUp('ayse'), signUp('vinyl')])
  const albums = [
    { artist: 'Björk', album: 'Homogenic' },
    { artist: 'Portishead', album: 'Dummy' },
  ]
  await other.call.favorites.pick.mutate({ albums })
  await call.favorites.pick.mutate({ albums })
  await page.goto('/welcome')
  await next(page).click()
  const person = page.getByRole('list', { name: 'Follow people' }).getByRole('listitem')
  await expect(person).toHaveCount(1)

  let read = () => {}
  let answer = () => {}
  const isRead = new Promise<void>((resolve) => (read = resolve))
  const isAnswered = new Promise<void>((resolve) => (answer = resolve))
  await page.route(callOf('follows.set'), async (route) => {
    await isRead
    await route.continue()
  })
  await person.getByRole('button', { name: 'Follow', exact: true }).click()
  await page.goBack()
  await page.route(
    callOf('suggestions.arriving'),
    async (route) => {
      const response = await route.fetch()
      read()
      await isAnswered
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  await page.goForward()
  await expect(page.getByText('Followed', { exact: true })).toBeVisible()
  answer()
  await expect(page.getByText('Nobody to suggest yet')).toBeVisible()
})

test('skipping ends the welcome, and the home page no longer offers it', async ({ signUp, openBrowser }) => {
  const ayse = await signUp('ayse')
  const deniz = await signUp('deniz')
  await deniz.call.logs.save.mutate({ artist: 'Björk', album: 'Homogenic', rating: 8 })
  await ayse.call.follows.set.mutate({ nickname: 'deniz', following: true })
  const { page } = ayse
  const start = page.getByRole('link', { name: 'Get started' })
  const otherTab = await ayse.context.newPage()
  await otherTab.goto('/')
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'For you', level: 2 })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'New from people you follow', level: 3 })).toBeVisible()
  await start.click()
  await expect(page).toHaveURL('/welcome')
  await skip(page).dblclick()
  await expect(page).toHaveURL('/activity')
  await page.goto('/')
  await expect(page.getByRole('article', { name: 'deniz logged Homogenic' })).toBeVisible()
  await expect(start).toHaveCount(0)
  await expect(otherTab.getByRole('link', { name: 'Get started' })).toHaveCount(0)
  const phone = await openBrowser(ayse)
  await phone.goto('/')
  await expect(phone.getByRole('heading', { name: 'For you' })).toBeVisible()
  await expect(phone.getByRole('link', { name: 'Get started' })).toHaveCount(0)
  await otherTab.close()
})

test('a new person goes on where they wanted to', async ({ page }) => {
  await page.goto('/activity')
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Register' }).click()
  await register(page, 'ayse')
  await expect(page).toHaveURL('/activity')
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Get started' })).toHaveAttribute('href', '/welcome')
})

test('a visitor logs in first, and is back at the step', async ({ page, signUp }) => {
  const { nickname } = await signUp('ayse')
  await page.goto('/welcome/people')
  await expect(page).toHaveURL('/login')
  await page.getByLabel('Email or Username').fill(nickname)
  await page.getByLabel('Password').fill('ayse has a record player')
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL('/welcome/people')
  await expect(page.getByText('Step 2 of 3')).toBeVisible()
})

test('the keyboard picks one album after the other, and puts them back', async ({ signUp }) => {
  const { page } = await signUp('ayse')
  await page.goto('/welcome')
  await expect(trending(page)).toHaveCount(24)
  const names = await trending(page).evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')!))
  await trending(page).first().focus()
  await page.keyboard.press('Enter')
  await expect(album(page, names[1]!)).toBeFocused()
  await page.keyboard.press('Space')
  await expect(album(page, names[2]!)).toBeFocused()
  expect(await namesOf(page)).toEqual(names.slice(0, 2))
  await expect(page.getByRole('status').filter({ hasText: `${names[1]} picked` })).toBeAttached()
  await album(page, names[0]!).focus()
  await page.keyboard.press('Enter')
  await expect(album(page, names[1]!)).toBeFocused()
  expect(await namesOf(page)).toEqual([names[1]])
})

test('an album that is put back after Next and Back loses the heart, except one from before', async ({
  signUp,
}) => {
  const { page, call } = await signUp('ayse')
  const hearts = async () => {
    const { items } = await call.favorites.of.query({ nickname: 'ayse' })
    return items.map(({ name }) => name)
  }
  await page.goto('/welcome')
  await expect(trending(page)).toHaveCount(24)
  const [first, second, third] = await trending(page).evaluateAll((buttons) =>
    buttons.slice(0, 3).map((button) => button.getAttribute('aria-label')!),
  )
  const artist = (await trending(page).first().getAttribute('title'))!
  await call.favorites.set.mutate({ artist, album: first!, favorite: true })
  for (const name of [first!, second!, third!]) await album(page, name).click()
  await next(page).click()
  await expect(page).toHaveURL('/welcome/people')
  expect((await hearts()).toSorted()).toEqual([first!, second!, third!].toSorted())
  await page.goBack()
  for (const name of [first!, second!]) await album(page, name).click()
  await expect(picked(page)).toHaveCount(1)
  await expect.poll(async () => (await hearts()).toSorted()).toEqual([first!, third!].toSorted())
  const { favoriteAlbums } = await call.users.profile.query({ nickname: 'ayse' })
  expect(favoriteAlbums.map(({ name }) => name)).not.toContain(second)
  // Picked again, it has its heart again.
  await album(page, second!).click()
  await next(page).click()
  await expect(page).toHaveURL('/welcome/people')
  expect(await hearts()).toHaveLength(3)
})

test.describe('what fails', () => {
  test.use({ expectedErrors: [failedRequest] })

  test('a step that does not exist is an ordinary page not found', async ({ signUp }) => {
    const { page } = await signUp('ayse')
    const response = await page.goto('/welcome/elsewhere')
    expect(response?.status()).toBe(404)
    await expect(page.getByText('Page not found')).toBeVisible()
  })

  test('a switch of suggestions that cannot be saved is as before, and says so', async ({ signUp }) => {
    const { page } = await signUp('ayse')
    await page.goto('/settings/privacy')
    const me = page.getByRole('switch', { name: 'Suggest me to others' })
    await page.route(callOf('visibility.setSuggestions'), (route) => route.abort(), { times: 1 })
    await me.click()
    await expect(page.getByRole('status').filter({ hasText: 'The server cannot be reached' })).toBeVisible()
    await expect(me).toBeChecked()
  })

  test('picks are kept until they can be saved', async ({ signUp }) => {
    const { page, call } = await signUp('ayse')
    await page.goto('/welcome')
    await trending(page).first().click()
    await page.route(callOf('favorites.pick'), (route) => route.abort())
    await next(page).click()
    await expect(page.getByText('Your albums could not be saved')).toBeVisible()
    await expect(page).toHaveURL('/welcome')
    await expect(picked(page)).toHaveCount(1)
    await page.unroute(callOf('favorites.pick'))
    await next(page).dblclick()
    await expect(page).toHaveURL('/welcome/people')
    expect((await call.favorites.of.query({ nickname: 'ayse' })).items).toHaveLength(1)
  })

  test('a catalogue that does not answer leaves the search with our own albums', async ({ plak, signUp }) => {
    const { page, call } = await signUp('ayse')
    await call.listenLater.set.mutate({ artist: 'Björk', album: 'Homogenic', wanted: true })
    await plak.misbehave({ fault: 'offline', method: 'album.search' })
    await page.goto('/welcome')
    // Another query than those of other tests, whose results the server keeps.
    await page.getByRole('searchbox', { name: 'Search albums' }).fill('homogenik')
    await expect(page.getByText('More results could not be loaded')).toBeVisible()
    await album(page, 'Homogenic').click()
    await expect(album(page, 'Homogenic')).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('searchbox', { name: 'Search albums' }).fill('nothing of ours')
    await expect(page.getByText('More results could not be loaded')).toBeVisible()
    await fetch(`${plak.demo}/__control`, { method: 'DELETE' })
  })

  test('people who cannot be loaded are asked for again', async ({ signUp }) => {
    const { page } = await signUp('ayse')
    await page.route(callOf('suggestions.arriving'), (route) => route.abort())
    await page.goto('/welcome/people')
    await expect(page.getByRole('alert')).toBeVisible({ timeout: 20_000 })
    await page.unroute(callOf('suggestions.arriving'))
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('Nobody to suggest yet')).toBeVisible()
  })
})

test('an empty feed shows people and popular albums until the first entry arrives', async ({ signUp }) => {
  const ayse = await signUp('ayse')
  const deniz = await signUp('deniz')
  const fan = await signUp('fan')
  await fan.call.follows.set.mutate({ nickname: 'deniz', following: true })
  const { page } = ayse
  await page.goto('/activity')
  await expect(page.getByText('No activity yet. Follow other users to see their activity.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Follow people', level: 2 })).toBeVisible()
  const popular = page.getByRole('list', { name: 'Popular this week' })
  await expect(popular.getByRole('listitem')).toHaveCount(6)
  const person = page
    .getByRole('list', { name: 'Follow people' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: 'deniz' }) })
  await expect(person).toContainText('Followed by 1 person')
  await person.getByRole('button', { name: 'Follow', exact: true }).click()
  await expect(person.getByRole('button', { name: 'Unfollow' })).toBeVisible()
  await deniz.call.logs.save.mutate({ artist: 'Björk', album: 'Homogenic', rating: 8 })
  await expect(page.getByRole('article', { name: 'deniz logged Homogenic' })).toBeVisible()
  await expect(popular).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Follow people' })).toHaveCount(0)
})

test('the switches of suggestions are saved at once', async ({ signUp }) => {
  const { page, call } = await signUp('ayse')
  await page.goto('/settings/privacy')
  const me = page.getByRole('switch', { name: 'Suggest me to others' })
  const personal = page.getByRole('switch', { name: 'Personal suggestions' })
  await expect(me).toBeChecked()
  await expect(personal).toBeChecked()
  await me.click()
  await expect(me).not.toBeChecked()
  await expect
    .poll(() => call.visibility.settings.query())
    .toMatchObject({ suggestMe: false, personalSuggestions: true })
  await page.reload()
  await expect(me).not.toBeChecked()
  await expect(personal).toBeChecked()
})
