import { expect, failedRequest, journey, test } from './plak.ts'

test.describe('registering', () => {
  test('signs in, and the session survives a reload', journey, async ({ page }) => {
    await page.goto('/register')
    await page.getByLabel('Username').fill('Ayse_K')
    await expect(page.getByLabel('Username')).toHaveValue('ayse_k')
    await page.getByLabel('Email').fill('ayse@plak.example')
    await page.getByLabel('Password', { exact: true }).fill('a stylus and a groove')
    await page.getByLabel('Confirm Password').fill('a stylus and a groove')
    await page.getByRole('button', { name: 'Register' }).click()
    await expect(page).toHaveURL('/welcome')
    await expect(page.getByRole('link', { name: 'Activity' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('link', { name: 'Activity' })).toBeVisible()
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/login')
    await expect(page.getByRole('link', { name: 'Activity' })).toHaveCount(0)
  })

  test('says what is wrong at each field and keeps what was typed', journey, async ({ page }) => {
    await page.goto('/register')
    await page.getByLabel('Username').fill('a!')
    await page.getByLabel('Email').fill('nobody')
    await page.getByLabel('Password', { exact: true }).fill('12345')
    await page.getByLabel('Confirm Password').fill('54321')
    await page.getByRole('button', { name: 'Register' }).click()
    for (const text of [
      'Username must be at least 3 characters long',
      'Invalid email address',
      'Password must be at least 6 characters long',
      'Passwords do not match',
    ]) {
      await expect(page.getByText(text)).toBeVisible()
    }
    await expect(page.getByLabel('Email')).toHaveValue('nobody')
  })

  test('a password can be pasted, and shown', async ({ page }) => {
    await page.goto('/register')
    const password = page.getByLabel('Password', { exact: true })
    await page.getByLabel('Email').fill('from a password manager')
    await page.getByLabel('Email').selectText()
    await page.keyboard.press('ControlOrMeta+C')
    await password.focus()
    await page.keyboard.press('ControlOrMeta+V')
    await expect(password).toHaveValue('from a password manager')
    await expect(password).toHaveAttribute('type', 'password')
    await expect(password).toHaveAttribute('autocomplete', 'new-password')
    const show = page.getByRole('button', { name: 'Show characters' })
    await show.first().click()
    await expect(password).toHaveAttribute('type', 'text')
    await page.getByRole('button', { name: 'Hide characters' }).click()
    await expect(password).toHaveAttribute('type', 'password')
  })

  test('a keyboard that composes is not disturbed, and the name is lower-cased anyway', async ({ page }) => {
    await page.goto('/register')
    const name = page.getByLabel('Username')
    await name.focus()
    const keyboard = await page.context().newCDPSession(page)
    await keyboard.send('Input.imeSetComposition', { text: 'AySE', selectionStart: 4, selectionEnd: 4 })
    await expect(name).toHaveValue('AySE')
    await expect(name).toHaveCSS('text-transform', 'lowercase')
    await keyboard.send('Input.insertText', { text: 'AySE' })
    await expect(name).toHaveValue('ayse')
  })

  test.describe('that fails', () => {
    test.use({ expectedErrors: [failedRequest] })
    test('says why there is no account where the server cannot be reached', async ({ page }) => {
      await page.goto('/register')
      await page.getByLabel('Username').fill('ayse')
      await page.getByLabel('Email').fill('ayse@plak.example')
      await page.getByLabel('Password', { exact: true }).fill('a stylus and a groove')
      await page.getByLabel('Confirm Password').fill('a stylus and a groove')
      await page.route('**/trpc/**', (route) => route.abort())
      await page.getByRole('button', { name: 'Register' }).click()
      await expect(
        page.getByText(
          /^An error occurred while creating an account: No connection\. The server cannot be reached/,
        ),
      ).toBeVisible()
    })
    test('with a name that is taken: tells it at the field', async ({ page, signUp }) => {
      await signUp('taken')
      await page.goto('/register')
      await page.getByLabel('Username').fill('taken')
      await page.getByLabel('Email').fill('other@plak.example')
      await page.getByLabel('Password', { exact: true }).fill('a stylus and a groove')
      await page.getByLabel('Confirm Password').fill('a stylus and a groove')
      await page.getByRole('button', { name: 'Register' }).click()
      await expect(page.getByText('This username is already in use')).toBeVisible()
      await expect(page.getByLabel('Password', { exact: true })).toHaveValue('a stylus and a groove')
    })
  })
})

test.describe('logging in', () => {
  test.use({ expectedErrors: [failedRequest] })

  test(
    'by nickname or e-mail, back to where one came from',
    journey,
    async ({ page, signUp, openBrowser }) => {
      const { nickname } = await signUp('returning')
      await page.goto('/activity')
      await expect(page.getByText('You must be logged in to view this page')).toBeVisible()
      await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
      await page.getByLabel('Email or Username').fill(nickname)
      await page.getByLabel('Password').fill('wrong')
      await page.getByRole('button', { name: 'Login' }).click()
      await expect(page.getByText('Wrong password')).toBeVisible()
      await page.getByLabel('Password').fill('returning has a record player')
      await page.getByRole('button', { name: 'Login' }).click()
      await expect(page).toHaveURL('/activity')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

      const other = await openBrowser()
      await other.goto('/login')
      await other.getByLabel('Email or Username').fill('Returning@plak.example')
      await other.getByLabel('Password').fill('returning has a record player')
      await other.keyboard.press('Enter')
      await expect(other).toHaveURL('/')
    },
  )

  test('an unknown name and a dead network are said, nothing typed is lost', async ({ page }) => {
    await page.goto('/login')
    await page.getByLabel('Email or Username').fill('nobody')
    await page.getByLabel('Password').fill('whatever it is')
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page.getByText('User not found')).toBeVisible()
    await page.route('**/trpc/**', (route) => route.abort())
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page.getByText(/cannot be reached/)).toBeVisible()
    await expect(page.getByLabel('Password')).toHaveValue('whatever it is')
  })

  test('what one tab does, the other tab follows', journey, async ({ signUp }) => {
    const { page, context } = await signUp('two_tabs')
    await page.goto('/')
    const second = await context.newPage()
    await second.goto('/albums')
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await expect(second.getByRole('link', { name: 'Activity' })).toHaveCount(0)
    await expect(second.getByRole('link', { name: 'Login' })).toBeVisible()
  })
})

test('the signed-in person is known before anything is rendered', async ({ signUp, page }) => {
  const { page: own } = await signUp('known')
  for (const [visitor, shown, hidden] of [
    [own, 'Account menu', 'Login'],
    [page, 'Login', 'Account menu'],
  ] as const) {
    // Blocks all requests after the page itself: the bar must be correct without them.
    await visitor.route('**/trpc/**', () => {})
    await visitor.goto('/')
    const named = (name: string) =>
      visitor.getByRole('banner').getByRole(name === 'Login' ? 'link' : 'button', { name })
    await expect(named(shown)).toBeVisible()
    await expect(named(hidden)).toHaveCount(0)
    await visitor.unroute('**/trpc/**')
  }
})
