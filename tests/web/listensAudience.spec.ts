import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { entriesOf, entryOf, openFeed, save } from './activityFeed.ts'
import { expect, test } from './plak.ts'
import { scrolled } from './scrolling.ts'

const kidA = { artist: 'Radiohead', album: 'Kid A' }
const path = '/album/Radiohead/Kid%20A'
const reviews = (page: Page) => page.getByRole('list', { name: 'Reviews' }).getByRole('article')
const others = (page: Page) =>
  page.getByRole('list', { name: 'More listens by author' }).getByRole('listitem')

test('owner, follower and visitor each see the listenings that they may see, one review a person, and no sign of others', async ({
  signUp,
  openBrowser,
}) => {
  const [author, follower] = await Promise.all([signUp('author'), signUp('follower')])
  await follower.call.follows.set.mutate({ nickname: 'author', following: true })
  const visitor = await openBrowser()
  const add = (more: object) => author.call.logs.add.mutate({ ...kidA, submission: randomUUID(), ...more })
  await add({ review: 'For everyone.', rating: 6, date: '2026-01-01' })
  const pages = [author.page, follower.page, visitor]
  for (const page of pages) {
    await page.goto(path)
    await expect(reviews(page)).toHaveText([/For everyone\./])
    await expect(page.getByRole('button', { name: /listens$/ })).toHaveCount(0)
  }
  // Live: each reader receives only what they can see.
  const narrow = await add({
    review: 'For followers.',
    date: '2026-02-02',
    visibility: 'followers',
    relisten: true,
  })
  await expect(reviews(author.page)).toHaveText([/For followers\./])
  await expect(reviews(follower.page)).toHaveText([/For followers\./])
  await expect(reviews(follower.page).getByRole('img', { name: 'Relisten' })).toBeVisible()
  await add({ review: 'For me.', date: '2026-03-03', visibility: 'me' })
  await expect(reviews(author.page)).toHaveText([/For me\./])
  await expect(reviews(author.page).getByRole('img', { name: 'Only me' })).toBeVisible()
  await add({ date: null, rating: 3 })
  await expect(reviews(follower.page)).toHaveText([/For followers\./])
  await expect(reviews(visitor)).toHaveText([/For everyone\./])

  // The pages stayed open: the numbers were updated live.
  await expect(author.page.getByRole('button', { name: '4 listens' })).toBeVisible()
  await expect(reviews(author.page)).toHaveText([/For me\./])
  await follower.page.getByRole('button', { name: '3 listens' }).press('Enter')
  await expect(others(follower.page)).toHaveText([/For everyone\./, /no date/])
  await expect(follower.page.getByRole('button', { name: '3 listens' })).toHaveAttribute(
    'aria-expanded',
    'true',
  )
  await visitor.getByRole('button', { name: '2 listens' }).click()
  await expect(others(visitor)).toHaveText([/no date/])
  const another = await add({ date: '2025-12-12' })
  await expect(visitor.getByRole('button', { name: '3 listens' })).toBeVisible()
  await expect(others(visitor)).toHaveCount(2)
  await author.call.logs.remove.mutate({ id: another.id })
  await expect(others(visitor)).toHaveText([/no date/])
  for (const page of [follower.page, visitor]) {
    await expect(page.getByText('For me.')).toHaveCount(0)
    await expect(page.getByRole('img', { name: /^(Followers|Only me)$/ })).toHaveCount(0)
  }
  await expect(visitor.getByText('For followers.')).toHaveCount(0)

  // After narrowing the level it disappears, and the older one is shown again.
  await author.call.logs.save.mutate({ ...kidA, id: narrow.id, visibility: 'me' })
  await expect(reviews(follower.page)).toContainText(['For everyone.'])
  await expect(follower.page.getByText('For followers.')).toHaveCount(0)

  await author.page.goto('/profile/author?tab=diary')
  const entries = author.page.getByRole('listitem').filter({ hasText: 'Kid A' })
  await expect(entries).toHaveCount(3)
  await expect(entries.nth(1).getByRole('img', { name: 'Relisten' })).toBeVisible()
  await expect(entries.first().getByRole('img', { name: 'Only me' })).toBeVisible()
  await follower.page.goto('/profile/author?tab=diary')
  await expect(follower.page.getByRole('listitem').filter({ hasText: 'Kid A' })).toHaveCount(1)
})

test('the feed folds what one person logs in a row without a text; relistens say so; only me is not there', async ({
  signUp,
}) => {
  const { author, follower, page } = await openFeed(signUp)
  const { albums } = await author.call.catalog.popular.query({ page: 1 })
  const log = (place: number, more: object = {}) =>
    save(author, albums[place]!.artist, albums[place]!.name, { rating: 6, ...more })
  for (const place of [0, 1, 2]) await log(place)
  await expect(entriesOf(page)).toHaveCount(3)
  await log(3, { visibility: 'me' })
  await log(4, { visibility: 'followers', relisten: true })
  await expect(entriesOf(page).first()).toContainText(albums[4]!.name)
  await expect(entriesOf(page).first().getByRole('img', { name: 'Relisten' })).toBeVisible()
  await expect(entriesOf(page)).toHaveCount(3)
  await expect(entryOf(page, albums[3]!.name)).toHaveCount(0)
  await log(5)
  const more = page.getByRole('button', { name: 'Show 2 more', exact: true })
  await more.press('Enter')
  await expect(entriesOf(page)).toHaveCount(5)
  await expect(entriesOf(page).nth(3)).toBeFocused()
  // Opened folds stay open, and an entry with a text starts another run.
  await page.evaluate(() => scrollTo(0, 0))
  await log(6)
  await expect(entriesOf(page)).toHaveCount(6)
  await log(7, { review: 'Words.' })
  await expect(entriesOf(page)).toHaveCount(7)
  await page.reload()
  await expect(entriesOf(page)).toHaveCount(4)
  await expect(page.getByRole('button', { name: 'Show 3 more', exact: true })).toBeVisible()

  // The pill counts entries, folded or not.
  for (const place of [8, 9, 10]) await log(place, { review: 'Long enough to scroll.' })
  await expect(entriesOf(page)).toHaveCount(7)
  await page.evaluate(() => scrollTo(0, 400))
  await scrolled(page)
  for (const place of [11, 12, 13, 14]) await log(place)
  await page.getByRole('button', { name: '4 new', exact: true }).click()
  await expect(entriesOf(page)).toHaveCount(10)
  await expect(page.getByRole('button', { name: 'Show 1 more', exact: true })).toBeVisible()
  await expect(follower.page.getByText(albums[3]!.name, { exact: true })).toHaveCount(0)
})
