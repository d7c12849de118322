import { randomUUID } from 'node:crypto'
import type { Page, Request } from '@playwright/test'
import { listen } from '../harness/expectations.ts'
import { callOf, expect, failedRequest, journey, test } from './plak.ts'

const kidA = { artist: 'Radiohead', album: 'Kid A' }
const card = (page: Page, name = 'Kid A by Radiohead') =>
  page.getByRole('group', { name, exact: true }).first()
const heart = (page: Page, verb: 'Add to' | 'Remove from') =>
  card(page).getByRole('button', { name: `${verb} favorites` })
const ear = (page: Page, verb: 'Add to' | 'Remove from') =>
  card(page).getByRole('button', { name: `${verb} listened` })
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

async function open(page: Page, path = '/albums') {
  await page.goto(path)
  await card(page).scrollIntoViewIfNeeded()
  await card(page).hover()
}

test(
  'one call reads the marks of a whole page; they are shown, changed and kept',
  journey,
  async ({ signUp }) => {
    const { page, call } = await signUp('marker')
    const events = await listen((hear) => call.logs.live.subscribe({}, hear))
    const { id } = await call.logs.save.mutate({ ...kidA, favorite: true })
    // An event that came after the page would make it read the marks of its album again.
    await events.soon('ownLogs.changed')
    events.stop()
    const asked: Request[] = []
    page.on('request', (request) => request.url().includes('logs.states') && asked.push(request))
    await open(page)
    await expect(heart(page, 'Remove from')).toBeVisible()
    expect(asked).toHaveLength(1)
    await expect(heart(page, 'Remove from')).toHaveAttribute('title', 'Remove from favorites')
    await heart(page, 'Remove from').click()
    await expect(heart(page, 'Add to')).toBeVisible()
    await ear(page, 'Remove from').click()
    await expect(ear(page, 'Add to')).toBeVisible()
    await ear(page, 'Add to').click()
    await expect(ear(page, 'Remove from')).toBeVisible()
    // A reload would abort pending requests: waits until all changes have arrived.
    await expect
      .poll(async () => {
        const { favorite, log } = await call.logs.mine.query(kidA)
        return { favorite, isAnother: log !== null && log.id !== id }
      })
      .toEqual({ favorite: false, isAnother: true })
    await page.reload()
    await card(page).hover()
    await expect(ear(page, 'Remove from')).toBeVisible()
    await expect(heart(page, 'Add to')).toBeVisible()
  },
)

test('a card is a link and two buttons beside it; the keyboard reaches and shows all three', async ({
  signUp,
}) => {
  const { page } = await signUp('keys')
  await page.goto('/albums')
  await expect(heart(page, 'Add to')).toBeAttached()
  await expect(page.locator('a button, button a')).toHaveCount(0)
  await card(page).getByRole('link').focus()
  await page.keyboard.press('Tab')
  await expect(heart(page, 'Add to')).toBeFocused()
  await expect(heart(page, 'Add to').locator('..')).toHaveCSS('opacity', '1')
  await page.keyboard.press('Enter')
  await expect(heart(page, 'Remove from')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(ear(page, 'Remove from')).toBeFocused()
  await expect(page).toHaveURL('/albums')
})

test('visitors see no buttons', async ({ page }) => {
  await page.goto('/albums')
  await expect(page.getByRole('link', { name: /^Kid A/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /favorites|listened/ })).toHaveCount(0)
})

test('a double click is one change', async ({ signUp }) => {
  const { page, call } = await signUp('twice')
  await open(page)
  await heart(page, 'Add to').dblclick()
  await expect(heart(page, 'Remove from')).toBeVisible()
  await expect.poll(async () => (await call.logs.mine.query(kidA)).favorite).toBe(true)
})

test('a quick change of mind ends with the last choice', async ({ signUp }) => {
  const { page, call } = await signUp('unsure')
  await open(page)
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(callOf('favorites.set'), async (route) => {
    await held
    await route.continue()
  })
  await heart(page, 'Add to').press('Enter')
  await heart(page, 'Remove from').press('Enter')
  await expect(heart(page, 'Add to')).toBeVisible()
  const second = page.waitForResponse((answer) =>
    (answer.request().postData() ?? '').includes('"favorite":false'),
  )
  release()
  await second
  await expect(heart(page, 'Add to')).toBeVisible()
  expect((await call.logs.mine.query(kidA)).favorite).toBe(false)
})

test('a response of the server does not undo a change that is pending', async ({ signUp }) => {
  const { page, call } = await signUp('hasty')
  await open(page)
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(callOf('logs.setListened'), async (route) => {
    await held
    await route.continue()
  })
  await ear(page, 'Add to').press('Enter')
  await expect(ear(page, 'Remove from')).toBeVisible()
  // Another device changes the same album: this tab receives the event and refetches the marks.
  const read = page.waitForResponse((answer) => answer.url().includes('logs.states'))
  await call.favorites.set.mutate({ ...kidA, favorite: true })
  await call.logs.save.mutate({ artist: 'Portishead', album: 'Dummy' })
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await read
  await expect(heart(page, 'Remove from')).toBeVisible()
  await expect(ear(page, 'Remove from')).toBeVisible()
  release()
  await expect.poll(async () => (await call.logs.mine.query(kidA)).log).not.toBeNull()
  await expect(ear(page, 'Remove from')).toBeVisible()
})

test('what holds stars is not removed without asking', async ({ signUp }) => {
  const { page, call } = await signUp('asker')
  await call.logs.save.mutate({ ...kidA, rating: 7 })
  await open(page)
  await ear(page, 'Remove from').click()
  const question = page.getByRole('dialog', { name: 'Remove “Kid A”?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(ear(page, 'Remove from')).toBeFocused()
  expect((await call.logs.mine.query(kidA)).log?.rating).toBe(7)
  await ear(page, 'Remove from').click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(ear(page, 'Add to')).toBeVisible()
  await expect.poll(async () => (await call.logs.mine.query(kidA)).log).toBeNull()
})

test('the log dialog and the card of the same album agree', async ({ signUp }) => {
  const { page } = await signUp('both')
  await open(page)
  await ear(page, 'Add to').click()
  await expect(ear(page, 'Remove from')).toBeVisible()
  await card(page).getByRole('link').click()
  await expect(page.getByText(/^Logged /)).toBeVisible()
  await page.getByRole('button', { name: 'Log', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Favorite' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goBack()
  await card(page).hover()
  await expect(heart(page, 'Remove from')).toBeVisible()
  await expect(ear(page, 'Remove from')).toBeVisible()
})

/** Withholds the events about the user's own listenings, so that only the response of a change can update the page. */
const withholdOwnEvents = (page: Page) =>
  page.routeWebSocket('**/trpc', (socket) => {
    const server = socket.connectToServer()
    server.onMessage((message) => {
      if (!String(message).includes('ownLogs.changed')) socket.send(message)
    })
  })

async function removeInDialog(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Log album' })
  await dialog.getByRole('button', { name: 'Remove log' }).click()
  await page.getByRole('dialog', { name: 'Remove this log?' }).getByRole('button', { name: 'Delete' }).click()
  await expect(dialog).toHaveCount(0)
}

test('after the removal of the newest of several listenings, the card still asks before it deletes the rest', async ({
  signUp,
}) => {
  const { page, call } = await signUp('several')
  for (const more of [{ date: '2026-01-01', rating: 8 }, { date: '2026-02-01' }])
    await call.logs.add.mutate({ ...kidA, ...more, submission: randomUUID() })
  await withholdOwnEvents(page)
  await open(page)
  await expect(ear(page, 'Remove from')).toBeVisible()
  await card(page).getByRole('link').click()
  await page.getByRole('button', { name: 'Log', exact: true }).click()
  await removeInDialog(page)
  const sent: Request[] = []
  page.on('request', (request) => request.url().includes('logs.setListened') && sent.push(request))
  await page.goBack()
  await card(page).hover()
  await ear(page, 'Remove from').click()
  await expect(page.getByRole('dialog', { name: 'Remove “Kid A”?' })).toBeVisible()
  expect(sent).toEqual([])
})

test.describe('a network that fails in between', () => {
  test.use({ expectedErrors: [failedRequest] })

  test('a card is updated by a removal on a page that could not load the state of the album', async ({
    signUp,
  }) => {
    const { page, call } = await signUp('remover')
    await call.logs.save.mutate({ ...kidA, date: '2026-01-01' })
    await withholdOwnEvents(page)
    await open(page)
    await expect(ear(page, 'Remove from')).toBeVisible()
    // The dialog reads the listening by its id, the page the newest one.
    await page.route(callOf('logs.mine'), (route) =>
      decodeURIComponent(route.request().url()).includes('"id":') ? route.continue() : route.abort(),
    )
    await page.getByRole('link', { name: 'Profile' }).first().click()
    await page.getByRole('tab', { name: /^Diary/ }).click()
    await page.getByRole('button', { name: 'Edit log' }).click()
    await removeInDialog(page)
    await expect(page.getByText(/^Logged /)).toHaveCount(0)
    await page.getByRole('link', { name: 'Albums', exact: true }).first().click()
    await card(page).hover()
    await expect(ear(page, 'Add to')).toBeVisible()
  })

  test('takes the mark back and says so; the next try holds', async ({ signUp }) => {
    const { page, call } = await signUp('unlucky')
    await open(page)
    await page.route(callOf('favorites.set'), (route) => route.abort(), { times: 1 })
    await heart(page, 'Add to').click()
    await expect(toast(page, 'The server cannot be reached')).toBeVisible()
    await expect(heart(page, 'Add to')).toBeVisible()
    const error = {
      message: 'An error occurred',
      code: -32603,
      data: { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500, id: 'error', fields: {} },
    }
    await page.route(
      callOf('logs.setListened'),
      (route) => route.fulfill({ status: 500, json: [{ error }] }),
      { times: 1 },
    )
    await ear(page, 'Add to').click()
    await expect(toast(page, 'An error occurred')).toBeVisible()
    await expect(ear(page, 'Add to')).toBeVisible()
    await heart(page, 'Add to').click()
    await ear(page, 'Add to').click()
    await expect
      .poll(async () => {
        const { log, favorite } = await call.logs.mine.query(kidA)
        return { isLogged: log !== null, favorite }
      })
      .toEqual({ isLogged: true, favorite: true })
  })

  test('another tab has rated it meanwhile: the refusal becomes the question', async ({ signUp }) => {
    const { page, context, call } = await signUp('tabs')
    await call.logs.save.mutate(kidA)
    await open(page)
    await expect(ear(page, 'Remove from')).toBeVisible()
    const other = await context.newPage()
    await other.goto('/album/Radiohead/Kid%20A')
    await other.getByRole('button', { name: 'Log', exact: true }).click()
    await other.getByRole('textbox', { name: 'Review' }).fill('From the other tab.')
    await other.getByRole('button', { name: 'Save' }).click()
    await expect(toast(other, 'Album logged successfully')).toBeVisible()
    await page.bringToFront()
    await page.route(callOf('logs.states'), (route) => route.abort())
    await ear(page, 'Remove from').click()
    await expect(page.getByRole('dialog', { name: 'Remove “Kid A”?' })).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(ear(page, 'Remove from')).toBeVisible()
    expect((await call.logs.mine.query(kidA)).log?.review).toBe('From the other tab.')
  })
})

test('a tab that is looked at again knows what another tab did', async ({ signUp }) => {
  const { page, call } = await signUp('back')
  await open(page)
  await expect(heart(page, 'Add to')).toBeVisible()
  await call.favorites.set.mutate({ ...kidA, favorite: true })
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await expect(heart(page, 'Remove from')).toBeVisible()
})

test.describe('under a finger', () => {
  test.use({ viewport: { width: 390, height: 844 }, contextOptions: { hasTouch: true, isMobile: true } })

  test('the buttons stand under the sleeve, large enough, everywhere', async ({ signUp }) => {
    const { page, call } = await signUp('finger')
    await page.goto('/albums')
    await expect(heart(page, 'Add to')).toBeVisible()
    const box = (await heart(page, 'Add to').boundingBox())!
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44)
    const sleeve = (await card(page).locator('img').boundingBox())!
    expect(box.y).toBeGreaterThan(sleeve.y + sleeve.height)
    await heart(page, 'Add to').tap()
    await expect(heart(page, 'Remove from')).toBeVisible()
    await expect.poll(async () => (await call.logs.mine.query(kidA)).favorite).toBe(true)
    for (const path of ['/search?q=kid%20a', '/artist/Radiohead', '/profile/finger', '/']) {
      await page.goto(path)
      await expect(heart(page, 'Remove from')).toBeVisible()
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })
})
