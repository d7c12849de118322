import { makeHarness } from '../harness/client.ts'
import { expect, test } from './plak.ts'
import { startPlak } from './product.ts'

test('while the catalogue is not set up, pages show our own albums and say so', async ({ page }) => {
  const site = await startPlak('notSetUp', { settings: { LASTFM_API_KEY: '' } })
  const harness = makeHarness(site.url)
  try {
    const { client } = await harness.register('ayse')
    await client.albums.add.mutate({ artist: 'Kökler', title: 'Toprak', submission: crypto.randomUUID() })
    for (const [path, list] of [
      ['/artist/K%C3%B6kler', 'Albums'],
      ['/albums', 'Popular albums'],
      ['/', 'Trending'],
    ] as const) {
      await page.goto(site.url + path)
      const main = page.getByRole('main')
      await expect(main.getByRole('list', { name: list }).getByText('Toprak').first()).toBeVisible()
      await expect(main.getByText('The catalogue is not set up yet')).toBeVisible()
      await expect(main.getByRole('button', { name: 'Try again' })).toHaveCount(0)
    }
  } finally {
    await harness.close()
    await site.close()
  }
})
