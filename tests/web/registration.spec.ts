import { makeHarness } from '../harness/client.ts'
import { expect, failedRequest, test } from './plak.ts'

test.use({ expectedErrors: [failedRequest] })

test('by invitation: a form with a good code alone, else whom to ask', async ({ page, plak }) => {
  const invitation = await plak.invite()
  const form = page.getByLabel('Username')
  const contact = page.getByRole('link', { name: 'operator@plak.example' })

  await page.goto('/register')
  await expect(page.getByText('Registration is by invitation')).toBeVisible()
  await expect(contact).toHaveAttribute('href', 'mailto:operator@plak.example')
  await expect(form).toHaveCount(0)
  await page.goto('/register?invite=made-up')
  await expect(page.getByText('This invitation is no longer valid')).toBeVisible()
  await expect(form).toHaveCount(0)

  await page.goto(invitation)
  await form.fill('fatma')
  await page.getByLabel('Email').fill('fatma@plak.example')
  await page.getByLabel('Password', { exact: true }).fill('password123')
  await page.getByLabel('Confirm Password').fill('password123')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('Password is too weak')).toBeVisible()

  // Another user takes the only use first: the form shows an error, and keeps the input.
  const harness = makeHarness(plak.url)
  const invite = new URL(invitation, plak.url).searchParams.get('invite')!
  const quicker = { username: 'quick', email: 'quick@plak.example', password: 'a stylus and a groove' }
  await harness.visitor().client.auth.register.mutate({ ...quicker, invite })
  await harness.close()
  await page.getByLabel('Password', { exact: true }).fill('a stylus and a groove')
  await page.getByLabel('Confirm Password').fill('a stylus and a groove')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByRole('alert')).toHaveText('This invitation is no longer valid')
  await expect(contact).toBeVisible()
  await expect(form).toHaveValue('fatma')

  await page.goto(await plak.invite())
  await form.fill('fatma')
  await page.getByLabel('Email').fill('fatma@plak.example')
  await page.getByLabel('Password', { exact: true }).fill('a stylus and a groove')
  await page.getByLabel('Confirm Password').fill('a stylus and a groove')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page).toHaveURL('/welcome')
  await expect(page.getByRole('link', { name: 'Activity' })).toBeVisible()
})

test('a form breaks no rule of the content policy when it is checked', async ({ page }) => {
  await page.addInitScript(() => {
    const refused: string[] = []
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      refused.push(`${effectiveDirective} ${blockedURI}`),
    )
    Object.assign(window, { refused })
  })
  await page.goto('/login')
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByRole('main').locator('[aria-invalid=true]').first()).toBeVisible()
  expect(await page.evaluate(() => (window as unknown as { refused: string[] }).refused)).toEqual([])
})
