import { expect, it, vi } from 'vitest'
import { runProduct } from '../support/runProduct.ts'
import { scrobblers } from './calls.ts'

// Without a key an album that nobody has used is looked up at MusicBrainz before its prompt can be computed.

const plak = runProduct({ settings: { CATALOGUE: 'musicbrainz', CONTACT: 'admin@example.org' } })
const { record, turnOn } = scrobblers(plak)

it('a prompt for an album that is being looked up appears soon after the answer', async () => {
  const { db } = plak.server.deps
  const owner = await plak.harness.register('owner')
  await turnOn(owner)
  const begin = Date.now() - 60 * 60_000
  const tracks = ['Hunter', 'Jóga', 'Unravel', 'Bachelorette', 'All Neon Like', '5 Years']
  await record(
    owner,
    tracks.map((track, index) => ({
      artist: 'Björk',
      track,
      album: 'Homogenic',
      at: new Date(begin + index * 240_000),
    })),
  )
  await vi.waitFor(async () => expect(await db.album.count()).toBe(1), 60_000)
  const found = performance.now()
  await vi.waitFor(async () => {
    const { items } = await owner.client.plays.prompts.query()
    expect(items.map(({ album }) => album.name)).toContain('Homogenic')
  }, 30_000)
  expect(performance.now() - found).toBeLessThan(5_000)
})
