import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { sleeveOf } from '../../server/sharing/sleeve.ts'
import { colours, paperOf } from '../../shared/look.ts'

test('the colours that the server draws with are those of the page', () => {
  const styles = readFileSync(join(import.meta.dirname, '../../web/styles.css'), 'utf8')
  for (const [name, { day, night }] of Object.entries(colours)) {
    expect(styles).toContain(`--color-${name}: light-dark(${day}, ${night});`)
  }
})

test('a drawn sleeve has one colour, on the page and in a shared picture', async () => {
  const albums = ['Homogenic', 'Vespertine', 'Debut', '÷', '音楽図鑑', '🎧'].map((name) => ({
    artist: 'Björk',
    name,
    image: null,
    year: null,
  }))
  expect(new Set(albums.map((album) => paperOf(album).ground)).size).toBeGreaterThan(2)
  for (const album of albums) {
    const corner = sharp(await sleeveOf(album, null, 200)).extract({ left: 1, top: 1, width: 1, height: 1 })
    const [red, green, blue] = await corner.raw().toBuffer()
    expect(`#${[red, green, blue].map((part) => part!.toString(16).padStart(2, '0')).join('')}`).toBe(
      paperOf(album).ground,
    )
  }
})
