import { expect, it } from 'vitest'
import { insertRows } from '../../server/lib/sql.ts'
import { albumKeyOf, trackKey } from '../../server/plays/keys.ts'
import { readCandidates } from '../../server/plays/prompts/candidates.ts'
import { runProduct } from '../support/runProduct.ts'
import { scrobblers } from './calls.ts'

const NOW = new Date('2026-11-24T12:00:00Z')
const plak = runProduct({ now: () => NOW })
const { idOf, turnOn } = scrobblers(plak)

it('the candidates of a player that sends more than anybody hears are the newest plays, cut and few', async () => {
  const owner = await plak.harness.register('owner')
  await turnOn(owner)
  const userId = await idOf(owner)
  const long = 'x'.repeat(900)
  const play = (index: number, album: string) => ({
    userId,
    at: new Date(NOW.getTime() - index * 1_000),
    artist: 'Somebody',
    track: `${index} ${long}`,
    album,
    albumArtist: null,
    trackKey: trackKey({ artist: 'Somebody', track: `${index}` }),
    albumKey: albumKeyOf({ artist: 'Somebody', album }),
    duration: null,
    source: 'listenbrainz' as const,
    client: null,
  })
  const newer = Array.from({ length: 6_000 }, (_, index) => play(index, `Album ${index % 600}`))
  const older = Array.from({ length: 20 }, (_, index) => play(6_000 + index, 'Older'))
  const plays = [...newer, ...older]
  const { db } = plak.server.deps
  for (let from = 0; from < plays.length; from += 500)
    await insertRows(db, 'Play', plays.slice(from, from + 500))
  const check = { userId, fromAt: new Date(NOW.getTime() - 86_400_000), version: 0, timeZone: null }
  const { candidates } = (await readCandidates(db, [check], NOW)).get(userId)!
  expect(candidates).toHaveLength(500)
  expect(candidates.map(({ album }) => album.album)).not.toContain('Older')
  const tracks = candidates.flatMap((each) => [...each.tracks])
  expect(Math.max(...tracks.map((track) => track.length))).toBeLessThanOrEqual(300)
})
