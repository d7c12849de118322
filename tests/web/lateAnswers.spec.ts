import type { Page } from '@playwright/test'
import { review } from './comments.ts'
import { holdAnswer } from './heldAnswer.ts'
import { callOf, expect, test } from './plak.ts'
import { saw } from './spotify.ts'

// An answer can arrive after something newer, which it must not replace.

const kidA = { artist: 'Radiohead', album: 'Kid A' }

/** The page reads again when its tab is shown. */
const showTab = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))

test.describe('notifications', () => {
  test('marking as read does not hide what came meanwhile', async ({ signUp }) => {
    const [owner, guest] = await Promise.all([signUp('owner'), signUp('guest')])
    const { page } = owner
    const id = await review(owner)
    await guest.call.follows.set.mutate({ nickname: 'owner', following: true })
    const answer = await holdAnswer(page, 'notifications.markRead')
    await page.goto('/notifications')
    await answer.read
    await guest.call.logs.like.mutate({ id, liked: true })
    const markAll = page.getByRole('button', { name: 'Mark all as read' })
    await expect(markAll).toBeVisible()
    await answer.release()
    await markAll.click()
    await expect(page.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible()
    await expect(markAll).toHaveCount(0)
  })

  test('one that comes while the page loads them for the first time is shown', async ({ signUp }) => {
    const [owner, guest] = await Promise.all([signUp('owner'), signUp('guest')])
    const { page } = owner
    const id = await review(owner)
    await page.goto('/')
    const answer = await holdAnswer(page, 'notifications.list')
    await page.getByRole('link', { name: 'Notifications', exact: true }).click()
    await answer.read
    await guest.call.logs.like.mutate({ id, liked: true })
    await expect(page.getByRole('link', { name: 'Notifications, 1 unread' })).toBeVisible()
    await answer.release()
    const rows = page.getByRole('list', { name: 'Notifications' }).getByRole('listitem')
    await expect(rows).toHaveText([/guest liked/])
  })

  test('a switch stays as it was clicked', async ({ signUp }) => {
    const { page } = await signUp('owner')
    await page.goto('/settings/notifications')
    const likes = page.getByRole('row', { name: /^Likes/ }).getByRole('checkbox')
    await expect(likes).toBeChecked()
    const answer = await holdAnswer(page, 'notifications.settings')
    await showTab(page)
    await answer.read
    const saved = page.waitForResponse(/notifications\.set\?/)
    await likes.click()
    await (await saved).finished()
    await answer.release()
    await expect(likes).not.toBeChecked()
  })

  test('a switch stays as it was clicked when the one before is saved', async ({ signUp }) => {
    const { page } = await signUp('owner')
    await page.goto('/settings/notifications')
    const box = (name: RegExp) => page.getByRole('row', { name }).getByRole('checkbox')
    await expect(box(/^Likes/)).toBeChecked()
    const first = await holdAnswer(page, 'notifications.set')
    await box(/^Likes/).click()
    await first.read
    await box(/^Mentions/).click()
    const second = await holdAnswer(page, 'notifications.set')
    await first.release()
    await expect(box(/^Mentions/)).not.toBeChecked()
    await second.release()
    for (const name of [/^Likes/, /^Mentions/]) await expect(box(name)).not.toBeChecked()
  })
})

test.describe('imports', () => {
  const file = {
    name: 'mine.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Artist,Album\nBjörk,Homogenic\n'),
  }
  const past = (page: Page) => page.getByRole('list', { name: 'Your imports' }).getByRole('listitem')

  for (const procedure of ['imports.get', 'imports.list'])
    test(`one that has ended is shown as ended, whatever ${procedure} has read before`, async ({
      signUp,
    }) => {
      const { page, call } = await signUp('bringer')
      await page.goto('/import')
      await page.getByLabel('File', { exact: true }).setInputFiles(file)
      await expect(page.getByRole('radio', { name: 'Ready 1', exact: true })).toBeVisible()
      const { id } = (await call.imports.list.query({})).items[0]!
      const answer = await holdAnswer(page, procedure)
      if (procedure === 'imports.list') await page.getByLabel('Visible to').selectOption('Followers')
      else await call.imports.set.mutate({ id, settings: { visibility: 'followers' } })
      await answer.read
      await call.imports.start.mutate({ id })
      await expect(past(page)).toContainText('1 row imported')
      await answer.release()
      await expect(past(page)).toContainText('1 row imported')
    })
})

test('the last of two choices of a default visibility is stored', async ({ signUp }) => {
  const { page, call } = await signUp('chooser')
  await page.goto('/settings/privacy')
  const select = page.getByLabel('Default visibility')
  await expect(select).toHaveValue('everyone')
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  const sent: string[] = []
  await page.route(/visibility\.setDefault/, async (route) => {
    sent.push(route.request().postData() ?? '')
    if (sent.length === 1) await held
    await route.continue()
  })
  await select.selectOption('Followers')
  await expect.poll(() => sent.length).toBe(1)
  await select.selectOption('Only me')
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  expect(sent).toHaveLength(1)
  letGo()
  await expect.poll(() => sent.length).toBe(2)
  await expect(page.getByRole('status').filter({ hasText: 'Default visibility' }).first()).toBeVisible()
  await expect.poll(async () => (await call.visibility.settings.query()).default).toBe('me')
  expect(sent.map((body) => /followers|me/.exec(body)?.[0])).toEqual(['followers', 'me'])
  await expect(select).toHaveValue('me')
})

test('somebody who is being followed stays among the suggestions', async ({ signUp, plak }) => {
  const [ayse, ...others] = await Promise.all(['ayse', 'deniz', 'fan'].map((name) => signUp(name)))
  const albums = [{ artist: 'Portishead', album: 'Dummy' }, kidA]
  for (const { call } of [ayse!, ...others]) await call.favorites.pick.mutate({ albums })
  await plak.suggest()
  const { page, call } = ayse!
  await page.goto('/')
  const people = page.getByRole('list', { name: 'People you may like' }).getByRole('listitem')
  await expect(people).toHaveCount(2)
  const deniz = people.filter({ hasText: 'deniz' })
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(/follows\.set/, async (route) => {
    await held
    await route.continue()
  })
  await deniz.getByRole('button', { name: 'Follow', exact: true }).click()
  const refetched = page.waitForResponse(/suggestions\.people/)
  await call.follows.set.mutate({ nickname: 'fan', following: true })
  await (await refetched).finished()
  await expect(people).toHaveCount(1)
  await expect(deniz.getByRole('button', { name: 'Unfollow' })).toBeVisible()
  letGo()
  await expect(page.getByRole('status').filter({ hasText: /^Followed$/ })).toBeVisible()
  await expect(deniz.getByRole('button', { name: 'Unfollow' })).toBeVisible()
})

test('a follow that is stored while the suggestions are loaded for the first time leaves them there', async ({
  signUp,
  plak,
}) => {
  const [ayse, ...others] = await Promise.all(['ayse', 'deniz', 'fan', 'noor'].map((name) => signUp(name)))
  const albums = [{ artist: 'Portishead', album: 'Dummy' }, kidA]
  for (const { call } of [ayse!, ...others]) await call.favorites.pick.mutate({ albums })
  await plak.suggest()
  const { page } = ayse!
  await page.goto('/profile/noor')
  const follow = await holdAnswer(page, 'follows.set')
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await follow.read
  const suggestions = await holdAnswer(page, 'suggestions.people')
  await page.getByRole('link', { name: 'Plak', exact: true }).click()
  await suggestions.read
  const told = saw(page, 'Followed')
  await follow.release()
  await told
  await suggestions.release()
  const people = page.getByRole('list', { name: 'People you may like' }).getByRole('listitem')
  await expect(people).toHaveText([/deniz/, /fan/])
})

test('a follow in a list stays when the next page of the list arrives', async ({ signUp }) => {
  const { page } = await signUp('viewer')
  const cards = Array.from({ length: 52 }, (_, index) => ({
    nickname: `fan_${index}`,
    avatar: null,
    relation: 'none',
  }))
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  let rest = 0
  await page.route(callOf('follows.followers'), async (route) => {
    const { pathname, search } = new URL(route.request().url())
    const calls = pathname.replace('/trpc/', '').split(',')
    const isRest = decodeURIComponent(search).includes('"cursor":"a.b"')
    if (isRest && ++rest === 1) await held
    const data = isRest ? { items: cards.slice(50), next: null } : { items: cards.slice(0, 50), next: 'a.b' }
    // The page may have given the call up.
    const response = await route.fetch().catch(() => null)
    if (!response) return
    const answers = (await response.json()) as unknown[]
    const json = answers.with(calls.indexOf('follows.followers'), { result: { data } })
    await route.fulfill({ response, json }).catch(() => undefined)
  })
  await page.route(callOf('follows.set'), (route) =>
    route.fulfill({ json: [{ result: { data: { following: true, requested: false } } }] }),
  )
  await page.goto('/profile/viewer')
  await page.getByRole('button', { name: '0 Followers' }).click()
  const people = page.getByRole('dialog').getByRole('listitem')
  await expect(people).toHaveCount(50)
  await people.last().scrollIntoViewIfNeeded()
  await expect.poll(() => rest).toBe(1)
  const button = (name: string) => people.getByRole('button', { name: `${name} fan_49`, exact: true })
  await button('Follow').click()
  await expect(button('Unfollow')).toBeVisible()
  letGo()
  await expect(people).toHaveCount(52)
  await expect(button('Unfollow')).toBeVisible()
})
