import type { Locator } from '@playwright/test'
import { entriesOf, entryOf, manyEntries, openFeed, save } from './activityFeed.ts'
import { callOf, expect, failedRequest, journey, test, withoutFirstData } from './plak.ts'
import { scrolled } from './scrolling.ts'

const topOf = async (entry: Locator) => Math.round((await entry.boundingBox())!.y)

test('one person logs an album, the follower sees it appear', journey, async ({ signUp }) => {
  const [author, follower] = await Promise.all([signUp('author'), signUp('follower')])
  const feed = follower.page
  await feed.goto('/profile/author')
  await feed.getByRole('button', { name: 'Follow', exact: true }).click()
  await expect(feed.getByRole('status').filter({ hasText: 'Followed' })).toBeVisible()
  await feed.getByRole('link', { name: 'Activity' }).click()
  await expect(feed.getByText('No activity yet. Follow other users to see their activity.')).toBeVisible()
  await feed.evaluate(() => Object.assign(window, { sameDocument: true }))

  const { page } = author
  await page.goto('/')
  await page.getByPlaceholder('Search album, artist or user...').fill('homogenic')
  await page.getByRole('option', { name: /Homogenic/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Homogenic')
  await page.getByRole('button', { name: 'Log', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Log album' })
  await dialog.getByRole('slider', { name: 'Rating' }).focus()
  for (let half = 0; half < 9; half++) await page.keyboard.press('ArrowRight')
  await dialog.getByRole('button', { name: 'Favorite' }).click()
  await dialog.getByRole('textbox', { name: 'Review' }).fill('Strings and volcanic beats.\nTwice.')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Album logged successfully')).toBeVisible()

  const entry = entryOf(feed, 'Homogenic')
  await expect(entry).toBeVisible()
  await expect(entry.getByRole('link', { name: 'author' })).toHaveAttribute('href', '/profile/author')
  await expect(entry.getByRole('link', { name: 'Homogenic' })).toHaveAttribute(
    'href',
    /^\/album\/Bj%C3%B6rk\/Homogenic$/,
  )
  await expect(entry.getByText('Björk')).toBeVisible()
  await expect(entry.getByText('just now')).toBeVisible()
  await expect(entry.getByRole('img', { name: '4.5 of 5 stars' })).toBeVisible()
  await expect(entry.getByRole('img', { name: 'Favorite' })).toBeVisible()
  await expect(entry.getByText('Strings and volcanic beats.')).toBeVisible()
  await expect(entry.locator('a img').last()).toHaveJSProperty('complete', true)
  await expect(feed.getByRole('status').filter({ hasText: 'author logged Homogenic' })).toHaveCount(1)
  await expect(feed.getByText('No activity yet.')).toHaveCount(0)
  expect(await feed.evaluate(() => 'sameDocument' in window)).toBe(true)
})

test.describe('what changes', () => {
  test('changes where it stands, and goes when it is removed', async ({ signUp }) => {
    const { author, page } = await openFeed(signUp)
    const first = await save(author, 'Björk', 'Homogenic', { rating: 2, review: 'Cold.' })
    await save(author, 'Portishead', 'Dummy')
    await expect(entriesOf(page)).toHaveCount(2)
    await save(author, 'Björk', 'Homogenic', { rating: 10, review: 'Warm after all.' })
    await expect(entryOf(page, 'Homogenic').getByText('Warm after all.')).toBeVisible()
    await expect(entryOf(page, 'Homogenic').getByRole('img', { name: '5 of 5 stars' })).toBeVisible()
    await expect(entriesOf(page).last()).toContainText('Homogenic')
    await author.call.favorites.set.mutate({ artist: 'Portishead', album: 'Dummy', favorite: true })
    await expect(entryOf(page, 'Dummy').getByRole('img', { name: 'Favorite' })).toBeVisible()
    await author.call.logs.remove.mutate({ id: first.id })
    await expect(entryOf(page, 'Homogenic')).toHaveCount(0)
    await expect(entriesOf(page)).toHaveCount(1)
  })

  test('unfollowing elsewhere takes the person away, following brings them back', async ({ signUp }) => {
    const { author, follower, page } = await openFeed(signUp)
    const other = await signUp('other')
    await follower.call.follows.set.mutate({ nickname: 'other', following: true })
    await save(author, 'Björk', 'Homogenic')
    await save(other, 'Portishead', 'Dummy')
    await expect(entriesOf(page)).toHaveCount(2)

    const tab = await follower.context.newPage()
    await tab.goto('/profile/author')
    await tab.getByRole('button', { name: 'Unfollow' }).click()
    await expect(entryOf(page, 'Homogenic')).toHaveCount(0)
    await expect(entryOf(page, 'Dummy')).toHaveCount(1)
    await save(author, 'Björk', 'Vespertine')
    await tab.getByRole('button', { name: 'Follow', exact: true }).click()
    await expect(entriesOf(page)).toHaveCount(3)
    await expect(entryOf(page, 'Vespertine')).toHaveCount(1)
  })
})

test.describe('a page that is not at its top', () => {
  test('is not moved: new entries wait behind a pill that brings them', async ({ signUp }) => {
    const { author, page, albums } = await openFeed(signUp, 12)
    const read = entryOf(page, albums[6]!.name)
    await read.scrollIntoViewIfNeeded()
    await scrolled(page)
    const before = await topOf(read)
    await save(author, 'Björk', 'Homogenic')
    await save(author, 'Portishead', 'Dummy')
    await expect(page.getByRole('button', { name: '2 new', exact: true })).toBeVisible()
    await save(author, 'Godspeed You! Black Emperor', 'F♯ A♯ ∞')
    const pill = page.getByRole('button', { name: '3 new', exact: true })
    await expect(pill).toBeVisible()
    await expect(entriesOf(page)).toHaveCount(12)
    expect(await topOf(read)).toBe(before)

    await pill.click()
    await expect(entriesOf(page)).toHaveCount(15)
    await expect(entriesOf(page).first()).toContainText('F♯ A♯ ∞')
    await expect(entriesOf(page).first()).toBeFocused()
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await expect(page.getByRole('button', { name: /new$/ })).toHaveCount(0)
  })

  test('shows them when one scrolls up oneself; edits and removals come at once', async ({ signUp }) => {
    const { author, page, albums } = await openFeed(signUp, 12)
    const [newest, second] = albums
    await page.evaluate(() => scrollTo(0, 300))
    await scrolled(page)
    await save(author, 'Björk', 'Homogenic')
    await expect(page.getByRole('button', { name: '1 new', exact: true })).toBeVisible()
    await save(author, newest!.artist, newest!.name, { review: 'Again.' })
    await expect(entryOf(page, newest!.name).getByText('Again.')).toBeVisible()
    const { log } = await author.call.logs.mine.query({ artist: second!.artist, album: second!.name })
    await author.call.logs.remove.mutate({ id: log!.id })
    await expect(entryOf(page, second!.name)).toHaveCount(0)
    await expect(entryOf(page, 'Homogenic')).toHaveCount(0)
    await page.evaluate(() => scrollTo(0, 0))
    await expect(entryOf(page, 'Homogenic')).toBeVisible()
    await expect(entriesOf(page).first()).toContainText('Homogenic')
  })
})

test('older entries follow by scrolling, each once, in order', async ({ signUp }) => {
  const { page, authors, labels } = await manyEntries(signUp)
  await page.goto('/activity')
  await expect(entriesOf(page)).toHaveCount(50)
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await expect(entriesOf(page)).toHaveCount(60)
  expect(
    await entriesOf(page).evaluateAll((all) => all.map((one) => one.getAttribute('aria-label'))),
  ).toEqual(labels)
  await expect(page.getByRole('button', { name: 'Show more activity' })).toHaveCount(0)
  // The last entry is changed in place, too.
  const { albums } = await authors[0]!.call.catalog.popular.query({ page: 1 })
  await save(authors[0]!, albums[0]!.artist, albums[0]!.name, { review: 'The oldest of all.' })
  await expect(entriesOf(page).last()).toContainText('The oldest of all.')
})

test.describe('a feed that cannot be read', () => {
  test.use({ expectedErrors: [failedRequest] })

  test('says so, and is there at the next try', async ({ signUp }) => {
    const { page } = await signUp('follower')
    await withoutFirstData(page)
    await page.route(callOf('activity.feed'), (route) => route.abort())
    await page.goto('/activity')
    await expect(page.getByRole('alert')).toContainText('The server cannot be reached.')
    await page.unroute(callOf('activity.feed'))
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('No activity yet.')).toBeVisible()
  })

  test('keeps what is shown when older entries fail', async ({ signUp }) => {
    const { page } = await manyEntries(signUp)
    await page.goto('/activity')
    await expect(entriesOf(page)).toHaveCount(50)
    await page.route(callOf('activity.feed'), (route) => route.abort())
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await expect(page.getByRole('alert')).toContainText('The server cannot be reached.')
    await expect(entriesOf(page)).toHaveCount(50)
    await page.unroute(callOf('activity.feed'))
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(entriesOf(page)).toHaveCount(60)
  })
})

test.describe('a feed that cannot be refetched', () => {
  test.use({ expectedErrors: [failedRequest] })

  test('keeps what is shown and offers another try', async ({ signUp }) => {
    const { follower, page } = await openFeed(signUp, 1)
    const other = await signUp('other')
    await save(other, 'Portishead', 'Dummy')
    await page.route(callOf('activity.feed'), (route) => route.abort())
    await follower.call.follows.set.mutate({ nickname: 'other', following: true })
    await expect(page.getByRole('alert')).toContainText('An error occurred')
    await expect(entriesOf(page)).toHaveCount(1)
    await page.unroute(callOf('activity.feed'))
    // By the keyboard: a click can scroll the page first, and a page that is not at its top does not move for new entries.
    await page.getByRole('button', { name: 'Try again' }).press('Enter')
    await expect(entryOf(page, 'Dummy')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})

test('logging out in another tab closes the feed', async ({ signUp }) => {
  const { page, follower } = await openFeed(signUp, 1)
  const tab = await follower.context.newPage()
  await tab.goto('/')
  await tab.getByRole('button', { name: 'Account menu' }).click()
  await tab.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByText('You must be logged in to view this page')).toBeVisible()
  await expect(entriesOf(page)).toHaveCount(0)
})

test('a visitor is sent to the login, and comes back', async ({ page, signUp }) => {
  await signUp('somebody')
  await page.goto('/activity')
  await expect(page.getByText('You must be logged in to view this page')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await page.getByLabel('Email or Username').fill('somebody')
  await page.getByLabel('Password').fill('somebody has a record player')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/activity')
  await expect(page.getByText('No activity yet.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Explore Albums' })).toHaveAttribute('href', '/albums')
})
