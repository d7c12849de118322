import type { Page } from '@playwright/test'
import { expect, test } from './plak.ts'

test.use({ expectedErrors: [/40[0349]/] })

const form = (page: Page, name: string) =>
  page.locator('form').filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) })
const save = (page: Page, name: string) => form(page, name).getByRole('button', { name: 'Save' }).click()

test('settings are changed in the browser: each form by itself, wrong values at their fields', async ({
  signUp,
  openBrowser,
  plak,
}) => {
  const { page } = await signUp('admin')
  await plak.appoint()
  await page.goto('/admin/settings')
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await expect(page).toHaveTitle('Settings · Plak')
  const headings = [
    'Registration',
    'Contact',
    'Footer links',
    'Catalogue',
    'Spotify',
    'Google',
    'Mail',
    'Backups',
  ]
  for (const name of [...headings, 'Limits'])
    await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible()

  const visitor = await openBrowser()
  await visitor.goto('/register')
  await expect(visitor.getByLabel('Username')).toBeVisible()
  const registration = page.getByLabel('Who may register')
  await expect(registration).toHaveAccessibleDescription(/REGISTRATION/)
  await registration.selectOption('Nobody')
  await save(page, 'Registration')
  await expect(page.getByText('Settings saved')).toBeVisible()
  // The next visit notices, without another load of the document.
  await visitor.locator('main').getByRole('link', { name: 'Login' }).click()
  await visitor.locator('main').getByRole('link', { name: 'Register' }).click()
  await expect(visitor.getByText('Registration is closed')).toBeVisible()
  await form(page, 'Registration').getByRole('button', { name: 'Use the default' }).click()
  await expect(registration).toHaveValue('open')

  // Two forms saved at once are no conflict.
  await page.getByLabel('Backup schedule').fill('off')
  await registration.selectOption('By invitation')
  await save(page, 'Backups')
  await save(page, 'Registration')
  for (const name of ['Backups', 'Registration'])
    await expect(form(page, name).getByRole('button', { name: 'Use the default' })).toBeVisible()

  // Typed text stays when another form is saved, and when a value is refused.
  await page.getByLabel('Contact', { exact: true }).fill('nobody')
  await page.getByLabel('Backups to keep').fill('0')
  await save(page, 'Backups')
  await expect(page.getByText('BACKUP_KEEP must be a whole number from 1 to 10000')).toBeVisible()
  await page.getByLabel('Backups to keep').fill('3')
  await save(page, 'Backups')
  await expect(page.getByText(/BACKUP_KEEP must/)).toHaveCount(0)
  // One for the schedule, one for the number.
  await expect(form(page, 'Backups').getByRole('button', { name: 'Use the default' })).toHaveCount(2)
  await expect(page.getByLabel('Contact', { exact: true })).toHaveValue('nobody')
  await save(page, 'Contact')
  await expect(page.getByLabel('Contact', { exact: true })).toHaveAccessibleDescription(
    /CONTACT must be an e-mail/,
  )
  await page.getByLabel('Contact', { exact: true }).fill('operator@plak.example')
  await save(page, 'Contact')
  await expect(page.getByLabel('Contact', { exact: true })).toHaveAccessibleDescription('CONTACT')
  await page.reload()
  await expect(page.getByLabel('Contact', { exact: true })).toHaveValue('operator@plak.example')
  await expect(page.getByLabel('Backups to keep')).toHaveValue('3')
})

test('a secret is never shown; the environment fixes a setting; a mail server is tried', async ({
  signUp,
  plak,
}) => {
  const { page } = await signUp('admin')
  await plak.appoint()
  await page.goto('/admin/settings')
  const key = page.getByRole('textbox', { name: 'Last.fm API key' })
  await expect(key).toBeDisabled()
  await expect(key).toHaveValue('')
  await expect(key).toHaveAccessibleDescription('LASTFM_API_KEY · Set by the environment')
  await expect(form(page, 'Limits').getByRole('button', { name: 'Save' })).toBeDisabled()

  const [server, sender] = [page.getByLabel('Mail server'), page.getByLabel('Sender')]
  await server.fill('smtp://127.0.0.1:1')
  await form(page, 'Mail').getByRole('button', { name: 'Send a test mail' }).click()
  await expect(page.getByText('SMTP_FROM is missing (SMTP_URL is set)')).toBeVisible()
  await sender.fill('plak@example.org')
  await form(page, 'Mail').getByRole('button', { name: 'Send a test mail' }).click()
  await expect(page.getByText(/The test mail could not be sent: .*ECONNREFUSED/)).toBeVisible()
  await save(page, 'Mail')
  await expect(server).toHaveAccessibleDescription('SMTP_URL · Stored')
  await expect(server).toHaveValue('')
  await sender.fill('other@example.org')
  await save(page, 'Mail')
  await expect(server).toHaveAccessibleDescription('SMTP_URL · Stored')
  await form(page, 'Mail').getByRole('button', { name: 'Remove' }).click()
  await expect(server).toHaveAccessibleDescription('SMTP_URL')
  await expect(sender).toHaveValue('')
})

test('of two tabs, the second one is told, and keeps what it wrote', async ({ signUp, plak }) => {
  const { page, context } = await signUp('admin')
  await plak.appoint()
  await page.goto('/admin/settings')
  const other = await context.newPage()
  await other.goto('/admin/settings')
  const contact = other.getByLabel('Contact', { exact: true })
  // Loaded before the first tab saves: otherwise there is no conflict.
  await expect(contact).toBeEnabled()
  await page.getByLabel('Contact', { exact: true }).fill('first@plak.example')
  await save(page, 'Contact')
  await expect(page.getByText('Settings saved')).toBeVisible()
  await contact.fill('second@plak.example')
  await save(other, 'Contact')
  await expect(other.getByText(/^This has been changed elsewhere since you opened it/)).toBeVisible()
  await expect(contact).toHaveValue('second@plak.example')
  await save(other, 'Contact')
  await expect(other.getByText('Settings saved')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Contact', { exact: true })).toHaveValue('second@plak.example')
})
