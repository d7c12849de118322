import { expect, test } from './plak.ts'

test.use({ viewport: { width: 390, height: 844 } })

test('an album that the catalogue no longer knows has a page, and is logged there like any other', async ({
  signUp,
  plak,
}) => {
  const artist = 'Galata Dub Konsorsiyumu'
  const name = 'Yankı / Echo'
  const { page, call } = await signUp('listener')
  await plak.misbehave({
    fault: 'body',
    method: 'album.getInfo',
    body: { album: { artist, name } },
    times: 1,
  })
  await call.logs.save.mutate({ artist, album: name, rating: 8 })
  await plak.forget()
  await page.goto('/profile/listener?tab=diary')
  await page.getByRole('listitem').filter({ hasText: name }).getByRole('button', { name: 'Edit log' }).click()

  const dialog = page.getByRole('dialog', { name: 'Log album' })
  await dialog.getByRole('textbox', { name: 'Review' }).fill('Sis düdüğü.')
  await dialog.getByRole('button', { name: 'Favorite' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByText('The music catalogue does not have this album.')).toBeVisible()
  await expect(page.getByRole('article')).toContainText('Sis düdüğü.')
  await expect(page.getByRole('img', { name: `Cover of ${name}` })).toBeVisible()
  for (const heading of ['Tracks', 'About'])
    await expect(page.getByRole('heading', { name: heading })).toHaveCount(0)
  // The sleeve is as wide as the page without its margins.
  expect((await page.getByRole('img', { name: `Cover of ${name}` }).boundingBox())!.width).toBe(390 - 32)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})
