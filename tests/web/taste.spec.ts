import { expect, journey, test } from './plak.ts'

const albums = [
  { artist: 'Björk', album: 'Homogenic' },
  { artist: 'Portishead', album: 'Dummy' },
  { artist: 'Radiohead', album: 'Kid A' },
]

test('a profile shows the taste that its reader has in common', journey, async ({ page, signUp }) => {
  const [reader, other] = [await signUp('reader'), await signUp('other')]
  for (const [index, ref] of albums.entries()) {
    await reader.call.logs.save.mutate({ ...ref, rating: 10 - index })
    await other.call.logs.save.mutate({ ...ref, rating: index === 2 ? 2 : 9 })
  }
  await reader.page.goto('/profile/other')
  await expect(reader.page.getByRole('heading', { level: 2, name: 'Taste in common' })).toBeVisible()
  const section = reader.page.getByRole('main')
  await expect(section).toContainText('You both heard 3 albums and agree on 2')
  const examples = reader.page.getByRole('list', { name: 'Taste in common' }).getByRole('link')
  await expect(examples).toHaveText(['Homogenic', 'Dummy'])
  await expect(examples.first()).toHaveAttribute('href', '/album/Bj%C3%B6rk/Homogenic')
  // After a change on another page, it is compared again.
  await reader.call.logs.save.mutate({ ...albums[2]!, rating: 3 })
  await reader.page.reload()
  await expect(section).toContainText('You both heard 3 albums and agree on 3')
  await expect(examples).toHaveCount(3)
  for (const someone of [page, other.page]) {
    await someone.goto('/profile/other')
    await expect(someone.getByRole('tab', { name: 'Listened' })).toBeVisible()
    await expect(someone.getByRole('heading', { name: 'Taste in common' })).toHaveCount(0)
  }
})
