import { expect, failedRequest, test } from './plak.ts'

test.use({ expectedErrors: [failedRequest] })

test('a document that is left while its files load is not reloaded', async ({ page }) => {
  await page.goto('/')
  let loading = () => {}
  let stopLoading = () => {}
  const isLoading = new Promise<void>((resolve) => (loading = resolve))
  // Firefox stops these files when another document is opened; here the test does.
  await page.route(/\/assets\/ListsPage-/, async (route) => {
    loading()
    await new Promise<void>((resolve) => (stopLoading = resolve))
    await route.abort()
  })
  let answer = () => {}
  await page.route('**/artists', async (route) => {
    await new Promise<void>((resolve) => (answer = resolve))
    await route.continue()
  })
  await page.getByRole('link', { name: 'Lists', exact: true }).first().click()
  await isLoading
  await expect(page).toHaveURL('/lists')
  const isOpening = page.waitForRequest('**/artists')
  await page.evaluate(() => location.assign('/artists'))
  await isOpening
  const isAsked = page.waitForResponse('**/readyz')
  stopLoading()
  await isAsked
  answer()
  await expect(page).toHaveURL('/artists')
})
