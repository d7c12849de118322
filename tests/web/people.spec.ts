import type { Page } from '@playwright/test'
import { callOf, expect, failedRequest, journey, test } from './plak.ts'

const said = (page: Page, text: string) =>
  page.getByRole('status').filter({ hasText: new RegExp(`^${text}$`) })

test.describe('who follows whom', () => {
  test('opens from the counts, with live buttons and links', journey, async ({ signUp }) => {
    const [{ page, call }, ada, bela] = await Promise.all([signUp('viewer'), signUp('ada'), signUp('bela')])
    for (const fan of [ada, bela]) await fan.call.follows.set.mutate({ nickname: 'viewer', following: true })
    await call.follows.set.mutate({ nickname: 'ada', following: true })
    await page.goto('/profile/viewer')
    await page.getByRole('button', { name: '2 Followers' }).click()
    const dialog = page.getByRole('dialog', { name: 'Followers' })
    await expect(dialog.getByRole('listitem')).toHaveCount(2)
    await dialog.getByRole('button', { name: 'Unfollow ada' }).click()
    await dialog.getByRole('button', { name: 'Follow bela' }).click()
    await expect(dialog.getByRole('button', { name: 'Follow ada', exact: true })).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Unfollow bela' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: '2 Followers' })).toBeFocused()
    await page.getByRole('button', { name: '1 Following' }).click()
    const following = page.getByRole('dialog', { name: 'Following' })
    await following.getByRole('link', { name: 'bela' }).click()
    await expect(page).toHaveURL('/profile/bela')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Unfollow' })).toBeVisible()
    expect((await call.users.profile.query({ nickname: 'ada' })).relation).toBe('none')
  })

  test('a list opened while a follow is on its way has that person', async ({ signUp }) => {
    const [{ page }, fan] = await Promise.all([signUp('viewer'), signUp('fan')])
    await fan.call.follows.set.mutate({ nickname: 'viewer', following: true })
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route(callOf('follows.set'), async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/profile/viewer')
    await page.getByRole('button', { name: '1 Follower' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Follow fan' }).click()
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Unfollow fan' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /Following$/ }).click()
    const following = page.getByRole('dialog', { name: 'Following' })
    await expect(following.getByText('Loading')).toBeAttached()
    release()
    await expect(following.getByRole('link', { name: 'fan' })).toBeVisible()
  })

  test('says that there is nobody, and shows visitors no buttons', async ({ page, signUp }) => {
    const [quiet, fan, idol] = await Promise.all([signUp('quiet_one'), signUp('fan'), signUp('idol')])
    await fan.call.follows.set.mutate({ nickname: 'idol', following: true })
    await page.goto('/profile/quiet_one')
    await page.getByRole('button', { name: '0 Followers' }).click()
    await expect(page.getByRole('dialog').getByText('No followers yet')).toBeVisible()
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: '0 Following' }).click()
    await expect(page.getByRole('dialog').getByText('Not following anyone yet')).toBeVisible()
    await page.goto('/profile/idol')
    await page.getByRole('button', { name: '1 Followers' }).click()
    await expect(page.getByRole('dialog').getByRole('link', { name: 'fan' })).toBeVisible()
    await expect(page.getByRole('dialog').getByRole('button', { name: /follow/i })).toHaveCount(0)
    // A private account does not show its followers to others.
    await idol.call.visibility.setPrivate.mutate({ isPrivate: true })
    await page.reload()
    await page.getByRole('button', { name: '1 Followers' }).click()
    await expect(page.getByRole('dialog').getByText('This account is private')).toBeVisible()

    const own = quiet.page
    await own.goto('/profile/quiet_one')
    await own.getByRole('button', { name: '0 Followers' }).click()
    await expect(own.getByRole('dialog').getByText('No one is following you yet')).toBeVisible()
    await own.getByRole('button', { name: 'Close' }).click()
    await own.getByRole('button', { name: '0 Following' }).click()
    await expect(own.getByRole('dialog').getByText('You are not following anyone yet')).toBeVisible()
  })

  test('comes page by page', async ({ signUp }) => {
    const { page } = await signUp('viewer')
    const card = (index: number) => ({ nickname: `fan_${index}`, avatar: null, relation: 'none' as const })
    const pages = [Array.from({ length: 50 }, (_, index) => card(index)), [card(50), card(51)]]
    await page.route(callOf('follows.followers'), (route) => {
      const { cursor } = (
        JSON.parse(new URL(route.request().url()).searchParams.get('input')!) as { 0: { cursor?: string } }
      )[0]
      const data = cursor ? { items: pages[1], next: null } : { items: pages[0], next: 'a.b' }
      return route.fulfill({ json: [{ result: { data } }] })
    })
    await page.goto('/profile/viewer')
    await page.getByRole('button', { name: '0 Followers' }).click()
    const people = page.getByRole('dialog').getByRole('listitem')
    await expect(people).toHaveCount(50)
    await people.last().scrollIntoViewIfNeeded()
    await expect(people).toHaveCount(52)
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Show more' })).toHaveCount(0)
  })
})

test.describe('the albums on top', () => {
  const editor = (page: Page) => page.getByRole('dialog', { name: 'Edit Favorite Albums' })
  const chosen = (page: Page) =>
    editor(page).getByRole('list', { name: 'Chosen albums' }).getByRole('listitem')
  const onTop = (page: Page) => page.getByRole('list', { name: 'Favorite Albums' }).getByRole('link')
  const albums = ['Homogenic', 'Dummy', 'Kid A', 'Blue Train']

  async function choose(page: Page, name: string) {
    await editor(page).getByRole('searchbox', { name: 'Search albums' }).fill(name)
    await editor(page)
      .getByRole('list', { name: 'Albums found' })
      .getByRole('button', { name })
      .first()
      .click()
  }

  test('are searched for, four at most, ordered by the keyboard and by dragging, and saved', async ({
    signUp,
    page,
  }) => {
    const { page: own } = await signUp('chooser')
    await own.goto('/profile/chooser')
    await own.getByRole('button', { name: 'Add Album' }).first().click()
    for (const name of albums) await choose(own, name)
    await expect(chosen(own)).toHaveCount(4)
    await choose(own, 'OK Computer')
    await expect(said(own, 'You can select up to 4 albums')).toBeVisible()
    await expect(chosen(own)).toHaveCount(4)

    await editor(own).getByRole('button', { name: 'Move Dummy', exact: true }).press('ArrowUp')
    await expect(chosen(own)).toHaveText([/Dummy/, /Homogenic/, /Kid A/, /Blue Train/])
    await expect(said(own, 'Dummy is now number 1 of 4')).toBeAttached()
    await expect(editor(own).getByRole('button', { name: 'Move Dummy', exact: true })).toBeFocused()

    const grip = (await editor(own)
      .getByRole('button', { name: 'Move Blue Train', exact: true })
      .boundingBox())!
    const goal = (await editor(own)
      .getByRole('button', { name: 'Move Homogenic', exact: true })
      .boundingBox())!
    await own.mouse.move(grip.x + 10, grip.y + 20)
    await own.mouse.down()
    await own.mouse.move(grip.x + 10, grip.y - 20, { steps: 3 })
    await own.mouse.move(goal.x + 10, goal.y + 20, { steps: 3 })
    await own.mouse.up()
    await expect(chosen(own)).toHaveText([/Dummy/, /Blue Train/, /Homogenic/, /Kid A/])

    await editor(own).getByRole('button', { name: 'Remove Kid A' }).click()
    await editor(own).getByRole('button', { name: 'Save' }).click()
    await expect(said(own, 'Favorite albums updated')).toBeVisible()
    await expect(editor(own)).toHaveCount(0)
    await expect(onTop(own)).toHaveText([/Dummy/, /Blue Train/, /Homogenic/])
    await expect(own.getByRole('button', { name: 'Add Album' })).toHaveCount(1)
    await page.goto('/profile/chooser')
    await expect(onTop(page)).toHaveText([/Dummy/, /Blue Train/, /Homogenic/])
    await expect(page.getByRole('button', { name: /Edit|Add Album/ })).toHaveCount(0)
  })

  test.describe('when something fails', () => {
    test.use({ expectedErrors: [failedRequest] })
    test('say so and keep what was chosen', async ({ signUp }) => {
      const { page } = await signUp('chooser')
      await page.goto('/profile/chooser')
      await page.getByRole('button', { name: 'Edit', exact: true }).click()
      await page.route(callOf('catalog.search'), (route) => route.abort())
      await editor(page).getByRole('searchbox').fill('dummy')
      await expect(editor(page).getByRole('alert').getByText('Album search failed')).toBeVisible()
      await page.unroute(callOf('catalog.search'))
      await editor(page).getByRole('button', { name: 'Try again' }).click()
      await editor(page)
        .getByRole('list', { name: 'Albums found' })
        .getByRole('button', { name: 'Dummy' })
        .click()
      await page.route(callOf('favorites.setTop'), (route) => route.abort())
      await editor(page).getByRole('button', { name: 'Save' }).click()
      await expect(said(page, 'Error updating favorite albums')).toBeVisible()
      await expect(chosen(page)).toHaveText([/Dummy/])
      await page.unroute(callOf('favorites.setTop'))
      await editor(page).getByRole('button', { name: 'Save' }).click()
      await expect(onTop(page)).toHaveText([/Dummy/])
    })
  })

  test('fit on a phone', async ({ signUp }) => {
    const { page } = await signUp('chooser')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/profile/chooser')
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await choose(page, 'Dummy')
    await editor(page).getByRole('button', { name: 'Save' }).click()
    await expect(onTop(page)).toHaveText([/Dummy/])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  })
})
