import { expect, test } from './plak.ts'

test('a draft written under an earlier nickname goes with the logout', async ({ signUp }) => {
  const { page, call } = await signUp('renamed')
  const drafts = () => page.evaluate(() => Object.keys(localStorage).filter((place) => place.includes(':')))
  await page.goto('/album/Radiohead/Kid%20A')
  await page.getByRole('button', { name: 'Log', exact: true }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Review' }).fill('Not finished.')
  await expect.poll(drafts).toHaveLength(1)
  await call.users.update.mutate({ nickname: 'renamed_now' })
  await page.goto('/profile/renamed_now')
  expect(await drafts()).toEqual([expect.stringContaining(':renamed:')])
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect.poll(drafts).toEqual([])
})
