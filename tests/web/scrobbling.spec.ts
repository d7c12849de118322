import type { Page } from '@playwright/test'
import { callOf, expect, failedRequest, test } from './plak.ts'

const open = (page: Page) => page.goto('/settings/connections')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const heading = (page: Page) => page.getByRole('heading', { name: 'Scrobbling', exact: true })

test.use({ expectedErrors: [failedRequest] })

test('scrobbling is turned on, shows its secret once, gets another one, and is turned off @journey', async ({
  signUp,
}) => {
  const { page, context } = await signUp('player')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(page)
  await expect(heading(page)).toBeVisible()
  await expect(box(page, 'Secret')).toHaveCount(0)
  await button(page, 'Turn on').dblclick()
  await expect(box(page, 'Secret')).toBeFocused()
  const { origin } = new URL(page.url())
  const secret = await box(page, 'Secret').inputValue()
  const validate = async (token: string) => {
    const answer = await page.request.get(`${origin}/listenbrainz/1/validate-token`, {
      headers: { authorization: `Token ${token}` },
    })
    return ((await answer.json()) as { valid: boolean }).valid
  }
  expect(await validate(secret)).toBe(true)
  await expect(box(page, 'ListenBrainz address')).toHaveValue(/\/listenbrainz$/)
  await expect(box(page, 'Last.fm address')).toHaveValue(/\/lastfm\/2\.0\/$/)
  for (const name of ['Secret', 'ListenBrainz address', 'Last.fm address'])
    await expect(box(page, name)).not.toBeEditable()
  await button(page, 'Copy: Secret').click()
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret)

  await page.reload()
  await expect(page.getByText(`Your secret ends in ${secret.slice(-4)}.`)).toBeVisible()
  await expect(page.getByText('Last heard from a player')).toBeVisible()
  await expect(box(page, 'Secret')).toHaveCount(0)
  await button(page, 'New secret').click()
  await expect(box(page, 'Secret')).toBeVisible()
  const next = await box(page, 'Secret').inputValue()
  expect([await validate(secret), await validate(next)]).toEqual([false, true])

  await button(page, 'Turn off').click()
  await expect(button(page, 'Turn on')).toBeFocused()
  expect(await validate(next)).toBe(false)
})

test('who sees plays and what is playing is chosen, and stays chosen', async ({ signUp }) => {
  const { page } = await signUp('player')
  await open(page)
  const level = (group: string) =>
    page.getByRole('group', { name: group, exact: true }).getByLabel('Visible to')
  await expect(level('Plays')).toHaveValue('me')
  await level('Plays').selectOption('Followers')
  await expect(page.getByText('Saved')).toBeVisible()
  const saved = page.waitForResponse(callOf('scrobbling.set'))
  await level('Now playing').selectOption('Everyone')
  await expect(level('Now playing')).toHaveValue('everyone')
  await saved
  await page.reload()
  await expect(level('Plays')).toHaveValue('followers')
  await expect(level('Now playing')).toHaveValue('everyone')
})

test('a name at another service is saved, and a failure loses nothing that was typed', async ({ signUp }) => {
  const { page } = await signUp('player')
  await open(page)
  const name = box(page, 'ListenBrainz user')
  await name.fill('rob')
  await page.route('**/trpc/scrobbling.set*', (route) => route.abort())
  await button(page, 'Save').click()
  await expect(
    page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: /./ }).first(),
  ).toBeVisible()
  await expect(name).toHaveValue('rob')
  await page.unroute('**/trpc/scrobbling.set*')
  await button(page, 'Save').click()
  await expect(button(page, 'Pull now')).toBeVisible()
  await page.reload()
  await expect(name).toHaveValue('rob')
})
