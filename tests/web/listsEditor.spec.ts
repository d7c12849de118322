import type { Page } from '@playwright/test'
import { faultsOf } from './accessChecks.ts'
import { dummy, homogenic, kidA, makeList, plantAlbums } from './lists.ts'
import { choose, field, found, heading, rows, save, search, toast } from './listsEditorPage.ts'
import { callOf, expect, failedRequest, journey, test } from './plak.ts'

const handle = (page: Page, album: string) => page.getByRole('button', { name: `Move ${album}`, exact: true })

/** Drags the handle of one row onto another row. */
async function drag(page: Page, from: string, to: string) {
  const [begin, end] = [(await handle(page, from).boundingBox())!, (await handle(page, to).boundingBox())!]
  await page.mouse.move(begin.x + 10, begin.y + 20)
  await page.mouse.down()
  await page.mouse.move(end.x + 10, end.y + 24, { steps: 4 })
  await page.mouse.up()
}

test('a list is made: typed, searched, ordered by keys and by dragging', journey, async ({ signUp }) => {
  const { page, call } = await signUp('maker')
  await page.goto('/lists')
  await page.getByRole('link', { name: 'Create list' }).click()
  await expect(heading(page)).toHaveText('Create list')
  await field(page, 'Name').fill('  Night bus ')
  await field(page, 'Description').fill('Window seat.\nNo talking.')
  for (const album of ['Kid A', 'Dummy', 'Homogenic']) await choose(page, album)
  await expect(found(page, /^Homogenic/).first()).toHaveAttribute('aria-pressed', 'true')
  await handle(page, 'Homogenic').focus()
  await page.keyboard.press('ArrowUp')
  await expect(toast(page, 'Homogenic is now number 2 of 3')).toBeAttached()
  await expect(handle(page, 'Homogenic')).toBeFocused()
  await page.keyboard.press('Home')
  await expect(rows(page)).toHaveText([/Homogenic/, /Kid A/, /Dummy/])
  await drag(page, 'Homogenic', 'Dummy')
  await expect(rows(page)).toHaveText([/Kid A/, /Dummy/, /Homogenic/])
  const sent = page.waitForRequest(callOf('lists.create'))
  await save(page).click()
  const { albums } = (await sent).postDataJSON()[0] as { albums: unknown[] }
  expect(albums.every((album) => typeof album === 'number')).toBe(true)
  await expect(toast(page, 'List created')).toBeVisible()
  await expect(page).toHaveURL(/\/list\/\d+$/)
  await expect(heading(page)).toHaveText('Night bus')
  await expect(page.getByText('Window seat.\nNo talking.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Albums', exact: true }).getByRole('listitem')).toHaveText([
    /Kid A/,
    /Dummy/,
    /Homogenic/,
  ])
  expect((await call.lists.search.query({})).items).toHaveLength(1)
  await page.goto('/lists/create')
  await expect(field(page, 'Name')).toHaveValue('')
})

test('says under the fields what is missing or too much, and what was typed stays', async ({ signUp }) => {
  const { page } = await signUp('maker')
  await page.goto('/lists/create')
  await save(page).click()
  await expect(page.getByText('Please enter a list name')).toBeVisible()
  await expect(page.getByText('Please select at least one album')).toBeVisible()
  await expect(field(page, 'Name')).toBeFocused()
  await field(page, 'Name').fill('n'.repeat(101))
  await field(page, 'Description').fill('d'.repeat(2001))
  await expect(page.getByText('Must be at most 100 characters')).toBeVisible()
  await expect(page.getByText('Must be at most 2,000 characters')).toBeVisible()
  await expect(page.getByText('101 / 100')).toBeVisible()
  await expect(page.getByText('2,001 / 2,000')).toBeVisible()
  await field(page, 'Name').fill('   ')
  await field(page, 'Description').fill('d')
  await expect(page.getByText('Please enter a list name')).toBeVisible()
  await field(page, 'Name').fill('Named')
  await save(page).click()
  await expect(search(page)).toBeFocused()
  expect(await faultsOf(page)).toEqual([])
})

test('an album is taken out and brought back to its place', async ({ signUp }) => {
  const maker = await signUp('maker')
  const id = await makeList(maker, { name: 'Night bus', albums: [kidA, dummy, homogenic] })
  const { page } = maker
  await page.goto(`/list/${id}/edit`)
  await page.getByRole('button', { name: 'Remove Dummy' }).press('Enter')
  await expect(rows(page)).toHaveText([/Kid A/, /Homogenic/])
  await expect(page.getByRole('button', { name: 'Remove Homogenic' })).toBeFocused()
  await expect(toast(page, 'Removed “Dummy”')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rows(page)).toHaveText([/Kid A/, /Dummy/, /Homogenic/])
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await search(page).fill('Dummy')
  await found(page, /^Dummy/)
    .first()
    .click()
  await expect(rows(page)).toHaveCount(2)
  await save(page).click()
  await expect(toast(page, 'List updated successfully')).toBeVisible()
  await expect(page).toHaveURL(`/list/${id}`)
  await expect(page.getByText('2 albums', { exact: true })).toBeVisible()
})

test('what was begun comes back after the tab was closed, and can be thrown away', async ({ signUp }) => {
  const { page, context } = await signUp('maker')
  await page.goto('/lists/create')
  await field(page, 'Name').fill('Half a thought')
  await choose(page, 'Dummy')
  await Promise.all([page.waitForEvent('close'), page.close({ runBeforeUnload: true })])
  const again = await context.newPage()
  await again.goto('/lists/create')
  await expect(toast(again, 'Draft restored')).toBeVisible()
  await expect(field(again, 'Name')).toHaveValue('Half a thought')
  await expect(rows(again)).toHaveText([/Dummy/])
  await again.getByRole('button', { name: 'Discard draft' }).click()
  await expect(field(again, 'Name')).toHaveValue('')
  await field(again, 'Name').fill('Another')
  await again.getByRole('button', { name: 'Cancel' }).click()
  await again.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click()
  await expect(again).toHaveURL('/lists')
  await again.goto('/lists/create')
  await expect(field(again, 'Name')).toHaveValue('')
})

test('nobody but the owner finds the editor', async ({ signUp, page }) => {
  const maker = await signUp('maker')
  const id = await makeList(maker, { name: 'Night bus' })
  await page.goto(`/list/${id}/edit`)
  await expect(heading(page)).toHaveText('List not found')
  await page.getByRole('link', { name: 'Back to Lists' }).click()
  await expect(page).toHaveURL('/lists')
})

test('a draft that is older than the list says so', async ({ signUp }) => {
  const maker = await signUp('maker')
  const id = await makeList(maker, { name: 'Night bus' })
  const { page, call } = maker
  await page.goto(`/list/${id}/edit`)
  await field(page, 'Name').fill('Mine')
  await page.getByRole('link', { name: 'Albums', exact: true }).first().click()
  await expect(page).toHaveURL('/albums')
  await call.lists.save.mutate({ id, version: 1, name: 'Theirs', description: '', albums: [kidA] })
  await page.goto(`/list/${id}/edit`)
  await expect(page.getByRole('alert')).toContainText('This list has been changed elsewhere')
  await expect(field(page, 'Name')).toHaveValue('Mine')
})

test.describe('two who write at once', () => {
  // The later save is refused.
  test.use({ expectedErrors: [failedRequest] })

  test('two tabs: the second is not silent about the first, and may give way or not', async ({ signUp }) => {
    const maker = await signUp('maker')
    const id = await makeList(maker, { name: 'Night bus', albums: [kidA, dummy] })
    const { page, context, call } = maker
    const newer = page.getByRole('alert').filter({ hasText: 'This list has been changed elsewhere' })
    await page.goto(`/list/${id}/edit`)
    await field(page, 'Name').fill('Mine')
    const other = await context.newPage()
    await other.goto(`/list/${id}/edit`)
    await field(other, 'Name').fill('Theirs')
    await save(other).click()
    await expect(other).toHaveURL(`/list/${id}`)
    await page.bringToFront()
    await save(page).click()
    await expect(newer).toBeVisible()
    await expect(field(page, 'Name')).toHaveValue('Mine')
    await page.getByRole('button', { name: 'Load the newer version' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await expect(field(page, 'Name')).toHaveValue('Mine')
    await page.getByRole('button', { name: 'Load the newer version' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click()
    await expect(field(page, 'Name')).toHaveValue('Theirs')
    await expect(newer).toHaveCount(0)

    await field(page, 'Name').fill('Mine again')
    await call.lists.save.mutate({ id, version: 2, name: 'Theirs again', description: '', albums: [kidA] })
    await save(page).click()
    await expect(newer).toBeVisible()
    await page.getByRole('button', { name: 'Save mine instead' }).click()
    await expect(page).toHaveURL(`/list/${id}`)
    await expect(heading(page)).toHaveText('Mine again')
    expect((await call.lists.draft.query({ id })).albums).toHaveLength(2)
  })
})

test.describe('a long list', () => {
  // The catalogue does not know planted albums, and an album under the mouse is prefetched.
  test.use({ expectedErrors: [failedRequest] })

  test('a thousand albums: typing, moving and dragging stay light', async ({ signUp }) => {
    const maker = await signUp('maker')
    const id = await makeList(maker, { name: 'All', albums: await plantAlbums(1_000) })
    const { page } = maker
    await page.goto(`/list/${id}/edit`)
    await expect(rows(page)).toHaveCount(1_000)
    await handle(page, 'Planted 1').focus()
    await page.keyboard.press('End')
    await expect(rows(page).last()).toContainText('Planted 1')
    await expect(handle(page, 'Planted 1')).toBeFocused()
    await expect(rows(page).last()).toBeInViewport()
    await page.evaluate(() => scrollTo(0, 0))
    await drag(page, 'Planted 2', 'Planted 5')
    await expect(rows(page).nth(3)).toContainText('Planted 2')
    await search(page).fill('Kid A')
    await found(page, /^Kid A/)
      .first()
      .click()
    await expect(toast(page, 'A list can hold up to 1,000 albums')).toBeVisible()
    await field(page, 'Name').press('End')
    await field(page, 'Name').pressSequentially(' of them')
    await save(page).click()
    await expect(heading(page)).toHaveText('All of them')
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('nothing goes over the edge', async ({ signUp }) => {
    const maker = await signUp('maker')
    const id = await makeList(maker, { name: '長い名前'.repeat(25), albums: [kidA, dummy] })
    const { page } = maker
    for (const path of [`/list/${id}/edit`, '/lists/create']) {
      await page.goto(path)
      await expect(save(page)).toBeInViewport()
      await search(page).fill('the')
      await expect(found(page, /./).first()).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    }
    await page.goto(`/list/${id}/edit`)
    await page.getByRole('button', { name: 'Remove Kid A' }).click()
    await expect(page.getByRole('button', { name: 'Undo' })).toBeInViewport()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })
})
