import type { Page } from '@playwright/test'
import { makeHarness } from '../harness/client.ts'
import { startPasskeySite, type PasskeySite } from './passkeySite.ts'
import { expect, failedRequest, test as base } from './plak.ts'

const test = base.extend<{}, { site: PasskeySite }>({
  site: [
    async ({}, use) => {
      const site = await startPasskeySite()
      await use(site)
      await site.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

test.use({ expectedErrors: [failedRequest] })

/** Adds a virtual device that stores passkeys and verifies its user. */
async function plugIn(page: Page) {
  const device = await page.context().newCDPSession(page)
  await device.send('WebAuthn.enable')
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  return {
    recognise: (isUserVerified: boolean) =>
      device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

const logout = async (page: Page) => {
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)
}

test('a passkey is added, signs in alone, proves its person, and is removed', async ({ page, site }) => {
  const people = makeHarness(site.url.replace('localhost', '127.0.0.1'))
  const { password } = await people.register('june')
  await people.close()
  const device = await plugIn(page)
  await page.goto(`${site.url}/login?from=%2Fsettings%2Faccount`)
  await page.getByLabel('Email or Username').fill('june')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { name: 'Passkeys' })).toBeVisible()

  await page.getByRole('button', { name: 'Add passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add passkey' })
  await expect(dialog.getByLabel('Name')).not.toHaveValue('')
  await dialog.getByLabel('Name').fill('Blue laptop')
  await dialog.getByLabel('Password', { exact: true }).fill('not the password')
  await dialog.getByRole('button', { name: 'Add passkey' }).click()
  await expect(dialog.getByText('Wrong password')).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Add passkey' }).click()
  const passkey = page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')
  await expect(passkey).toContainText('Blue laptop')
  await expect(passkey).toContainText('Never used')

  await logout(page)
  await device.recognise(false)
  await page.goto(`${site.url}/login?from=%2Fsettings%2Faccount`)
  await page.getByRole('button', { name: 'Continue with a passkey' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'No passkey was used' })).toBeVisible()
  await device.recognise(true)
  await page.getByRole('button', { name: 'Continue with a passkey' }).click()
  await expect(page).toHaveURL(`${site.url}/settings/account`)
  await expect(passkey).toContainText('Last used')

  await passkey.getByRole('button', { name: 'Remove' }).click()
  await page
    .getByRole('dialog', { name: /Blue laptop/ })
    .getByRole('button', { name: 'Use a passkey' })
    .click()
  await expect(page.getByText('No passkeys yet')).toBeVisible()
})

test('an address is confirmed and changed, and a forgotten password is mended, by mail', async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}/register`)
  await page.getByLabel('Username').fill('mavis')
  await page.getByLabel('Email').fill('mavis@plak.example')
  await page.getByLabel('Password', { exact: true }).fill('a stylus and a groove')
  await page.getByLabel('Confirm Password').fill('a stylus and a groove')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
  await page.goto(`${site.url}/settings/account`)
  await expect(page.getByText('Confirm your e-mail address')).toBeVisible()
  await page.goto(await site.linkTo('mavis@plak.example'))
  await expect(page.getByText('Your e-mail address has been confirmed')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByText('mavis@plak.example')).toBeVisible()
  await expect(page.getByText('Confirm your e-mail address')).toHaveCount(0)

  const form = page.getByRole('form', { name: 'E-mail' })
  await form.getByLabel('New e-mail').fill('mavis@new.example')
  await form.getByRole('button', { name: 'Change e-mail' }).click()
  await expect(form.getByText('Please enter your password')).toBeVisible()
  await form.getByLabel('Password', { exact: true }).fill('a stylus and a groove')
  await form.getByRole('button', { name: 'Change e-mail' }).click()
  await expect(page.getByText('A link is on its way to mavis@new.example')).toBeVisible()
  await page.goto(await site.linkTo('mavis@new.example'))
  await expect(page.getByText('Confirm mavis@new.example for mavis?')).toBeVisible()
  await expect(page.getByText('Your e-mail address has been changed')).toHaveCount(0)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Your e-mail address has been changed')).toBeVisible()

  await logout(page)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByLabel('Email or Username').fill('mavis')
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(
    page.getByRole('status').filter({ hasText: 'If there is such an account, a link is on its way' }),
  ).toBeVisible()
  await page.goto(await site.linkTo('mavis@new.example'))
  await page.getByLabel('New password').fill('another stylus and groove')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page).toHaveURL(/\/login$/)
})

test('a passkey that outlives a reset is shown; one proves its person for another address and for the end', async ({
  page,
  site,
}) => {
  const people = makeHarness(site.url.replace('localhost', '127.0.0.1'))
  const { password } = await people.register('nina')
  await plugIn(page)
  await page.goto(await site.linkTo('nina@plak.example'))
  await expect(page.getByText('Your e-mail address has been confirmed')).toBeVisible()
  await page.goto(`${site.url}/login?from=%2Fsettings%2Faccount`)
  await page.getByLabel('Email or Username').fill('nina')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  const dialog = page.getByRole('dialog')
  const passkeys = page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await dialog.getByLabel('Name').fill('Hers')
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Add passkey' }).click()
  await expect(passkeys).toHaveCount(1)

  await people.visitor().client.auth.forgotPassword.mutate({ identifier: 'nina' })
  await people.close()
  await page.goto(await site.linkTo('nina@plak.example'))
  await page.getByLabel('New password').fill('another stylus and groove')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page).toHaveURL(`${site.url}/passkeys?from=%2Fsettings%2Faccount`)
  await expect(page.getByText('These passkeys still log in to your account.')).toBeVisible()
  await passkeys.filter({ hasText: 'Hers' }).getByRole('button', { name: 'Remove' }).click()
  await expect(dialog.getByRole('heading', { name: 'Remove passkey “Hers”?' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('link', { name: 'Continue' }).click()

  // An address from before the settings had pages; the sections above are shown when they are loaded.
  await page.setViewportSize({ width: 390, height: 500 })
  await page.goto(`${site.url}/profile/edit#passkeys`)
  await expect(page).toHaveURL(`${site.url}/settings/account#passkeys`)
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'E-mail',
    'Password',
    'Passkeys',
    'Sessions',
    'Welcome',
  ])
  await expect(passkeys).toHaveCount(1)
  await expect(page.getByRole('heading', { name: 'Passkeys' })).toBeInViewport()
  const form = page.getByRole('form', { name: 'E-mail' })
  await form.getByLabel('New e-mail').fill('nina@new.example')
  await form.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByText('A link is on its way to nina@new.example')).toBeVisible()
  await page.goto(`${site.url}/profile/nina`)
  await page.getByRole('button', { name: 'Delete Account' }).click()
  await dialog.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Account deleted successfully' })).toBeVisible()
})
