import type { Page } from '@playwright/test'
import { faultsOf } from './accessChecks.ts'
import { dummy, homogenic, kidA, makeList } from './lists.ts'
import { expect, failedRequest, test } from './plak.ts'

const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const rows = (page: Page) => page.getByRole('list', { name: 'Albums of the list' }).getByRole('listitem')
const note = (page: Page, album: string) =>
  rows(page).filter({ hasText: album }).getByRole('textbox', { name: 'Note', exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save' })
const albums = (page: Page) => page.getByRole('list', { name: 'Albums', exact: true }).getByRole('listitem')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('a list with ranks and notes, for oneself alone: written, shown, and narrowed live', async ({
  signUp,
}) => {
  const [maker, reader] = await Promise.all([signUp('maker'), signUp('reader')])
  const id = await makeList(maker, { name: 'Rain', albums: [kidA, dummy, homogenic] })
  const { page } = maker
  await reader.page.goto(`/list/${id}`)
  await expect(albums(reader.page)).toHaveText([/^Kid A/, /^Dummy/, /^Homogenic/])

  await page.goto(`/list/${id}/edit`)
  await expect(page.getByRole('combobox', { name: 'Visible to' })).toHaveValue('everyone')
  await page.getByRole('checkbox', { name: 'Ranked' }).check()
  await note(page, 'Dummy').fill('Best after\nmidnight.')
  await note(page, 'Kid A').fill('x'.repeat(2_001))
  await save(page).click()
  await expect(page.getByText('Must be at most 2,000 characters')).toBeVisible()
  await expect(note(page, 'Kid A')).toBeFocused()
  await expect(page.getByText('2,001 / 2,000')).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await note(page, 'Kid A').fill('Cold.')
  await save(page).click()
  await expect(toast(page, 'List updated successfully')).toBeVisible()
  await expect(albums(page)).toHaveText([
    /^1Kid A.*Cold\.$/,
    /^2Dummy.*Best after\nmidnight\.$/,
    /^3Homogenic/,
  ])
  await expect(albums(reader.page)).toHaveText([/^1Kid A.*Cold\.$/, /^2Dummy/, /^3Homogenic/])

  await page.getByRole('link', { name: 'Edit list' }).click()
  await expect(note(page, 'Kid A')).toHaveValue('Cold.')
  await note(page, 'Kid A').fill('')
  await page.getByRole('combobox', { name: 'Visible to' }).selectOption('Only me')
  await save(page).click()
  await expect(page.getByText('Only me')).toBeVisible()
  await expect(albums(page).first()).not.toContainText('Cold.')
  await expect(reader.page.getByRole('alert')).toContainText('This list has just been deleted')
  expect(await faultsOf(page)).toEqual([])
})

test.describe('two browsers', () => {
  // One save is refused.
  test.use({ expectedErrors: [failedRequest] })

  test('edits in two browsers: other rows are merged, the same row is asked about', async ({
    signUp,
    openBrowser,
  }) => {
    const maker = await signUp('maker')
    const id = await makeList(maker, { name: 'Rain', albums: [kidA, dummy] })
    const tabs = [maker.page, await openBrowser(maker)] as const
    for (const tab of tabs) await tab.goto(`/list/${id}/edit`)
    await note(tabs[0], 'Kid A').fill('First tab.')
    await note(tabs[1], 'Dummy').fill('Second tab.')
    for (const tab of tabs) {
      await save(tab).click()
      await expect(heading(tab)).toHaveText('Rain')
    }
    await expect(albums(tabs[1])).toHaveText([/First tab\.$/, /Second tab\.$/])

    for (const tab of tabs) await tab.goto(`/list/${id}/edit`)
    for (const [index, tab] of tabs.entries()) await note(tab, 'Kid A').fill(`Mine ${index}.`)
    await save(tabs[0]).click()
    await expect(heading(tabs[0])).toHaveText('Rain')
    await save(tabs[1]).click()
    await expect(tabs[1].getByRole('alert')).toContainText('This list has been changed elsewhere')
    await expect(note(tabs[1], 'Kid A')).toHaveValue('Mine 1.')
    await tabs[1].getByRole('button', { name: 'Save mine instead' }).click()
    await expect(heading(tabs[1])).toHaveText('Rain')
    await expect(albums(tabs[1])).toHaveText([/Mine 1\.$/, /Second tab\.$/])
  })
})

test('heard albums are counted and filtered; order and filter are in the address', async ({
  signUp,
  openBrowser,
}) => {
  const maker = await signUp('maker')
  const id = await makeList(maker, { name: 'Rain', albums: [kidA, dummy, homogenic] })
  await maker.call.lists.save.mutate({
    id,
    version: 1,
    name: 'Rain',
    ranked: true,
    albums: [kidA, dummy, homogenic],
  })
  const { page } = maker
  await page.goto(`/list/${id}`)
  const bar = page.getByRole('progressbar', { name: 'Heard' })
  await expect(bar).toHaveAttribute('aria-valuetext', 'You have heard 0 of 3')
  await page.getByRole('group', { name: /^Dummy/ }).hover()
  await page
    .getByRole('group', { name: /^Dummy/ })
    .getByRole('button', { name: 'Add to listened' })
    .click()
  await expect(page.getByText('You have heard 1 of 3')).toBeVisible()
  await expect(bar).toHaveAttribute('aria-valuenow', '1')

  await page.getByRole('radio', { name: 'Not heard' }).check()
  await expect(albums(page)).toHaveText([/^1Kid A/, /^3Homogenic/])
  const sort = page.getByRole('combobox', { name: 'Sort by' })
  // The product's own select style, not the browser's.
  await expect(sort).toHaveCSS('appearance', 'none')
  await sort.selectOption('Title')
  await expect(albums(page)).toHaveText([/^3Homogenic/, /^1Kid A/])
  await expect(page).toHaveURL(`/list/${id}?show=unheard&sort=title`)
  await page.reload()
  await expect(albums(page)).toHaveText([/^3Homogenic/, /^1Kid A/])
  await page.getByRole('radio', { name: 'Heard', exact: true }).check()
  await expect(albums(page)).toHaveText([/^2Dummy/])
  await page.goto(`/list/${id}?show=everything&sort=colour`)
  await expect(albums(page)).toHaveText([/^1Kid A/, /^2Dummy/, /^3Homogenic/])
  await expect(sort).toHaveValue('order')

  const stranger = await openBrowser()
  await stranger.goto(`/list/${id}?show=heard&sort=artist`)
  await expect(albums(stranger)).toHaveText([/^3Homogenic/, /^2Dummy/, /^1Kid A/])
  await expect(stranger.getByRole('progressbar')).toHaveCount(0)
  await expect(stranger.getByRole('button', { name: 'Clone list' })).toHaveCount(0)
})

test('a clone is one’s own, made once by a double click, and stands among one’s lists', async ({
  signUp,
}) => {
  const [maker, reader] = await Promise.all([signUp('maker'), signUp('reader')])
  const id = await makeList(maker, { name: 'Rain', albums: [dummy, kidA] })
  const { page } = reader
  await page.goto(`/list/${id}`)
  await page.getByRole('button', { name: 'Clone list' }).dblclick()
  await expect(toast(page, 'List cloned')).toBeVisible()
  await expect(page.getByText('Cloned from Rain')).toBeVisible()
  await expect(page.getByText('Only me')).toBeVisible()
  await expect(albums(page)).toHaveText([/^Dummy/, /^Kid A/])
  await page.goto('/profile/reader')
  const tab = page.getByRole('tab', { name: /^Lists/ })
  await expect(tab).toHaveText('Lists1')
  await tab.click()
  await expect(page).toHaveURL('/profile/reader?tab=lists')
  const lists = page.getByRole('list', { name: 'Lists' })
  await expect(lists.getByRole('link', { name: 'Rain' })).toHaveCount(1)
  expect(await faultsOf(page)).toEqual([])
  await maker.page.goto('/profile/reader?tab=lists')
  await expect(maker.page.getByText('No lists yet.')).toBeVisible()
  await expect(maker.page.getByRole('tab', { name: /^Lists/ })).toHaveText('Lists0')
  await lists.getByRole('link', { name: 'Rain' }).click()
  await page.getByRole('link', { name: 'Rain' }).last().click()
  await expect(page).toHaveURL(`/list/${id}`)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('nothing of ranks and notes goes over the edge', async ({ signUp }) => {
    const maker = await signUp('maker')
    const id = await makeList(maker, { name: 'Rain', albums: [kidA, dummy] })
    const text = 'Donaudampfschifffahrtsgesellschaft'.repeat(8)
    await maker.call.lists.save.mutate({
      id,
      version: 1,
      name: 'Rain',
      ranked: true,
      visibility: 'followers',
      albums: [{ ...kidA, note: text }, dummy],
    })
    for (const path of [`/list/${id}/edit`, `/list/${id}`, '/profile/maker?tab=lists']) {
      await maker.page.goto(path)
      await expect(heading(maker.page)).toBeVisible()
      await maker.page.waitForLoadState('networkidle')
      expect(await maker.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    }
  })
})
