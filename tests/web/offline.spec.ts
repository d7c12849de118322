import type { Page } from '@playwright/test'
import { faultsOf } from './accessChecks.ts'
import { makeLine, type Line } from './line.ts'
import { open } from './offlineQueue.ts'
import { expect, test as base, type Someone } from './plak.ts'

// Behaviour without the network, and without the server. Uses a real service worker and a real IndexedDB.
const test = base.extend<{ line: Line }>({
  line: async ({ plak }, use) => {
    const line = await makeLine(plak)
    await use(line)
    line.close()
  },
})
test.use({ serviceWorkers: 'allow', expectedErrors: [/Failed to load resource|WebSocket|ERR_/] })

const kidA = { artist: 'Radiohead', album: 'Kid A' }
const albumPath = '/album/Radiohead/Kid%20A'
const note = (page: Page) => page.getByRole('status').filter({ hasText: 'This is how the page looked on' })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

const kept = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ key: string; text: string }[]>((resolve) => {
        const opening = indexedDB.open('plak')
        opening.onsuccess = () => {
          const found: { key: string; text: string }[] = []
          const walk = opening.result.transaction('kept').objectStore('kept').openCursor()
          walk.onsuccess = () => {
            const cursor = walk.result
            if (!cursor) {
              opening.result.close()
              return resolve(found)
            }
            found.push({ key: cursor.key as string, text: JSON.stringify(cursor.value) })
            cursor.continue()
          }
        }
      }),
  )
const keptKeys = async (page: Page) => (await kept(page)).map(({ key }) => key)

/** Opens the album as a user who has reviewed it, and waits until the whole page is stored on the device. */
async function seeAlbum({ page, call }: Someone, line: Line) {
  await call.logs.save.mutate({
    ...kidA,
    rating: 9,
    favorite: true,
    review: 'Everything in its right place.',
    date: '2026-11-05',
  })
  await open(page, line, albumPath, page.getByText('Everything in its right place.'))
}

test('a page that was seen opens without the server, says so, and is live again by itself', async ({
  signUp,
  line,
}) => {
  const person = await signUp('traveller')
  const { page, call } = person
  await seeAlbum(person, line)
  line.state = 'cut'
  await page.reload()
  await expect(note(page)).toContainText(
    /Plak cannot be reached right now\. This is how the page looked on \d+ \S+ \d{4} \d\d:\d\d\./,
  )
  await expect(heading(page, 'Kid A')).toBeVisible()
  await expect(page.getByText('Everything in its right place.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Cover of Kid A' })).toHaveJSProperty('complete', true)
  expect(await faultsOf(page)).toEqual([])

  await call.logs.save.mutate({
    ...kidA,
    rating: 9,
    favorite: true,
    review: 'Said while the page was away.',
    date: '2026-11-05',
  })
  line.state = 'open'
  await expect(page.getByText('Said while the page was away.')).toBeVisible()
  await expect(note(page)).toHaveCount(0)
})

test('without a network, and with a database that is away, it is the same', async ({ signUp, line }) => {
  const person = await signUp('commuter')
  const { page, context } = person
  await seeAlbum(person, line)
  await context.setOffline(true)
  await page.reload()
  await expect(note(page)).toContainText('You are offline.')
  await expect(heading(page, 'Kid A')).toBeVisible()
  await context.setOffline(false)
  await expect(note(page)).toHaveCount(0)
  line.state = 'database away'
  await page.reload()
  await expect(note(page)).toContainText('Plak cannot be reached right now.')
  await expect(heading(page, 'Kid A')).toBeVisible()
})

test('a page whose connection ends half-way is shown as it was seen', async ({ signUp, line }) => {
  const person = await signUp('traveller')
  await seeAlbum(person, line)
  const { page } = person
  line.state = 'cut short'
  await page.reload()
  await expect(note(page)).toBeVisible()
  await expect(page.getByText('Everything in its right place.')).toBeVisible()
  line.state = 'open'
  await expect(note(page)).toHaveCount(0)
})

test('what cannot wait is refused in words', async ({ signUp, line }) => {
  const person = await signUp('typist')
  const { page } = person
  await seeAlbum(person, line)
  line.state = 'cut'
  await page.reload()
  await page.getByRole('button', { name: 'Listen later' }).click()
  await expect(page.getByText('The server cannot be reached.').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Listen later' })).toHaveAttribute('aria-pressed', 'false')
})

test('a page that was never seen offers ways on, and comes by itself', async ({ signUp, line }) => {
  const person = await signUp('wanderer')
  const { page } = person
  await seeAlbum(person, line)
  line.state = 'cut'
  await page.goto(`${line.url}/artists`)
  await expect(heading(page, 'Plak cannot be reached')).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(heading(page, 'Plak cannot be reached')).toBeVisible()
  await page
    .getByRole('navigation', { name: 'Pages you can open now' })
    .getByRole('link', { name: 'Kid A by Radiohead', exact: true })
    .click()
  await expect(heading(page, 'Kid A')).toBeVisible()
  await expect(note(page)).toBeVisible()
  await page.getByRole('link', { name: 'Artists' }).first().click()
  await expect(heading(page, 'Plak cannot be reached')).toBeVisible()
  line.state = 'open'
  await expect(heading(page, 'Artists')).toBeVisible()
})

test('nothing of somebody who logged out is left, in any tab', async ({ signUp, line }) => {
  const person = await signUp('leaver')
  const { page, context } = person
  await seeAlbum(person, line)
  const other = await context.newPage()
  await other.goto(`${line.url}/profile/leaver`)
  await expect.poll(() => keptKeys(other)).toContain('page /profile/leaver')
  await person.call.listenLater.set.mutate({ artist: 'Portishead', album: 'Dummy', wanted: true })
  await other.goto(`${line.url}/listen-later`)
  await expect.poll(async () => JSON.stringify(await kept(other))).toContain('Portishead')
  line.state = 'cut'
  await other.reload()
  await expect(note(other)).toBeVisible()
  await expect(other.getByRole('button', { name: 'Move Dummy', exact: true })).toBeVisible()
  line.state = 'open'
  await expect(note(other)).toHaveCount(0)
  await page.evaluate(() => {
    for (const kind of ['plak-draft', 'plak-list-draft', 'plak-comment'])
      localStorage.setItem(`${kind}:leaver:new`, '{}')
  })
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect
    .poll(async () => JSON.stringify(await kept(page)))
    .not.toMatch(/"viewer":\{|Everything|Portishead/)
  const drafts = () => page.evaluate(() => Object.keys(localStorage).filter((place) => place.includes(':')))
  await expect.poll(drafts).toEqual([])
  line.state = 'cut'
  await page.goto(line.url + albumPath)
  await expect(heading(page, 'Plak cannot be reached')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Account menu' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()
})

test('a session that ended elsewhere takes what is kept along, as soon as the server is there', async ({
  signUp,
  line,
}) => {
  const person = await signUp('revoked')
  const { page, call } = person
  await seeAlbum(person, line)
  line.state = 'cut'
  await page.reload()
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
  await call.auth.logout.mutate()
  line.state = 'open'
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()
  await expect.poll(async () => JSON.stringify(await kept(page))).not.toContain('"viewer":{')
})

test('the device keeps files and pictures, never answers, secrets or addresses with a secret', async ({
  signUp,
  line,
}) => {
  const person = await signUp('careful')
  const { page } = person
  await seeAlbum(person, line)
  await page.goto(`${line.url}/settings/account`)
  await expect(page.getByText('This device')).toBeVisible()
  await page.goto(`${line.url}/reset#very-secret`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto(`${line.url}/profile/careful`)
  await expect.poll(() => keptKeys(page)).toContain('page /profile/careful')
  expect(JSON.stringify(await kept(page))).not.toMatch(/very-secret|careful@/)
  const files = await page.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    const requests = await Promise.all(caches_.map((cache) => cache.keys()))
    const shell = await caches.match('/assets/shell')
    return { addresses: requests.flat().map(({ url }) => url), shell: await shell!.text() }
  })
  const others = files.addresses.filter(
    (url) => !url.startsWith(`${line.url}/assets/`) && !/\/covers\/|\/300x300\//.test(url),
  )
  expect(others).toEqual([])
  expect(files.shell).not.toContain('careful')
})

test.describe('a browser without a service worker', () => {
  test.use({ serviceWorkers: 'block' })

  test('waits with a page whose program cannot come, and goes there when it can', async ({
    signUp,
    line,
  }) => {
    const { page } = await signUp('modest')
    await page.goto(line.url + albumPath)
    await expect(heading(page, 'Kid A')).toBeVisible()
    line.state = 'cut'
    await page.getByRole('link', { name: 'Lists' }).first().click()
    await expect(heading(page, 'Plak cannot be reached')).toBeVisible()
    line.state = 'open'
    await expect(heading(page, 'Lists')).toBeVisible()
  })
})
