import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, failedRequest, journey, test } from './plak.ts'

const homogenic = { artist: 'Björk', album: 'Homogenic' }
const more = async (page: Page, item: string) => {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

test('a private account is asked: request, withdraw, accept, remove, and public again', async ({
  signUp,
}) => {
  const [star, fan, other] = await Promise.all([signUp('star'), signUp('fan'), signUp('other')])
  await star.page.goto('/settings/privacy')
  await star.page.getByRole('switch', { name: 'Private account' }).click()
  await expect(star.page.getByRole('switch', { name: 'Private account' })).toBeChecked()
  // Shown before the server has responded.
  await expect(star.page.getByText('Your account is private')).toBeVisible()

  await fan.page.goto('/profile/star')
  await expect(fan.page.getByText('This account is private', { exact: true })).toBeVisible()
  const ask = fan.page.getByRole('button', { name: 'Request to follow' })
  const asked = fan.page.getByRole('button', { name: 'Requested' })
  await ask.click()
  await expect(asked).toBeVisible()
  await asked.click()
  await expect(ask).toBeVisible()
  await ask.click()
  await expect(asked).toBeVisible()

  await star.page.goto('/')
  await star.page.getByRole('button', { name: 'Account menu' }).click()
  await star.page.getByRole('menuitem', { name: 'Follow requests 1' }).click()
  await expect(star.page).toHaveURL('/requests')
  const people = star.page.getByRole('list', { name: 'Follow requests' }).getByRole('listitem')
  await expect(people).toHaveCount(1)
  // A request that arrives now is shown without a reload.
  await other.call.follows.set.mutate({ nickname: 'star', following: true })
  await expect(people).toHaveCount(2)
  await star.page.getByRole('button', { name: 'Decline other' }).click()
  await star.page.getByRole('button', { name: 'Accept fan' }).click()
  await expect(star.page.getByText('No follow requests')).toBeVisible()
  expect((await other.call.users.profile.query({ nickname: 'star' })).relation).toBe('requested')
  // On the page that was open all the time.
  await expect(fan.page.getByRole('button', { name: 'Unfollow' })).toBeVisible()

  await star.page.goto('/profile/star')
  await star.page.getByRole('button', { name: '1 Followers' }).click()
  await star.page.getByRole('button', { name: 'Remove follower fan' }).click()
  await expect(star.page.getByRole('button', { name: 'Remove follower fan' })).toHaveCount(0)
  await fan.call.follows.set.mutate({ nickname: 'star', following: true })
  await star.page.goto('/settings/privacy')
  await star.page.getByRole('switch', { name: 'Private account' }).click()
  await expect(star.page.getByRole('dialog')).toContainText('1 request will be accepted')
  await star.page.getByRole('button', { name: 'Make public' }).click()
  await expect(star.page.getByText('Your account is public')).toBeVisible()
  await expect(star.page.getByRole('switch', { name: 'Private account' })).not.toBeChecked()
  expect((await fan.call.users.profile.query({ nickname: 'star' })).relation).toBe('following')
})

test.describe('a block', () => {
  test.use({ expectedErrors: [failedRequest] })
  test(
    'is confirmed, hides each from the other, and is ended in the settings',
    journey,
    async ({ signUp }) => {
      const [ayse, bora] = await Promise.all([signUp('ayse'), signUp('bora')])
      await bora.page.goto('/profile/ayse')
      await expect(bora.page.getByRole('button', { name: 'Follow', exact: true })).toBeVisible()
      await ayse.page.goto('/profile/bora')
      await more(ayse.page, 'Block')
      const dialog = ayse.page.getByRole('dialog')
      await expect(dialog).toBeVisible()
      await ayse.page.keyboard.press('Escape')
      await expect(ayse.page.getByRole('button', { name: 'More', exact: true })).toBeFocused()
      await more(ayse.page, 'Block')
      await expect(dialog).toContainText('Pages seen while signed out stay open to everyone')
      await dialog.getByRole('button', { name: 'Block', exact: true }).click()
      await expect(ayse.page.getByText('User not found')).toBeVisible()
      // On the page that was open all the time.
      await expect(bora.page.getByText('User not found')).toBeVisible()

      await ayse.page.goto('/settings/privacy')
      const list = ayse.page.getByRole('list', { name: 'Blocked and muted' })
      await list.getByRole('button', { name: 'Unblock bora' }).click()
      await expect(ayse.page.getByText('You have not blocked or muted anyone.')).toBeVisible()
      await bora.page.goto('/profile/ayse')
      await expect(bora.page.getByRole('button', { name: 'Follow', exact: true })).toBeVisible()
    },
  )

  test('is followed by a report, by the keyboard alone, where that is wanted', async ({ signUp }) => {
    const [ayse] = await Promise.all([signUp('ayse'), signUp('bora')])
    const { page } = ayse
    await page.goto('/profile/bora')
    await more(page, 'Block')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('checkbox', { name: 'Report as well' }).press('Space')
    await dialog.getByRole('button', { name: 'Block', exact: true }).press('Enter')
    await expect(dialog).toHaveAccessibleName('Report bora')
    // The page behind the dialog has disappeared meanwhile.
    await expect(page.getByText('User not found')).toBeVisible()
    const reason = dialog.getByRole('radio', { name: 'Spam' })
    await expect(dialog.locator(':focus')).toHaveCount(1)
    await reason.press('Space')
    await dialog.getByRole('button', { name: 'Send report' }).press('Enter')
    await expect(page.getByText('Report sent')).toBeVisible()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    const thing = { account: 'bora' }
    expect(await ayse.call.moderation.own.query({ thing })).toMatchObject({ state: 'open' })
    expect((await ayse.call.people.blockedAndMuted.query({})).items).toMatchObject([{ nickname: 'bora' }])
  })
})

test('a mute folds what somebody wrote, until it is ended', async ({ signUp }) => {
  const [viewer, loud] = await Promise.all([signUp('viewer'), signUp('loud')])
  await loud.call.logs.add.mutate({
    ...homogenic,
    review: 'The first time.',
    tags: ['deafening'],
    submission: randomUUID(),
  })
  const again = { review: 'Strings and glass.', submission: randomUUID() }
  const { id } = await loud.call.logs.add.mutate({ ...homogenic, ...again })
  await viewer.call.comments.add.mutate({ thread: { review: id }, text: 'Yes.', submission: randomUUID() })
  const { page } = viewer
  await page.goto('/profile/loud')
  await more(page, 'Mute')
  // The chosen option has the initial focus.
  await expect(page.getByRole('dialog').getByRole('radio', { name: 'A day' })).toBeFocused()
  await page.getByRole('dialog').getByRole('radio', { name: 'A week' }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Mute', exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'More', exact: true })).toBeFocused()
  await page.goto('/album/Bj%C3%B6rk/Homogenic')
  const fold = page.getByRole('button', { name: 'Muted · Show' })
  await expect(fold).toBeVisible()
  await expect(page.getByText('Strings and glass.')).toHaveCount(0)
  await page.getByRole('button', { name: '2 listens' }).click()
  await expect(fold).toHaveCount(2)
  for (const text of ['The first time.', 'deafening']) await expect(page.getByText(text)).toHaveCount(0)
  await fold.last().click()
  await expect(page.getByText('The first time.')).toBeVisible()
  await fold.click()
  await expect(page.getByText('Strings and glass.')).toBeVisible()
  await page.goto('/settings/privacy')
  await page.getByRole('button', { name: 'Unmute loud' }).click()
  await expect(page.getByText('You have not blocked or muted anyone.')).toBeVisible()
  await page.goto('/profile/loud')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await expect(page.getByRole('menuitem', { name: 'Mute', exact: true })).toBeVisible()
})
