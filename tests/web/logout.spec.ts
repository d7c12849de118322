import type { Page, Route } from '@playwright/test'
import { callOf, expect, failedRequest, test, type Someone } from './plak.ts'

async function clickLogout(page: Page) {
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
}

/** Clicks on Logout and then opens the feed, whose query needs a session; `answer` answers the logout. */
async function openFeedDuringLogout(
  { page }: Someone,
  answer: (route: Route, afterOpening: () => Promise<void>) => Promise<void>,
) {
  let sent = () => {}
  let opened = () => {}
  const isSent = new Promise<void>((resolve) => (sent = resolve))
  const isOpened = new Promise<void>((resolve) => (opened = resolve))
  await page.goto('/albums')
  await page.route(callOf('auth.logout'), async (route) => {
    const afterOpening = () => {
      sent()
      return isOpened
    }
    await answer(route, afterOpening)
  })
  const queries: string[] = []
  await clickLogout(page)
  await isSent
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().includes('/trpc/')) queries.push(request.url())
  })
  await page.getByRole('link', { name: 'Activity', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Activity', level: 1 })).toBeVisible()
  expect(queries).toEqual([])
  opened()
}

test('a draft written under an earlier nickname goes with the logout', async ({ signUp }) => {
  const { page, call } = await signUp('renamed')
  const drafts = () => page.evaluate(() => Object.keys(localStorage).filter((place) => place.includes(':')))
  await page.goto('/album/Radiohead/Kid%20A')
  await page.getByRole('button', { name: 'Log', exact: true }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Review' }).fill('Not finished.')
  await expect.poll(drafts).toHaveLength(1)
  await call.users.update.mutate({ nickname: 'renamed_now' })
  await page.goto('/profile/renamed_now')
  expect(await drafts()).toEqual([expect.stringContaining(':renamed:')])
  await clickLogout(page)
  await expect(page).toHaveURL(/\/login$/)
  await expect.poll(drafts).toEqual([])
})

test('a page that is opened while the logout is under way requests nothing that is refused', async ({
  signUp,
}) => {
  const leaver = await signUp('leaver')
  await openFeedDuringLogout(leaver, async (route, afterOpening) => {
    const response = await route.fetch()
    await afterOpening()
    await route.fulfill({ response })
  })
  await expect(leaver.page).toHaveURL(/\/login$/)
  await expect(leaver.page.getByRole('button', { name: 'Login' })).toBeVisible()
})

test('a query that has no answer yet when the logout is clicked does not arrive after it', async ({
  signUp,
}) => {
  const { page } = await signUp('leaver')
  await page.goto('/albums')
  const isLoggedOut = page.waitForResponse(callOf('auth.logout'))
  const isAsked = page.waitForRequest(callOf('activity.feed'))
  await page.route(callOf('activity.feed'), async (route) => {
    await isLoggedOut
    await route.continue()
  })
  await page.getByRole('link', { name: 'Activity', exact: true }).click()
  await isAsked
  await clickLogout(page)
  await expect(page).toHaveURL(/\/login$/)
  await page.unrouteAll({ behavior: 'wait' })
})

test.describe('a logout that fails', () => {
  test.use({ expectedErrors: [failedRequest] })

  test('lets the page that was opened meanwhile load', async ({ signUp }) => {
    const stayer = await signUp('stayer')
    await openFeedDuringLogout(stayer, async (route, afterOpening) => {
      await afterOpening()
      await route.abort()
    })
    await expect(stayer.page.getByText('The server cannot be reached.')).toBeVisible()
    await expect(stayer.page.getByText('No activity yet')).toBeVisible()
  })
})
