import type { Page } from '@playwright/test'
import { callWith } from '../tokens/calls.ts'
import { becomePhone, changeLight, faultsOf, sideways, smallTargets } from './accessChecks.ts'
import { callOf, expect, failedRequest, test } from './plak.ts'

const origin = (page: Page) => new URL(page.url()).origin
const open = async (page: Page) => {
  await page.goto('/settings/connections')
  await page.getByRole('button', { name: 'Create token' }).click()
  return page.getByRole('dialog', { name: 'Create token' })
}
const list = (page: Page) => page.getByRole('list', { name: 'Access tokens' })

test.use({ expectedErrors: [failedRequest] })

test('a token is created, shown once, used, and revoked', async ({ signUp }) => {
  const { page, context } = await signUp('maker')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const dialog = await open(page)
  await expect(dialog.getByRole('checkbox', { name: 'Read' })).toBeChecked()
  await expect(dialog.getByRole('checkbox', { name: 'Write' })).not.toBeChecked()
  await expect(dialog.getByLabel('Expires').getByRole('option')).toHaveText(['90 days', 'A year', 'Never'])
  await dialog.getByLabel('Name', { exact: true }).fill('Night script')
  await dialog.getByRole('checkbox', { name: 'Write' }).check()
  await expect(dialog.getByRole('checkbox', { name: 'Read' })).toBeChecked()
  await dialog.getByLabel('Expires').selectOption('Never')
  await dialog.getByLabel('Password', { exact: true }).fill('maker has a record player')
  await dialog.getByRole('button', { name: 'Create token' }).dblclick()

  const field = dialog.getByRole('textbox', { name: 'Token' })
  await expect(field).toBeFocused()
  await expect(dialog.getByText('You will not see this token again.')).toBeVisible()
  const token = await field.inputValue()
  expect(token).toMatch(/^plak_[0-9A-Za-z]{49}$/)
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByText('Token copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: 'Create token' })).toBeFocused()
  await expect(page.getByText(token)).toHaveCount(0)

  const row = list(page).getByRole('listitem')
  await expect(row).toHaveCount(1)
  for (const text of ['Night script', 'Read, Write', `…${token.slice(-4)}`, 'Never used'])
    await expect(row).toContainText(text)
  expect((await callWith(origin(page), 'auth.me', { token })).data).toMatchObject({ nickname: 'maker' })
  await page.reload()
  await expect(row).toContainText('Last used')

  await row.getByRole('button', { name: 'Revoke' }).click()
  const question = page.getByRole('dialog', { name: 'Night script' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await row.getByRole('button', { name: 'Revoke' }).click()
  await question.getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('No access tokens yet')).toBeVisible()
  expect((await callWith(origin(page), 'auth.me', { token })).status).toBe(401)
})

test('errors are shown at their fields, and nothing that was typed is lost', async ({ signUp }) => {
  const { page } = await signUp('maker')
  const dialog = await open(page)
  const submit = dialog.getByRole('button', { name: 'Create token' })
  await dialog.getByRole('checkbox', { name: 'Read' }).uncheck()
  await submit.click()
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveAccessibleDescription('Please enter a name')
  await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused()
  await expect(dialog.getByRole('group', { name: 'Scopes' })).toHaveAccessibleDescription(
    'Choose what the token may do',
  )
  const password = dialog.getByLabel('Password', { exact: true })
  await expect(password).toHaveAccessibleDescription('Please enter your password')

  await dialog.getByLabel('Name', { exact: true }).fill('Night script')
  await dialog.getByRole('checkbox', { name: 'Read' }).check()
  await password.fill('a wrong one')
  await submit.click()
  await expect(password).toHaveAccessibleDescription('Wrong password')
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Night script')

  await page.route(callOf('tokens.create'), (route) => route.abort())
  await password.fill('maker has a record player')
  await submit.click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await page.unroute(callOf('tokens.create'))
  await submit.click()
  await expect(dialog.getByRole('textbox', { name: 'Token' })).toHaveValue(/^plak_/)
})

test('a token that another tab has revoked disappears from the list', async ({ signUp }) => {
  const { page, call } = await signUp('maker')
  const password = 'maker has a record player'
  const { id } = await call.tokens.create.mutate({ name: 'Old', scopes: ['read'], expires: 'year', password })
  await page.goto('/settings/connections')
  await list(page).getByRole('button', { name: 'Revoke' }).click()
  await call.tokens.revoke.mutate({ id })
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('This token is no longer there')).toBeVisible()
  await expect(page.getByText('No access tokens yet')).toBeVisible()
})

test('the tokens lead to the documentation of the API, which everybody can use', async ({ signUp }) => {
  const { page } = await signUp('maker')
  await page.goto('/settings/connections')
  await page.getByRole('link', { name: 'API documentation' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('API')
  expect(await faultsOf(page)).toEqual([])
  await changeLight(page, 'dark')
  expect(await faultsOf(page, { rule: 'color-contrast' })).toEqual([])
  const finger = await becomePhone(page)
  expect(await sideways(page)).toBe(0)
  await expect.poll(() => smallTargets(page)).toEqual([])
  await finger.detach()
  await page.getByText('/api/v1/me', { exact: true }).click()
  await expect(page.locator('#getMe').getByText('Answer', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Access tokens' }).click()
  await expect(page.getByRole('heading', { name: 'Access tokens' })).toBeInViewport()
})
