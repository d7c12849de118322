import type { Page } from '@playwright/test'
import { failure, refused } from './pagesMeans.ts'
import { callOf, expect, test } from './plak.ts'

test.use({ expectedErrors: [/40[0349]/] })

const over = 'This setup link is no longer valid'

async function fillAccount(page: Page, nickname: string) {
  await page.getByLabel('Username').fill(nickname)
  await page.getByLabel('Email').fill(`${nickname}@plak.example`)
  for (const name of ['Password', 'Confirm Password'])
    await page.getByLabel(name, { exact: true }).fill('a stylus and a groove')
}
const press = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click()
async function expectStep(page: Page, name: string, step: string | null) {
  await expect(page.getByRole('heading', { level: 1, name: 'Set up Plak' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(name)
  await expect(page.getByText(/^Step \d of 5$/)).toHaveText(step === null ? [] : [step])
}

test('the first administrator sets the product up, step by step, with a link that works once', async ({
  page,
  openBrowser,
  plak,
}) => {
  const link = await plak.setUp()
  const other = await openBrowser()
  for (const each of [page, other]) {
    await each.goto(link)
    await expectStep(each, 'Your account', 'Step 1 of 5')
    await expect(each).toHaveTitle('Set up Plak · Plak')
  }
  await fillAccount(other, 'fatma')
  await fillAccount(page, 'deniz')
  await page.getByLabel('Confirm Password').fill('another groove')
  await press(page, 'Create account')
  await expect(page.getByLabel('Confirm Password')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Confirm Password').fill('a stylus and a groove')
  await press(page, 'Create account')
  await expectStep(page, 'Who may register', 'Step 2 of 5')
  await expect(page).toHaveURL('/setup?step=registration')

  // Somebody who opened the link at the same time is told, without a form.
  await press(other, 'Create account')
  await expect(other.getByText(over)).toBeVisible()
  await expect(other.getByText('npm run admin -- setup-link')).toBeVisible()
  await expect(other.getByRole('main').getByRole('textbox')).toHaveCount(0)
  await other.goto(link)
  await other.reload()
  await expect(other.getByText(over)).toBeVisible()

  const registration = page.getByRole('radiogroup', { name: 'Who may register' })
  await expect(registration.getByRole('radio', { name: 'Everyone' })).toBeChecked()
  await registration.getByRole('radio', { name: 'By invitation' }).check()
  await press(page, 'Save')
  await expectStep(page, 'Contact', 'Step 3 of 5')
  await expect(page.getByRole('heading', { level: 2 })).toBeFocused()
  await page.reload()
  await expectStep(page, 'Contact', 'Step 3 of 5')
  const contact = page.getByRole('textbox', { name: 'Contact' })
  await contact.fill('nobody')
  await press(page, 'Save')
  await expect(contact).toHaveAccessibleDescription(/CONTACT must be an e-mail address/)
  await contact.fill('operator@plak.example')
  await press(page, 'Save')
  await expectStep(page, 'Catalogue', 'Step 4 of 5')
  await page.goBack()
  await expect(contact).toHaveValue('operator@plak.example')
  await press(page, 'Skip')
  const catalogue = page.getByRole('radiogroup', { name: 'Catalogue' })
  await expect(page.getByRole('textbox', { name: 'Last.fm API key' })).toHaveAccessibleDescription(
    'LASTFM_API_KEY · Set by the environment',
  )
  await catalogue.getByRole('radio', { name: 'MusicBrainz' }).check()
  await expect(page.getByRole('textbox', { name: 'Last.fm API key' })).toHaveCount(0)
  await press(page, 'Skip')

  await expectStep(page, 'Mail', 'Step 5 of 5')
  await page.getByRole('textbox', { name: 'Mail server' }).fill('smtp://127.0.0.1:1')
  await page.getByRole('textbox', { name: 'Sender' }).fill('plak@plak.example')
  await press(page, 'Send a test mail')
  await expect(page.getByText(/^The test mail could not be sent: /)).toBeVisible()
  await press(page, 'Skip')
  await expectStep(page, 'Ready', null)
  await press(page, 'Finish')
  await expect(page).toHaveURL('/')
  await page.goto('/setup')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()

  await page.goto('/admin/settings')
  await expect(page.getByLabel('Who may register')).toHaveValue('invite')
  await expect(page.getByRole('textbox', { name: 'Contact' })).toHaveValue('operator@plak.example')
  await expect(page.getByLabel('Mail server')).toHaveAccessibleDescription('SMTP_URL')
})

test('without a link there is nothing to set up, and later no such page', async ({ page, signUp, plak }) => {
  for (const address of ['/setup', '/setup#wrong']) {
    await page.goto('/')
    await page.goto(address)
    await expect(page.getByText(over)).toBeVisible()
    await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0)
  }
  const admin = await signUp('admin')
  await plak.appoint()
  await page.reload()
  await expect(page.getByText(over)).toBeVisible()
  await page.goto('/')
  await page.goto('/setup')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await expect(page).toHaveTitle('Page not found · Plak')

  // Each of the three ways out ends the setup.
  await admin.page.goto('/setup?step=ready')
  await admin.page.getByRole('main').getByRole('link', { name: 'Administration' }).click()
  await expect(admin.page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await admin.page.goto('/setup')
  await expect(admin.page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})

test('a key that Last.fm refuses is refused at its field; MusicBrainz needs a contact', async ({
  signUp,
  plak,
}) => {
  const { page } = await signUp('admin')
  await plak.appoint()
  // The environment of the tests sets a key.
  await page.route(callOf('admin.settings'), async (route) => {
    const response = await route.fetch()
    const text = await response.text()
    await route.fulfill({ response, body: text.replaceAll('"source":"environment"', '"source":"default"') })
  })
  await page.goto('/setup?step=catalogue')
  const key = page.getByRole('textbox', { name: 'Last.fm API key' })
  await press(page, 'Save')
  await expect(key).toHaveAccessibleDescription('Enter the key, or skip this step.')
  await key.fill('0123456789abcdef')
  const fields = { LASTFM_API_KEY: 'Last.fm does not accept this key' }
  const error = { ...failure, data: { ...refused, id: 'admin.keyRefused', fields } }
  await page.route(callOf('admin.saveSettings'), (route) => route.fulfill({ status: 207, json: [{ error }] }))
  await press(page, 'Save')
  await expect(key).toHaveAccessibleDescription('Last.fm does not accept this key')
  await expect(key).toHaveValue('0123456789abcdef')
  await page.getByRole('radio', { name: 'MusicBrainz' }).check()
  await page.getByRole('link', { name: 'Enter a contact' }).click()
  await expectStep(page, 'Contact', 'Step 3 of 5')
})
