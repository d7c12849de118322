import type { Page, Request } from '@playwright/test'
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

const logButton = (page: Page) => page.getByRole('button', { name: 'Log', exact: true })

const settled = (page: Page) =>
  expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')

/**
 * Waits until the device knows the account, and has all that the page read until `shown` was there: data is kept up to a second
 * after it arrives, so that a page that is left earlier is kept without its last data.
 */
export async function open(page: Page, line: Line, path = albumPath, shown = logButton(page)) {
  const read = new Set<string>()
  const note = (request: Request) => {
    const [, procedures] = /\/trpc\/([^?]+)/.exec(request.url()) ?? []
    for (const procedure of procedures?.split(',') ?? [])
      if (!isSecret(procedure)) read.add(procedure === 'logs.states' ? 'marks' : procedure)
  }
  page.on('request', note)
  await page.goto(line.url + path)
  await settled(page)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('plak-account'))).not.toBeNull()
  await shown.waitFor({ state: 'attached' })
  const missing = async () => {
    const kept = await keptProcedures(page, path)
    return kept ? [...read].filter((procedure) => !kept.includes(procedure)) : ['the page']
  }
  await expect.poll(missing).toEqual([])
  page.off('request', note)
}

/** The device keeps no data about accounts. */
const isSecret = (procedure: string) => /^(auth|account)\.|^spotify\.status$/.test(procedure)

/** Returns the procedures, and other first keys of queries, whose data is kept with the page, or null if the device does not have it. */
const keptProcedures = (page: Page, path: string) =>
  page.evaluate(
    (address) =>
      new Promise<string[] | null>((resolve) => {
        const opening = indexedDB.open('plak')
        opening.onsuccess = () => {
          const request = opening.result.transaction('kept').objectStore('kept').get(address)
          request.onsuccess = () => {
            opening.result.close()
            const state = request.result as { queries: { queryKey: [string | string[]] }[] } | undefined
            resolve(
              state ? state.queries.map(({ queryKey: [procedure] }) => [procedure].flat().join('.')) : null,
            )
          }
        }
      }),
    `page ${path}`,
  )

export async function logAlbum(page: Page, { review }: { review: string }) {
  await logButton(page).click()
  const dialog = page.getByRole('dialog', { name: 'Log album' })
  await dialog.getByRole('textbox', { name: 'Review' }).fill(review)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
}

export const mine = ({ call }: Someone, album = kidA) => call.logs.mine.query(album)
