import { writeKnown } from './knownAlbums.ts'
import { expect, journey, test } from './plak.ts'

test('an open album page completes itself', journey, async ({ page }, test) => {
  await page.goto('/album/Bj%C3%B6rk/Homogenic')
  const main = page.getByRole('main')
  await expect(main.getByRole('list', { name: 'Tags' })).toBeVisible()
  await expect(main.getByRole('time')).toHaveCount(0)
  const groupId = '5d9d4f4b-4d0e-3f0c-8b0e-1e1a2e0a2f5b'
  await writeKnown(test.parallelIndex, [
    {
      artist: 'Björk',
      album: 'Homogenic',
      releaseDate: '1997-09-22',
      type: 'album',
      genres: ['trip hop'],
      groupId,
    },
  ])
  await expect(main.getByText('22 September 1997')).toHaveAttribute('datetime', '1997-09-22')
  await expect(main.getByText('Album', { exact: true })).toBeVisible()
  await expect(main.getByText('Data from MusicBrainz')).toBeVisible()
  const link = main.getByRole('link', { name: 'MusicBrainz' })
  await expect(link).toHaveAttribute('href', `https://musicbrainz.org/release-group/${groupId}`)
  await expect(main.getByRole('list', { name: 'Tags' })).toHaveCount(0)
  await expect(main.getByRole('list', { name: 'Genres' })).toHaveText('trip hop')
})
