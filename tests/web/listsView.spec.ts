import type { Page } from '@playwright/test'
import { faultsOf } from './accessChecks.ts'
import { dummy, homogenic, kidA, makeList, plantAlbums } from './lists.ts'
import { callOf, expect, failedRequest, journey, test, withoutFirstData } from './plak.ts'

const albums = (page: Page) => page.getByRole('list', { name: 'Albums', exact: true }).getByRole('listitem')
const like = (page: Page) => page.getByRole('button', { name: 'Like', exact: true })
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const isLiked = (page: Page, liked: boolean, count: number) =>
  Promise.all([
    expect(like(page)).toHaveAttribute('aria-pressed', String(liked)),
    expect(page.getByText(`${count} ${count === 1 ? 'like' : 'likes'}`, { exact: true })).toBeAttached(),
  ])
const open = async (page: Page, id: number) => {
  await page.goto(`/list/${id}`)
  await expect(like(page)).toBeVisible()
}

for (const width of [390, 1280]) {
  test(`says what it is, in its order (${width})`, async ({ signUp, page }) => {
    const maker = await signUp('maker')
    const id = await makeList(maker, {
      name: 'Gece otobüsü '.repeat(7).trim(),
      description: 'One line.\nAnother.',
      albums: [homogenic, kidA, dummy],
    })
    await page.setViewportSize({ width, height: 844 })
    await open(page, id)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Gece otobüsü/)
    await expect(page).toHaveTitle(/^Gece otobüsü.* · Plak$/)
    await expect(page.getByRole('main').getByRole('link', { name: 'maker' })).toHaveAttribute(
      'href',
      '/profile/maker',
    )
    await expect(page.getByText('3 albums', { exact: true })).toBeVisible()
    await expect(page.getByText(/^\d+ [A-ZÇĞİÖŞÜ][a-zçğıöşü]+ \d{4}$/)).toBeVisible()
    await expect(page.getByText('One line.\nAnother.')).toBeVisible()
    await expect(albums(page)).toHaveText([/Homogenic/, /Kid A/, /Dummy/])
    await expect(page.getByRole('heading', { name: 'Comments' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Edit list' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Delete list' })).toHaveCount(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('link', { name: 'Back to Lists' }).click()
    await expect(page).toHaveURL('/lists')
  })
}

test(
  'a like is seen at once by its giver and soon by everybody; a double click is one',
  journey,
  async ({ signUp, page }) => {
    const [maker, fan] = await Promise.all([signUp('maker'), signUp('fan')])
    const id = await makeList(maker, { name: 'Night bus' })
    await Promise.all([maker.page, fan.page, page].map((one) => open(one, id)))
    await like(fan.page).dblclick()
    await isLiked(fan.page, true, 1)
    await Promise.all([isLiked(maker.page, false, 1), isLiked(page, false, 1)])
    await like(maker.page).click()
    await Promise.all([isLiked(maker.page, true, 2), isLiked(fan.page, true, 2), isLiked(page, false, 2)])
    await like(fan.page).press('Enter')
    await Promise.all([isLiked(fan.page, false, 1), isLiked(page, false, 1)])
  },
)

test.describe('a connection that was cut', () => {
  test.use({ expectedErrors: [/Failed to load resource|WebSocket/] })

  test('comes back with what was missed: likes, a new name, another order', async ({
    signUp,
    page,
    plak,
  }) => {
    const [maker, fan] = await Promise.all([signUp('maker'), signUp('fan')])
    const id = await makeList(maker, { name: 'Night bus', albums: [kidA, dummy] })
    await open(page, id)
    await fan.call.lists.like.mutate({ id, liked: true })
    await isLiked(page, false, 1)
    await plak.cut()
    await maker.call.lists.like.mutate({ id, liked: true })
    await maker.call.lists.save.mutate({
      id,
      version: 1,
      name: 'Morning bus',
      description: 'Now.',
      albums: [dummy, kidA],
    })
    await isLiked(page, false, 2)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Morning bus')
    await expect(albums(page)).toHaveText([/Dummy/, /Kid A/])
  })
})

test('a visitor who likes logs in first, and is back', async ({ signUp, page }) => {
  const [maker] = await Promise.all([signUp('maker'), signUp('returning')])
  const id = await makeList(maker, { name: 'Night bus' })
  await open(page, id)
  await like(page).click()
  await expect(page).toHaveURL('/login')
  await page.getByLabel('Email or Username').fill('returning')
  await page.getByLabel('Password', { exact: true }).fill('returning has a record player')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(`/list/${id}`)
  await like(page).click()
  await isLiked(page, true, 1)
})

test('the owner deletes it after a confirmation; people who look at it are told', async ({
  signUp,
  page,
}) => {
  const maker = await signUp('maker')
  const id = await makeList(maker, { name: 'Night bus' })
  await Promise.all([open(page, id), open(maker.page, id)])
  await maker.page.getByRole('button', { name: 'Delete list' }).click()
  const question = maker.page.getByRole('dialog', { name: 'Delete “Night bus”?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  await maker.page.getByRole('button', { name: 'Delete list' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(toast(maker.page, 'List has been deleted')).toBeVisible()
  await expect(maker.page).toHaveURL('/lists')
  await expect(maker.page.getByText('No lists created yet')).toBeVisible()
  await expect(page.getByText('This list has just been deleted')).toBeVisible()
  await page.getByRole('link', { name: 'Go to Lists' }).click()
  await expect(page).toHaveURL('/lists')
})

test('a hundred albums, and then the rest', async ({ signUp, page }) => {
  const maker = await signUp('maker')
  const id = await makeList(maker, { name: 'Many', albums: await plantAlbums(110) })
  await open(page, id)
  await expect(page.getByText('110 albums', { exact: true })).toBeVisible()
  await expect(albums(page)).toHaveCount(100)
  await albums(page).last().scrollIntoViewIfNeeded()
  await expect(albums(page)).toHaveCount(110)
})

test.describe('when something is wrong', () => {
  test.use({ expectedErrors: [failedRequest] })

  test('a list that is not there says so', async ({ page }) => {
    for (const path of ['/list/123456', '/list/abc', '/list/99999999999']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('List not found')
      for (const name of ['Go to Lists', 'Back to Lists']) {
        await expect(page.getByRole('link', { name })).toHaveAttribute('href', '/lists')
      }
    }
  })

  test('a like or a deletion that fails is taken back', async ({ signUp }) => {
    const maker = await signUp('maker')
    const id = await makeList(maker, { name: 'Night bus' })
    const { page } = maker
    await open(page, id)
    await page.route(callOf('lists.like'), (route) => route.abort(), { times: 1 })
    await like(page).click()
    await expect(toast(page, 'An error occurred')).toBeVisible()
    await isLiked(page, false, 0)
    await page.route(callOf('lists.remove'), (route) => route.abort(), { times: 1 })
    await page.getByRole('button', { name: 'Delete list' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(toast(page, 'Error deleting list')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Night bus')
  })

  test('a list that cannot be read can be tried again', async ({ signUp, page }) => {
    const id = await makeList(await signUp('maker'), { name: 'Night bus' })
    await withoutFirstData(page)
    await page.route(callOf('lists.get'), (route) => route.abort())
    await page.goto(`/list/${id}`)
    await expect(page.getByRole('alert')).toContainText('The server cannot be reached.')
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Night bus')
  })
})
