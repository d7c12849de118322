import type { Page } from '@playwright/test'
import { expect, failedRequest, test } from './plak.ts'

const kidA = { artist: 'Radiohead', album: 'Kid A' }
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Log album' })
const box = (page: Page) => dialog(page).getByRole('textbox', { name: 'Tags' })
const chips = (page: Page) => dialog(page).getByRole('button', { name: /^Remove tag / })
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save' })
const tagLink = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name, exact: true })

async function openDialog(page: Page) {
  await page.goto('/album/Radiohead/Kid%20A')
  await page.getByRole('button', { name: 'Log', exact: true }).click()
  await expect(box(page)).toBeVisible()
}

test('tags are made by Enter and comma, kept as a draft, and text left in the box becomes one on saving', async ({
  signUp,
}) => {
  const { page, call } = await signUp('tagger')
  await openDialog(page)
  await box(page).pressSequentially('Late  night,win')
  await expect(box(page)).toHaveValue('win')
  // An input method handles Enter itself.
  await box(page).evaluate((input) =>
    input.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true, cancelable: true }),
    ),
  )
  await expect(box(page)).toHaveValue('win')
  await box(page).pressSequentially('ter')
  await page.keyboard.press('Enter')
  await expect(box(page)).toHaveValue('')
  await expect(chips(page)).toHaveCount(2)
  await box(page).fill('WINTER, a, b')
  await page.keyboard.press('Enter')
  await expect(chips(page)).toHaveCount(4)
  await page.keyboard.press('Backspace')
  await expect(chips(page)).toHaveCount(3)
  await chips(page).last().click()
  await expect(box(page)).toBeFocused()
  await box(page).fill('x'.repeat(41))
  await expect(dialog(page).getByText('A tag has at most 40 characters')).toBeVisible()
  await box(page).fill('rainy day')

  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Log', exact: true }).click()
  await expect(dialog(page).getByText('Draft restored')).toBeVisible()
  await expect(chips(page)).toHaveCount(3)

  await box(page).fill('cold')
  await save(page).click()
  await expect(dialog(page)).toHaveCount(0)
  expect((await call.logs.mine.query(kidA)).log?.tags).toEqual(['Late night', 'winter', 'rainy day', 'cold'])
  await expect(
    page.getByRole('list', { name: 'Your listens' }).getByRole('link', { name: 'cold' }),
  ).toBeVisible()

  // Suggestions are the user's own tags. By keyboard; Escape closes them and not the dialog.
  await page.getByRole('button', { name: 'Log again' }).click()
  await expect(chips(page)).toHaveCount(0)
  await box(page).fill('WIN')
  const options = dialog(page).getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
  await expect(options).toHaveText(['winter'])
  await page.keyboard.press('Escape')
  await expect(options).toHaveCount(0)
  await expect(dialog(page)).toBeVisible()
  await box(page).fill('WI')
  await expect(options).toHaveText(['winter'])
  await page.keyboard.press('ArrowDown')
  await expect(options).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(chips(page)).toHaveAccessibleName('Remove tag winter')
  await box(page).fill('RAI')
  await options.click()
  await expect(chips(page).last()).toHaveAccessibleName('Remove tag rainy day')
  await save(page).click()
  await expect(dialog(page)).toHaveCount(0)
  expect((await call.logs.mine.query(kidA)).log?.tags).toEqual(['winter', 'rainy day'])
})

test.describe('a tag', () => {
  test.use({ expectedErrors: [failedRequest] })

  test('has a page for people who may see its listenings; a rename or merge reaches followers at once', async ({
    signUp,
    plak,
    openBrowser,
  }) => {
    const owner = await signUp('owner')
    const follower = await signUp('fan')
    await follower.call.follows.set.mutate({ nickname: 'owner', following: true })
    const add = (tags: string[], more: object, submission: string) =>
      owner.call.logs.add.mutate({
        ...kidA,
        tags,
        submission: `3d1f6c52-8a0b-4c5e-9a53-00000000000${submission}`,
        ...more,
      })
    await add(['wintr', '..'], { review: 'Ice.', rating: 9 }, '1')
    await add(['winter'], { artist: 'Portishead', album: 'Dummy' }, '2')
    await add(['among us'], { artist: 'Massive Attack', album: 'Mezzanine', visibility: 'followers' }, '3')
    await add(['mine alone'], { visibility: 'me' }, '4')

    // As the follower, from the feed.
    await follower.page.goto('/activity')
    await expect(tagLink(follower.page, 'among us')).toBeVisible()
    await expect(tagLink(follower.page, 'mine alone')).toHaveCount(0)
    await tagLink(follower.page, 'wintr').click()
    await expect(follower.page.getByRole('heading', { level: 1, name: 'wintr' })).toBeVisible()
    await expect(follower.page.getByText('1 listen', { exact: true })).toBeVisible()
    await expect(follower.page.getByRole('button', { name: 'Rename tag' })).toHaveCount(0)
    await follower.page.goto('/profile/owner/tags')
    const names = (page: Page) => page.getByRole('list', { name: 'Tags' }).getByRole('listitem')
    await expect(names(follower.page)).toHaveText([/^\.\./, /^among us/, /^winter/, /^wintr/])
    await follower.page.goto('/activity')

    // As a visitor, from the profile and the album.
    const stranger = await openBrowser()
    await stranger.goto('/profile/owner?tab=diary')
    await expect(tagLink(stranger, 'wintr')).toBeVisible()
    await tagLink(stranger, 'Tags').click()
    await expect(names(stranger)).toHaveText([/^\.\./, /^winter/, /^wintr/])
    await tagLink(stranger, '..').click()
    await expect(stranger).toHaveURL(/\/tags\/~\.\.$/)
    await expect(stranger.getByRole('heading', { level: 1, name: '..' })).toBeVisible()
    await stranger.goto('/album/Radiohead/Kid%20A')
    await expect(stranger.getByRole('article').getByRole('link', { name: 'wintr' })).toBeVisible()
    await plak.wait()
    for (const missing of ['among%20us', 'mine%20alone', 'of%20nobody']) {
      const answer = await stranger.goto(`/profile/owner/tags/${missing}`)
      expect(answer?.status()).toBe(404)
      await expect(stranger.getByText('Tag not found')).toBeVisible()
    }
    await stranger.goto('/album/Radiohead/Kid%20A')

    // As their owner.
    const { page } = owner
    await page.goto('/profile/owner/tags/wintr')
    await page.getByRole('button', { name: 'Rename tag' }).click()
    const renaming = page.getByRole('dialog', { name: 'Rename tag' })
    await expect(renaming.getByText('1 listen will change.')).toBeVisible()
    await renaming.getByRole('textbox', { name: 'New name' }).fill('WINTER')
    await expect(
      renaming.getByText('“winter” is already a tag of 1 listen: 1 listen is merged with it.'),
    ).toBeVisible()
    await renaming.getByRole('button', { name: 'Rename tag' }).click()
    await expect(page).toHaveURL(/\/tags\/winter$/)
    await expect(page.getByText('2 listens', { exact: true })).toBeVisible()
    await expect(tagLink(follower.page, 'wintr')).toHaveCount(0)
    await expect(tagLink(follower.page, 'winter')).toHaveCount(2)
    await expect(stranger.getByRole('article').getByRole('link', { name: 'winter' })).toBeVisible()

    await page.getByRole('button', { name: 'Rename tag' }).click()
    await renaming.getByRole('textbox', { name: 'New name' }).fill('snow')
    await expect(renaming.getByText('2 listens will change.')).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'snow' })).toBeVisible()
    await expect(tagLink(follower.page, 'snow')).toHaveCount(2)
  })
})
