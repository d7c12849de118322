import type { Page } from '@playwright/test'
import { callOf, expect, failedRequest, test, type Someone } from './plak.ts'

// Pages that somebody has open while the album is removed, or merged into another one.

const toprak = { artist: 'Kökler', title: 'Toprak' }
const album = { artist: 'Kökler', album: 'Toprak' }
const into = { artist: 'Björk', album: 'Homogenic' }
const address = '/album/K%C3%B6kler/Toprak'
const survivor = '/album/Bj%C3%B6rk/Homogenic'

// The removed album is requested once more: a service could have one of these names.
test.use({ expectedErrors: [failedRequest] })

/** Returns what the page showed from here on, in order: its heading ('-' without one), and all texts of alerts. */
async function record(page: Page) {
  await page.evaluate(() => {
    const shown: string[] = []
    Object.assign(window, { shown })
    const note = (text: string) => shown.at(-1) !== text && shown.push(text)
    const look = () => {
      note(document.querySelector('main h1')?.textContent ?? '-')
      for (const { textContent } of document.querySelectorAll('main [role=alert]'))
        if (textContent) note(`alert: ${textContent}`)
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
    look()
  })
  return () => page.evaluate(() => (window as unknown as { shown: string[] }).shown)
}

let moderator: Someone
let reader: Someone
let adder: Someone
test.beforeEach(async ({ signUp, plak }) => {
  adder = await signUp('ayse')
  await adder.call.albums.add.mutate({ ...toprak, year: 1998, submission: crypto.randomUUID() })
  await adder.call.logs.save.mutate({ ...album, rating: 8, review: 'Earth' })
  moderator = await signUp('moderator')
  await plak.moderate()
  reader = await signUp('fatma')
})

async function open({ page }: Someone) {
  await page.goto(address)
  await expect(page.getByText('Earth').first()).toBeVisible()
  return await record(page)
}

/** Opens the albums by a link of the page, and returns. */
async function lookElsewhere({ page }: Someone) {
  await page.getByRole('link', { name: 'Albums', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Albums' })).toBeVisible()
  await page.goBack()
}

async function removeByModerator() {
  await reader.call.moderation.report.mutate({ thing: { album }, reason: 'spam' })
  const { id } = (await moderator.call.moderation.reports.query({})).items[0]!
  await moderator.call.moderation.act.mutate({ id, kind: 'remove', reason: 'Spam.', seen: 0 })
}

test('an album that a moderator removes is gone from open pages, until somebody adds it again', async () => {
  const [shownToReader, shownToAdder] = [await open(reader), await open(adder)]
  await removeByModerator()
  for (const [{ page }, shown] of [
    [reader, shownToReader],
    [adder, shownToAdder],
  ] as const) {
    await expect(page.getByRole('heading', { level: 1, name: 'Album removed' })).toBeVisible()
    await expect(page.getByText('The catalogue has no album “Toprak” by Kökler.')).toBeVisible()
    await expect(page).toHaveTitle(/Album removed/)
    expect(await shown()).toEqual(['Toprak', 'Album removed'])
  }
  // Another page, and back: the cached album is not shown again.
  await lookElsewhere(reader)
  await expect(reader.page.getByRole('heading', { level: 1, name: 'Album not found' })).toBeVisible()
  await reader.call.albums.add.mutate({ ...toprak, year: 1999, submission: crypto.randomUUID() })
  await expect(adder.page.getByRole('heading', { level: 1, name: 'Toprak' })).toBeVisible()
  await expect(reader.page.getByRole('heading', { level: 1, name: 'Toprak' })).toBeVisible()
  // The page's events begin again with those since the document was loaded: the removal is one of them.
  const confirmed = reader.page.waitForResponse(callOf('catalog.album'))
  await lookElsewhere(reader)
  await confirmed
  const shown = await shownToReader()
  expect(shown.slice(shown.lastIndexOf('Albums'))).toEqual(['Albums', 'Toprak'])
})

test('who removes an album from its page does not see it missing', async () => {
  const { page } = adder
  const shown = await open(adder)
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Remove album' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove album' }).click()
  await expect(page).toHaveURL('/albums')
  await expect(page.getByRole('heading', { level: 1, name: 'Albums' })).toBeVisible()
  expect(await shown()).not.toContain('Album removed')
})

test('an open page becomes that of the album that replaces its own, without anything in between', async () => {
  const { page } = reader
  const shown = await open(reader)
  await moderator.call.moderation.merge.mutate({ from: album, into, reason: 'Twins.' })
  await expect(page).toHaveURL(survivor)
  await expect(page.getByText('Earth')).toBeVisible()
  expect(await shown()).toEqual(['Toprak', 'Homogenic'])
})

test('a listening that is being written during a merge stays, and is saved for the other album', async () => {
  const { page } = reader
  await open(reader)
  await page.getByRole('button', { name: 'Log', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Log album' })
  await dialog.getByRole('textbox', { name: 'Review' }).fill('Wind and rain')
  await moderator.call.moderation.merge.mutate({ from: album, into, reason: 'Twins.' })
  await moderator.call.albums.edit.mutate({ album: into, genres: ['wind'] })
  await expect.poll(async () => (await reader.call.catalog.album.query(album)).name).toBe('Homogenic')
  await expect(dialog.getByRole('textbox', { name: 'Review' })).toHaveValue('Wind and rain')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(survivor)
  await expect(page.getByRole('article').filter({ hasText: 'Wind and rain' })).toBeVisible()
})
