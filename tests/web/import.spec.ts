import type { Page } from '@playwright/test'
import { listOf, plakFile } from '../imports/plakFile.ts'
import { stickingOut } from './accessChecks.ts'
import { narrow } from './pagesVisit.ts'
import { unbroken } from './pagesWorld.ts'
import { expect, test } from './plak.ts'

const heads =
  'RYM Album, First Name,Last Name,First Name localized, Last Name localized,Title,Release_Date,Rating'
const rows = [
  '"1","","Björk","","","Homogenic","1997","9","o","","CD",  "Cold [b]and[/b] warm."',
  '"2","","Portishead","","","Dummy","1994","0","w","","CD",  ""',
  '"3","","Nobody At All","","","Never Pressed","1999","7","o","","CD",  ""',
]
const file = {
  name: 'mine.txt',
  mimeType: 'text/plain',
  buffer: Buffer.from(`${heads},Ownership,Purchase Date,Media Type,Review\n${rows.join('\n')}\n`),
}

const filter = (page: Page, name: string, count: number) =>
  page.getByRole('radio', { name: `${name} ${count}`, exact: true })
const row = (page: Page, text: string) =>
  page.getByRole('table', { name: 'Rows of the file' }).getByRole('row').filter({ hasText: text })
const past = (page: Page) => page.getByRole('list', { name: 'Your imports' }).getByRole('listitem')

test('a file is looked at, decided about, imported and taken back, in two tabs at once', async ({
  signUp,
  openBrowser,
}) => {
  const person = await signUp('bringer')
  const { page, call } = person
  const other = await openBrowser(person)
  await other.goto('/import')
  await page.goto('/settings/data')
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  await expect(page.getByText('Nothing imported yet')).toBeVisible()
  await page.getByLabel('File', { exact: true }).setInputFiles(file)

  await expect(page.getByRole('heading', { name: 'RateYourMusic' })).toBeVisible()
  await expect(filter(page, 'Ready', 2)).toBeVisible()
  await expect(filter(other, 'Not found', 1)).toBeVisible()
  await expect(row(page, 'Dummy')).toContainText('Listen later')
  expect((await call.logs.listened.query({ nickname: 'bringer' })).items).toEqual([])

  await filter(page, 'Not found', 1).check()
  await row(page, 'Never Pressed').getByRole('button', { name: 'Choose album' }).click()
  const dialog = page.getByRole('dialog', { name: 'Choose album' })
  await dialog.getByRole('searchbox', { name: 'Search albums' }).fill('Kid A')
  await dialog.getByRole('button', { name: /Kid A.*Radiohead/ }).click()
  await expect(dialog).toHaveCount(0)
  await expect(filter(page, 'Ready', 3)).toBeVisible()
  const saved = page.waitForResponse(/imports\.set/)
  await page.getByLabel('Visible to').selectOption('Followers')
  await saved

  await page.reload()
  await expect(page.getByLabel('Visible to')).toHaveValue('followers')
  await page.getByRole('button', { name: 'Import 3 albums' }).click()
  for (const tab of [page, other]) await expect(past(tab)).toContainText('3 rows imported')
  const listened = await call.logs.listened.query({ nickname: 'bringer' })
  expect(listened.items.map(({ album }) => album.name).toSorted()).toEqual(['Homogenic', 'Kid A'])

  await page.getByLabel('File', { exact: true }).setInputFiles(file)
  await expect(filter(page, 'Already here', 2)).toBeVisible()
  // Until everything is looked up, a label beside the button changes, and a press can miss it.
  await expect(filter(page, 'Not found', 1)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel import' }).click()
  await expect(past(page)).toHaveCount(2)

  await past(page).last().getByRole('button', { name: 'Undo import' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click()
  for (const tab of [page, other]) await expect(past(tab).last()).toContainText('3 rows removed')
  expect((await call.logs.listened.query({ nickname: 'bringer' })).items).toEqual([])
  expect((await call.listenLater.list.query({})).items).toEqual([])
})

test('rows of a cancelled import are neither ready nor being looked up', async ({ signUp }) => {
  const { page } = await signUp('canceller')
  await page.goto('/import')
  await page.getByLabel('File', { exact: true }).setInputFiles(file)
  await expect(filter(page, 'Ready', 2)).toBeVisible()
  await expect(filter(page, 'Not found', 1)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel import' }).click()
  await expect(past(page)).toContainText('Not imported 2 · Not found 1')
  // They are not kept, because nothing was imported.
  await expect(past(page).getByRole('button', { name: 'Rows' })).toHaveCount(0)
})

test('a file that is not a table is refused with its kind and what to do', async ({ signUp }) => {
  const { page } = await signUp('stranger')
  await page.goto('/import')
  await page.getByLabel('File', { exact: true }).setInputFiles({
    name: 'picture.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0, 0, 0, 1, 2, 3]),
  })
  await expect(past(page)).toContainText(
    'This is a picture. Bring the file that you exported, or a table (CSV).',
  )
  await page.getByLabel('File', { exact: true }).setInputFiles({
    name: 'empty.csv',
    mimeType: 'text/csv',
    buffer: Buffer.alloc(0),
  })
  await expect(page.getByRole('alert').filter({ hasText: 'This file is empty' })).toBeVisible()
})

test('a list with an unbreakable name fits on a phone', async ({ signUp }) => {
  const { page } = await signUp('lister')
  await page.setViewportSize(narrow)
  await page.goto('/import')
  const lists = [listOf(unbroken, { artist: 'Björk', album: 'Homogenic' })]
  await page.getByLabel('File', { exact: true }).setInputFiles({
    name: 'plak.json',
    mimeType: 'application/json',
    buffer: Buffer.from(plakFile({ lists })),
  })
  await expect(row(page, 'Homogenic')).toContainText(unbroken)
  expect(await stickingOut(page)).toEqual([])
})
