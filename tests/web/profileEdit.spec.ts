import type { Page } from '@playwright/test'
import { callOf, expect, failedRequest, journey, test } from './plak.ts'

const said = (page: Page, text: string) =>
  page.getByRole('status').filter({ hasText: new RegExp(`^${text}$`) })
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const passwordOf = (nickname: string) => `${nickname} has a record player`

async function logIn(page: Page, nickname: string, password = passwordOf(nickname)) {
  await field(page, 'Email or Username').fill(nickname)
  await field(page, 'Password').fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

test.describe('the own profile', () => {
  test(
    'is changed as a whole; address, menu and other tab follow a new name',
    journey,
    async ({ signUp, plak }) => {
      const { page, context, call } = await signUp('before')
      const picture = `${plak.demo}/avatars/deniz.svg`
      const other = await context.newPage()
      await other.goto('/albums')
      // A background tab only renders one frame a second.
      await page.bringToFront()
      await page.goto('/profile/edit')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit Profile')
      await field(page, 'Username').fill('After_All')
      await expect(field(page, 'Username')).toHaveValue('after_all')
      await field(page, 'Avatar URL').fill(picture)
      await expect(page.getByRole('img', { name: 'Preview of your avatar' })).toBeVisible()
      await field(page, 'Biography').fill('b'.repeat(450))
      await expect(page.getByText('450 / 500')).toBeVisible()
      await field(page, 'Letterboxd').fill('https://letterboxd.com/after')
      for (const address of ['https://one.example', '', 'https://three.example/x']) {
        await page.getByRole('button', { name: 'Add link' }).click()
        await page
          .getByLabel(/^Link \d$/)
          .last()
          .fill(address)
      }
      await page.getByRole('button', { name: 'Remove link 1' }).click()
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(said(page, 'Profile updated successfully')).toBeVisible()
      await expect(page).toHaveURL('/profile/after_all')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Profile')
      await expect(page.getByRole('list', { name: 'Links' }).getByRole('link')).toHaveCount(2)
      await expect(page.getByRole('link', { name: 'three.example/x' })).toBeVisible()
      await other.bringToFront()
      await other.getByRole('button', { name: 'Account menu' }).click()
      await expect(other.getByRole('menu').getByText('after_all')).toBeVisible()
      expect((await call.auth.me.query())?.avatar).toBe(picture)
    },
  )

  test('asks a visitor to log in and takes them back', async ({ page, signUp }) => {
    await signUp('returning')
    await page.goto('/profile/edit')
    await expect(page).toHaveURL('/login')
    await logIn(page, 'returning')
    await expect(page).toHaveURL('/profile/edit')
    await expect(field(page, 'Username')).toHaveValue('returning')
  })

  test('is not left by accident, and Cancel leaves it as it was', async ({ signUp }) => {
    const { page, call } = await signUp('careful')
    await page.goto('/albums')
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('menuitem', { name: 'Edit Profile' }).click()
    await field(page, 'Biography').fill('Half a thought')
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await page.getByRole('link', { name: 'Artists' }).first().click()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(field(page, 'Biography')).toHaveValue('Half a thought')
    await page.goBack()
    await expect(question).toBeVisible()
    await expect(page).toHaveURL('/profile/edit')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(field(page, 'Biography')).toHaveValue('Half a thought')
    await page.goBack()
    await question.getByRole('button', { name: 'Discard changes' }).click()
    await expect(page).toHaveURL('/albums')

    await page.goForward()
    await expect(field(page, 'Biography')).toHaveValue('')
    await field(page, 'Biography').fill('Another thought')
    let asked = false
    page.once('dialog', (dialog) => {
      asked = dialog.type() === 'beforeunload'
      void dialog.dismiss()
    })
    await page.evaluate(() => setTimeout(() => location.reload(), 0))
    await expect.poll(() => asked).toBe(true)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page).toHaveURL('/profile/careful')
    expect((await call.users.profile.query({ nickname: 'careful' })).bio).toBeNull()
  })

  test.describe('with something wrong', () => {
    test.use({ expectedErrors: [failedRequest] })

    test('says it at the field: what cannot be a name, a link or a picture', async ({ signUp, plak }) => {
      const { page } = await signUp('editor')
      await page.goto('/profile/edit')
      await field(page, 'Username').fill('a!')
      await field(page, 'Avatar URL').fill('not a picture')
      await field(page, 'Twitter').fill('javascript:alert(1)')
      await page.getByRole('button', { name: 'Add link' }).click()
      await field(page, 'Link 1').fill('ftp://example.com')
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('Username must be at least 3 characters long')).toBeVisible()
      await expect(page.getByText('Please enter a valid image URL')).toBeVisible()
      await expect(page.getByText('Enter a link that begins with https:// or http://')).toHaveCount(2)
      await field(page, 'Username').fill('editor')
      await field(page, 'Twitter').fill('')
      await page.getByRole('button', { name: 'Remove link 1' }).click()
      // A valid URL without a picture.
      await field(page, 'Avatar URL').fill(`${plak.demo}/no-such-picture.png`)
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('Please enter a valid image URL')).toBeVisible()
      await expect(field(page, 'Avatar URL')).toBeFocused()
      await expect(page).toHaveURL('/profile/edit')
    })

    test('a name that two people want is one’s; the other keeps what they typed', async ({ signUp }) => {
      const [one, two] = await Promise.all([signUp('first_one'), signUp('second_one')])
      for (const { page, nickname } of [one, two]) {
        await page.goto('/profile/edit')
        await field(page, 'Username').fill('wanted')
        await field(page, 'Biography').fill(`I am ${nickname}`)
      }
      await Promise.all([one, two].map(({ page }) => page.getByRole('button', { name: 'Save' }).click()))
      const taken = (page: Page) => page.getByText('This username is already in use')
      await expect.poll(async () => (await taken(one.page).count()) + (await taken(two.page).count())).toBe(1)
      const loser = (await taken(one.page).count()) > 0 ? one : two
      const winner = loser === one ? two : one
      await expect(said(loser.page, 'Error updating profile')).toBeVisible()
      await expect(winner.page).toHaveURL('/profile/wanted')
      await expect(field(loser.page, 'Biography')).toHaveValue(`I am ${loser.nickname}`)
      await field(loser.page, 'Username').fill('wanted_too')
      await loser.page.getByRole('button', { name: 'Save' }).click()
      await expect(loser.page).toHaveURL('/profile/wanted_too')
      await expect(loser.page.getByText(`I am ${loser.nickname}`)).toBeVisible()
    })

    test('two tabs: changes of other fields are merged, and a stale save of the same field is reported', async ({
      signUp,
    }) => {
      const { page, context, call } = await signUp('twice')
      const other = await context.newPage()
      for (const tab of [page, other]) {
        await tab.goto('/profile/edit')
        await expect(field(tab, 'Username')).toHaveValue('twice')
      }
      await field(page, 'Biography').fill('From the one')
      await field(page, 'Instagram').fill('https://instagram.com/twice')
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page).toHaveURL('/profile/twice')

      await field(other, 'Twitter').fill('https://x.com/twice')
      await field(other, 'Biography').fill('From the other')
      await other.getByRole('button', { name: 'Save' }).click()
      await expect(other.getByText(/changed elsewhere since you opened it/)).toBeVisible()
      await expect(field(other, 'Biography')).toHaveValue('From the other')
      expect((await call.users.profile.query({ nickname: 'twice' })).bio).toBe('From the one')

      await other.getByRole('button', { name: 'Save' }).click()
      await expect(other).toHaveURL('/profile/twice')
      await expect(other.getByText('From the other')).toBeVisible()
      expect((await call.users.profile.query({ nickname: 'twice' })).links).toMatchObject([
        { type: 'twitter' },
        { type: 'instagram' },
      ])
    })

    test('a network failure is shown, and the second try saves', async ({ signUp }) => {
      const { page } = await signUp('patient')
      await page.goto('/profile/edit')
      await field(page, 'Biography').fill('Still here')
      await page.route(callOf('users.update'), (route) => route.abort())
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(said(page, 'Error updating profile')).toBeVisible()
      await expect(page.getByText(/cannot be reached/)).toBeVisible()
      await page.unroute(callOf('users.update'))
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('Still here')).toBeVisible()
      await expect(page).toHaveURL('/profile/patient')
    })

    test('a session that ended meanwhile asks to log in, and what was typed is there again', async ({
      signUp,
      plak,
      openBrowser,
    }) => {
      const { page } = await signUp('typist')
      // The socket would report the change before the click.
      await page.routeWebSocket('**/trpc', () => {})
      await page.goto('/profile/edit')
      await field(page, 'Biography').fill('A long text')
      // Without a socket, the page would refetch by itself after ten seconds.
      await page.route('**/readyz', (route) => route.abort())
      const elsewhere = await openBrowser()
      await elsewhere.goto(`${plak.url}/login`)
      await logIn(elsewhere, 'typist')
      await expect(elsewhere).toHaveURL('/')
      await elsewhere.goto('/settings/account')
      await elsewhere.getByRole('button', { name: 'Log out everywhere else' }).click()
      await expect(said(elsewhere, 'Logged out everywhere else')).toBeVisible()
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page).toHaveURL('/login')
      await logIn(page, 'typist')
      await expect(page).toHaveURL('/profile/edit')
      await expect(field(page, 'Biography')).toHaveValue('A long text')
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('A long text')).toBeVisible()
    })
  })
})
