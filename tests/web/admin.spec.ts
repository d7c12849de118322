import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { failure } from './pagesMeans.ts'
import { callOf, expect, test } from './plak.ts'

test.use({ expectedErrors: [/40[0349]/] })

const password = 'admin has a record player'

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Administration' })
const open = async (page: Page, part: string) => {
  await navigation(page).getByRole('link', { name: part }).click()
  await expect(page.getByRole('heading', { level: 1, name: part })).toBeVisible()
  await expect(navigation(page).getByRole('link', { name: part })).toHaveAttribute('aria-current', 'page')
}

/** Presses a button of a person's page, and the one of the same name in its dialog. */
async function act(
  page: Page,
  name: string,
  fill?: (dialog: ReturnType<Page['getByRole']>) => Promise<void>,
) {
  await page.getByRole('button', { name, exact: true }).click()
  const dialog = page.getByRole('dialog', { name, exact: true })
  await fill?.(dialog)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name, exact: true }).click()
  await expect(dialog).toHaveCount(0)
}

test('an administrator finds a person, and changes their account after proving themselves', async ({
  signUp,
  plak,
}) => {
  const [{ page }, ayse] = [await signUp('admin'), await signUp('ayse')]
  await plak.appoint()
  await page.goto('/')
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Administration' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  for (const name of ['Checks', 'Versions', 'Sizes', 'Last backup', 'Jobs'])
    await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
  await expect(page).toHaveTitle('Overview · Plak')

  await open(page, 'People')
  await page.getByRole('textbox', { name: 'Search people' }).fill('AYS')
  await expect(page).toHaveURL(/\/admin\/people\?q=AYS$/)
  const people = page.getByRole('list', { name: 'People' })
  await expect(people.getByRole('listitem')).toHaveCount(1)
  await page.reload()
  await people.getByRole('link', { name: 'ayse', exact: true }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'ayse' })).toBeVisible()
  await expect(page.getByText('ayse@plak.example')).toBeVisible()

  // A wrong password stays in the dialog, with what was typed.
  await page.getByRole('button', { name: 'Disable' }).click()
  const dialog = page.getByRole('dialog', { name: 'Disable' })
  await dialog.getByRole('button', { name: 'Disable' }).click()
  await expect(dialog.getByText('Please give a reason')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Spam in the reviews.')
  await dialog.getByLabel('Password', { exact: true }).fill('a wrong one')
  await dialog.getByRole('button', { name: 'Disable' }).click()
  await expect(dialog.getByText('Wrong password')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('Spam in the reviews.')
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Disable' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Spam in the reviews.')).toBeVisible()

  await ayse.page.goto('/login')
  await ayse.page.getByLabel(/username/i).fill('ayse')
  await ayse.page.getByLabel('Password', { exact: true }).fill('ayse has a record player')
  await ayse.page.getByRole('button', { name: 'Login' }).click()
  await expect(ayse.page.getByText('This account has been suspended: Spam in the reviews.')).toBeVisible()

  await act(page, 'Enable')
  await act(page, 'Change role', async (asked) => {
    await asked.getByRole('radiogroup', { name: 'Role' }).getByRole('radio', { name: 'Moderator' }).check()
  })
  await expect(page.getByText('Moderator', { exact: true })).toBeVisible()
  await act(page, 'Change e-mail', (asked) =>
    asked.getByRole('textbox', { name: 'E-mail' }).fill('new@plak.example'),
  )
  await expect(page.getByText('new@plak.example')).toBeVisible()
  await act(page, 'Reset link')
  await expect(page.getByRole('textbox', { name: 'Reset link' })).toHaveValue(/\/reset#[\w-]{43}$/)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Reset link' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Reset link' })).toHaveCount(0)
  await act(page, 'Sign out everywhere')
  await act(page, 'Delete account')
  await expect(page).toHaveURL(/\/admin\/people$/)
  await expect(people.getByRole('link', { name: 'ayse' })).toHaveCount(0)

  // The last administrator cannot go.
  await people.getByRole('link', { name: 'admin' }).click()
  await page.getByRole('button', { name: 'Disable' }).click()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Enough.')
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Disable' }).click()
  await expect(dialog.getByText('There must be at least one admin')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await open(page, 'Trail')
  const trail = page.getByRole('list', { name: 'Trail' })
  await expect(trail.getByRole('listitem').filter({ hasText: 'admin.role' })).toContainText('by admin')
})

test('invitations, an announcement and backups', async ({ signUp, plak }) => {
  const { page, call } = await signUp('admin')
  const reader = await signUp('ayse')
  await plak.appoint()
  await page.goto('/admin/invitations')
  await expect(page.getByText(/Registration is open/)).toBeVisible()
  await page.getByRole('spinbutton', { name: 'Uses' }).fill('0')
  await page.getByRole('button', { name: 'Create invitation' }).click()
  await expect(page.getByText('Enter a whole number of at least 1')).toBeVisible()
  await page.getByRole('spinbutton', { name: 'Uses' }).fill('3')
  await page.getByRole('button', { name: 'Create invitation' }).click()
  await expect(page.getByRole('textbox', { name: 'Invitation link' })).toHaveValue(/\/register\?invite=/)
  const invitations = page.getByRole('list', { name: 'Invitations' })
  await expect(invitations.getByRole('listitem')).toContainText('3 uses left')
  await invitations.getByRole('button', { name: 'Revoke' }).click()
  await expect(invitations).toHaveCount(0)

  await open(page, 'Announcement')
  await page.getByRole('textbox', { name: 'Announcement' }).fill('Tonight we move.')
  await page.getByRole('button', { name: 'Announce' }).click()
  const asked = page.getByRole('dialog', { name: 'Announce to 2 people?' })
  await page.route(callOf('admin.announce'), (route) =>
    route.fulfill({ status: 207, json: [{ error: failure }] }),
  )
  await asked.getByRole('button', { name: 'Announce' }).click()
  await expect(asked.getByRole('alert')).not.toBeEmpty()
  await page.unroute(callOf('admin.announce'))
  await asked.getByRole('button', { name: 'Announce' }).click()
  await expect(page.getByText('Announced to 2 people')).toBeVisible()
  expect((await reader.call.notifications.list.query({})).items).toMatchObject([{ kind: 'announcement' }])

  await open(page, 'Backups')
  await expect(page.getByText('Restoring is done with npm run admin -- restore')).toBeVisible()
  await page.getByRole('button', { name: 'Back up now' }).click()
  await expect(page.getByText('Backup made')).toBeVisible({ timeout: 60_000 })
  const { name } = (await call.admin.backups.query()).backups[0]!
  try {
    const row = page.getByRole('list', { name: 'Backups' }).getByRole('listitem').filter({ hasText: name })
    await expect(row).toContainText('2 people')
    await row.getByRole('button', { name: 'Check' }).click()
    await expect(row.getByText('This backup is good')).toBeVisible({ timeout: 120_000 })
    await row.getByRole('button', { name: 'Download' }).click()
    const dialog = page.getByRole('dialog', { name: 'Download' })
    await dialog.getByLabel('Password', { exact: true }).fill(password)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download' }).click(),
    ])
    expect(download.suggestedFilename()).toBe(name)
    expect(await download.failure()).toBeNull()
    await expect(dialog).toHaveCount(0)
    expect((await page.request.get(`/admin/backups/${name}`)).status()).toBe(404)
  } finally {
    await rm(join(import.meta.dirname, '../../.data/backups', name))
  }
})

test('for everybody else there is no administration', async ({ signUp, plak }) => {
  const { page } = await signUp('moderator')
  await plak.moderate()
  for (const path of ['/admin', '/admin/people', '/admin/backups/plak.backup.gz']) {
    expect((await page.goto(path))!.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Account menu' }).click()
  await expect(page.getByRole('menuitem', { name: 'Moderation' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Administration' })).toHaveCount(0)
})
