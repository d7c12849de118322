import type { Page } from '@playwright/test'
import { expect, test } from './plak.ts'

// A page that the user is likely to open is prefetched before the click.

/** Records the procedures that are requested from now on, those of a batch separately. */
function notePaths(page: Page) {
  const paths: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    paths.push(...pathname.replace('/trpc/', '').split(','))
  })
  return paths
}

const seed = { name: 'Ice', description: '', albums: [{ artist: 'Radiohead', album: 'Kid A' }] }

test('pointing at a link reads the page once, and the press draws it without asking again', async ({
  signUp,
}) => {
  const { page, call } = await signUp('pointer')
  await call.lists.create.mutate({ ...seed, submission: crypto.randomUUID() })
  await page.goto('/albums')
  const tile = page
    .getByRole('main')
    .getByRole('link', { name: /OK Computer/ })
    .first()
  await tile.scrollIntoViewIfNeeded()
  const paths = notePaths(page)
  await tile.hover()
  await expect.poll(() => paths.filter((path) => path === 'catalog.album')).toHaveLength(1)
  await expect.poll(() => paths.filter((path) => /AlbumPage-.*\.js$/.test(path))).toHaveLength(1)
  await tile.click()
  await expect(page.getByRole('heading', { level: 1, name: 'OK Computer' })).toBeVisible()
  expect(paths.filter((path) => path === 'catalog.album')).toHaveLength(1)
})

test('a link that is come to by keyboard is read as well; one that is crossed is not', async ({ signUp }) => {
  const { page, call } = await signUp('tabber')
  const { id } = await call.lists.create.mutate({ ...seed, submission: crypto.randomUUID() })
  await page.goto('/lists')
  const card = page.getByRole('main').getByRole('link', { name: 'Ice' }).first()
  await expect(card).toBeVisible()
  const paths = notePaths(page)
  // In one task: on a busy machine two moves of Playwright's mouse take longer than a pointer that only crosses a link.
  await page
    .getByRole('link', { name: 'Artists' })
    .first()
    .evaluate((link) => {
      const over = () => new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' })
      link.dispatchEvent(over())
      document.body.dispatchEvent(over())
    })
  await card.focus()
  await expect.poll(() => paths).toContain('lists.get')
  expect(paths).not.toContain('catalog.popularArtists')
  await card.press('Enter')
  await expect(page).toHaveURL(`/list/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Ice' })).toBeVisible()
})

test('data saver switches off prefetching', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } }),
  )
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const paths = notePaths(page)
  await page.getByRole('link', { name: 'Artists' }).first().hover()
  await page.getByRole('link', { name: 'Lists' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Lists' })).toBeVisible()
  expect(paths.filter((path) => path.includes('rtists'))).toEqual([])
})
