import type { Locator, Page } from '@playwright/test'
import { callOf, expect, failedRequest, journey, type Someone, test } from './plak.ts'

const homogenic = { artist: 'Björk', album: 'Homogenic' }
const dummy = { artist: 'Portishead', album: 'Dummy' }
const kidA = { artist: 'Radiohead', album: 'Kid A' }
const albumPath = '/album/Portishead/Dummy'

const later = (place: Page | Locator) => place.getByRole('button', { name: 'Listen later', exact: true })
const rows = (page: Page) =>
  page.getByRole('list', { name: 'Albums to listen to later' }).getByRole('listitem')
const handle = (page: Page, album: string) => page.getByRole('button', { name: `Move ${album}`, exact: true })
const removed = (page: Page) => page.getByRole('status').filter({ hasText: 'Removed from Listen later' })
const undo = (page: Page) => page.getByRole('button', { name: 'Undo', exact: true })
const order = async ({ call }: Someone) =>
  (await call.listenLater.list.query({})).items.map(({ album }) => album.name)
const add = async ({ call }: Someone, ...albums: (typeof dummy)[]) => {
  for (const album of albums) await call.listenLater.set.mutate({ ...album, wanted: true })
}

test(
  'on an album’s page it is a button that is pressed or not, in every tab; Undo brings back the place',
  journey,
  async ({ signUp, openBrowser }) => {
    const person = await signUp('keeper')
    const { page } = person
    const [list, other] = [await openBrowser(person), await openBrowser(person)]
    await list.goto('/listen-later')
    await expect(list.getByText('Nothing to listen to later yet')).toBeVisible()
    await other.goto(albumPath)
    await page.goto(albumPath)
    await expect(later(page)).toHaveAttribute('aria-pressed', 'false')
    await later(page).dblclick()
    for (const tab of [page, other]) await expect(later(tab)).toHaveAttribute('aria-pressed', 'true')
    await expect(rows(list)).toHaveText([/Dummy.*Portishead/])

    await add(person, kidA)
    await expect(rows(list)).toHaveText([/Dummy/, /Kid A/])
    await later(page).click()
    await expect(removed(page)).toBeVisible()
    // The toast stays while the mouse is on it.
    await removed(page).hover()
    await expect(rows(list)).toHaveText([/Kid A/])
    await expect(later(other)).toHaveAttribute('aria-pressed', 'false')
    await undo(page).click()
    await expect(rows(list)).toHaveText([/Dummy/, /Kid A/])
    for (const tab of [page, other]) await expect(later(tab)).toHaveAttribute('aria-pressed', 'true')
    await expect(removed(page)).toHaveCount(0)
  },
)

test('the list has one’s own order: by keys, by dragging, while another tab takes one off', async ({
  signUp,
  openBrowser,
}) => {
  const person = await signUp('orderly')
  const { page } = person
  await add(person, homogenic, dummy, kidA)
  const other = await openBrowser(person)
  await other.goto('/listen-later')
  await page.goto('/')
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Listen later' }).click()
  await expect(page).toHaveURL('/listen-later')
  await expect(page).toHaveTitle('Listen later · Plak')
  await handle(page, 'Homogenic').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  for (const tab of [page, other]) await expect(rows(tab)).toHaveText([/Dummy/, /Kid A/, /Homogenic/])
  await expect(handle(page, 'Homogenic')).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: 'Homogenic is now number 3' })).toBeAttached()
  await expect.poll(() => order(person)).toEqual(['Dummy', 'Kid A', 'Homogenic'])

  const [from, to] = [
    (await handle(page, 'Homogenic').boundingBox())!,
    (await handle(page, 'Dummy').boundingBox())!,
  ]
  await page.mouse.move(from.x + 10, from.y + 20)
  await page.mouse.down()
  await page.mouse.move(to.x + 10, to.y + 10, { steps: 4 })
  // Nothing moves under the pointer; the dropped album finds its place among the remaining ones.
  await person.call.listenLater.set.mutate({ ...kidA, wanted: false })
  await expect(rows(other)).toHaveText([/Dummy/, /Homogenic/])
  await expect(rows(page)).toHaveCount(3)
  await page.mouse.up()
  for (const tab of [page, other]) await expect(rows(tab)).toHaveText([/Homogenic/, /Dummy/])
  await page.reload()
  await expect(rows(page)).toHaveText([/Homogenic/, /Dummy/])

  const inRow = (name: string) => later(page.getByRole('group', { name, exact: true }))
  await expect(inRow('Homogenic by Björk')).toHaveAttribute('aria-pressed', 'true')
  await inRow('Homogenic by Björk').press('Enter')
  await expect(inRow('Dummy by Portishead')).toBeFocused()
  await removed(page).hover()
  await expect(rows(other)).toHaveText([/Dummy/])
  await undo(page).press('Enter')
  for (const tab of [page, other]) await expect(rows(tab)).toHaveText([/Homogenic/, /Dummy/])
})

test.describe('without the server', () => {
  test.use({ expectedErrors: [failedRequest] })

  test('a failed move is reverted, and the reason is shown', async ({ signUp }) => {
    const person = await signUp('refused')
    const { page } = person
    await add(person, homogenic, dummy)
    await page.goto('/listen-later')
    await page.route(callOf('listenLater.move'), (route) => route.abort())
    await handle(page, 'Dummy').press('ArrowUp')
    await expect(page.getByRole('status').filter({ hasText: 'The server cannot be reached' })).toBeVisible()
    await expect(rows(page)).toHaveText([/Homogenic/, /Dummy/])
  })
})

test('a listening by hand takes an album off, with a way back to its place; an edit does not', async ({
  signUp,
  openBrowser,
}) => {
  const person = await signUp('listener')
  const { page } = person
  await add(person, homogenic, kidA, dummy)
  const list = await openBrowser(person)
  await list.goto('/listen-later')
  await page.goto('/albums')
  const card = page.getByRole('group', { name: 'Kid A by Radiohead', exact: true }).first()
  const button = later(card)
  await card.hover()
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await card.getByRole('button', { name: 'Add to listened' }).click()
  await expect(removed(page)).toBeVisible()
  await removed(page).hover()
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  await expect(rows(list)).toHaveText([/Homogenic/, /Dummy/])
  await undo(page).click()
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await expect(rows(list)).toHaveText([/Homogenic/, /Kid A/, /Dummy/])

  await page.goto('/album/Bj%C3%B6rk/Homogenic')
  const log = async () => {
    await page.getByRole('button', { name: 'Log', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    // The dialog closes once the log is saved. The toast of the first one can still be visible when the second is saved.
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await expect(later(page)).toHaveAttribute('aria-pressed', 'true')
  await log()
  await expect(removed(page)).toBeVisible()
  await removed(page).hover()
  await expect(later(page)).toHaveAttribute('aria-pressed', 'false')
  await expect(rows(list)).toHaveText([/Kid A/, /Dummy/])
  await undo(page).click()
  await expect(later(page)).toHaveAttribute('aria-pressed', 'true')
  await expect(rows(list)).toHaveText([/Homogenic/, /Kid A/, /Dummy/])
  await log()
  await expect(later(page)).toHaveAttribute('aria-pressed', 'true')
  await expect(removed(page)).toHaveCount(0)
  expect(await order(person)).toEqual(['Homogenic', 'Kid A', 'Dummy'])
})

test('a card has it, too; after a logout nothing of it is left for the next person', async ({ signUp }) => {
  const person = await signUp('leaver')
  const { page } = person
  await page.goto('/albums')
  const card = page.getByRole('group', { name: 'Kid A by Radiohead', exact: true }).first()
  const button = later(card)
  await card.hover()
  await button.click()
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => order(person)).toEqual(['Kid A'])
  await button.click()
  await expect(undo(page)).toBeVisible()
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  await undo(page).click()
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await button.click()
  await expect(undo(page)).toBeVisible()
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await expect(undo(page)).toHaveCount(0)
  await page.goto('/listen-later')
  await expect(page.getByText('You must be logged in to view this page')).toBeVisible()
  await expect(rows(page)).toHaveCount(0)
})
