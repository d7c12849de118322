import type { Page } from '@playwright/test'
import { makeLine, type Line } from './line.ts'
import { expect, test as base, type Someone } from './plak.ts'

// Parts of the tests of changes that are made without a connection. They use a real service worker, IndexedDB, Web Locks and
// Background Sync.

export const test = base.extend<{ line: Line }>({
  line: async ({ plak }, use) => {
    const line = await makeLine(plak)
    await use(line)
    line.close()
  },
})
/** Options of these tests, which each file passes to `test.use`. */
export const onLine = {
  serviceWorkers: 'allow' as const,
  expectedErrors: [/Failed to load resource|WebSocket|ERR_/],
}

export const kidA = { artist: 'Radiohead', album: 'Kid A' }
export const albumPath = '/album/Radiohead/Kid%20A'
export const waiting = (page: Page, count: number) =>
  page.getByRole('button', { name: `Waiting to be sent (${count})`, exact: true })
export const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Waiting to be sent' })

const settled = (page: Page) =>
  expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')

/** Waits until the device has the page, and knows the account. */
export async function open(page: Page, line: Line, path = albumPath) {
  await page.goto(line.url + path)
  await settled(page)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('plak-account'))).not.toBeNull()
  await expect.poll(() => keptAddresses(page)).toContain(path)
}

const keptAddresses = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const opening = indexedDB.open('plak')
        opening.onsuccess = () => {
          const request = opening.result.transaction('kept').objectStore('kept').getAllKeys()
          request.onsuccess = () => {
            opening.result.close()
            resolve(request.result.map((key) => (key as string).replace('page ', '')))
          }
        }
      }),
  )

export async function logAlbum(page: Page, { review }: { review: string }) {
  await page.getByRole('button', { name: 'Log', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Log album' })
  await dialog.getByRole('textbox', { name: 'Review' }).fill(review)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
}

export const mine = ({ call }: Someone, album = kidA) => call.logs.mine.query(album)
