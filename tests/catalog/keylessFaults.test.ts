import { setTimeout } from 'node:timers/promises'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { refreshCharts } from '../../server/catalog/keyless/charts.ts'
import { deleteOldRequests } from '../../server/catalog/keyless/requests.ts'
import { coverRules, encodePicture } from '../../server/pictures/decode.ts'
import { runKeyless } from './keylessProduct.ts'

// The catalogue without a key while its services fail.

const DAY = 24 * 60 * 60_000
const { plak, clock, visitor } = runKeyless()
const homogenic = { artist: 'Björk', album: 'Homogenic' }

/** Waits until the album has been looked up. */
const lookedUp = (ref: { artist: string; album: string }) =>
  vi.waitFor(async () => {
    const album = await visitor().catalog.album.query(ref)
    expect(album.withoutCatalogue).toBeUndefined()
    return album
  })

const covers = () => plak.server.deps.db.servicePicture
const dueBetween = (from: number, to: number) =>
  covers().count({
    where: { image: null, askAgainAt: { gt: new Date(Date.now() + from), lt: new Date(Date.now() + to) } },
  })

test('a cover that is an error page is none, and is asked for again after an hour', async () => {
  // Four are fetched at once, twice each: at least one cover gets two error pages, and the circuit breaker stays closed.
  plak.server.demo.misbehave({ service: 'coverart', fault: 'not-picture', times: 5 })
  await lookedUp(homogenic)
  await vi.waitFor(async () => expect(await dueBetween(59 * 60_000, 61 * 60_000)).toBeGreaterThan(0))
})

test('covers that cannot be asked for while the archive is away follow within minutes', async () => {
  plak.server.demo.misbehave({ service: 'coverart', fault: 'not-picture' })
  await lookedUp(homogenic)
  const { db } = plak.server.deps
  const { groupId } = await db.albumLink.findFirstOrThrow({ where: { state: 'linked' } })
  const id = groupId!
  // The circuit breaker is open.
  await vi.waitFor(async () => expect(await dueBetween(0, 61_000)).toBeGreaterThan(0))
  plak.server.demo.behave()
  // The covers of the charts would be due before it.
  await covers().deleteMany({ where: { id: { not: id } } })
  clock.ahead = 2 * 60 * 60_000
  await vi.waitFor(
    async () => {
      // While the breaker is open, it is postponed by a minute.
      clock.ahead += 60_000
      expect((await covers().findUniqueOrThrow({ where: { id } })).image).not.toBeNull()
      expect((await visitor().catalog.album.query(homogenic)).image).toMatch(/^\/pictures\//)
    },
    // The circuit breaker waits up to 30 seconds before each try.
    { timeout: 150_000, interval: 1_000 },
  )
})

test('the last good charts are kept while ListenBrainz fails', async () => {
  const chart = () => visitor().catalog.popular.query({ page: 1, chart: 'discover' })
  const before = await vi.waitFor(chart)
  clock.ahead = 2 * DAY
  plak.server.demo.misbehave({ service: 'listenbrainz', fault: 'html' })
  const { deps } = plak.server
  const services = { listenbrainz: deps.listenbrainz!, musicbrainz: deps.musicbrainz! }
  await expect(refreshCharts(deps, services, AbortSignal.timeout(60_000))).rejects.toMatchObject({
    name: 'UpstreamError',
  })
  expect((await chart()).albums.map(({ name }) => name)).toEqual(before.albums.map(({ name }) => name))
})

test('a request survives a restart, and old ones are given up', async () => {
  plak.server.demo.misbehave({ service: 'musicbrainz', fault: 'busy' })
  expect(await visitor().catalog.album.query(homogenic)).toMatchObject({ withoutCatalogue: 'looking' })
  await plak.server.restart()
  const { db } = plak.server.deps
  expect(await db.catalogRequest.count({ where: { state: 'waiting' } })).toBe(1)
  clock.ahead = 2 * DAY
  expect(await deleteOldRequests(plak.server.deps)).toBe(1)
})

test('a cover that the encoder has no room for is asked for again after a minute', async () => {
  const picture = await sharp({ create: { width: 200, height: 200, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  let isOver = false
  const crowd = Array.from({ length: 55 }, async () => {
    while (!isOver) {
      await encodePicture(picture, coverRules).catch(() => undefined)
      await setTimeout(1)
    }
  })
  try {
    await lookedUp(homogenic)
    await vi.waitFor(async () => expect(await dueBetween(50_000, 61_000)).toBeGreaterThan(0))
  } finally {
    isOver = true
    await Promise.all(crowd)
  }
})
