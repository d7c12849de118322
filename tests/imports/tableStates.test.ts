import { readFile } from 'node:fs/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../harness/client.ts'
import { runProduct } from '../support/runProduct.ts'
import { restOf } from './restWorld.ts'
import { bring, counted, preview, send, until } from './world.ts'

// States of the rows of tables and histories, with look-ups.

const plak = runProduct()
let owner: Person
beforeEach(async () => {
  owner = await plak.harness.register('owner')
})

const file = (name: string) => readFile(new URL(`cases/${name}`, import.meta.url))
async function statesOf(bytes: string | Uint8Array) {
  const seen = await preview(plak.server.url, owner, bytes)
  const { items } = await owner.client.imports.rows.query({ id: seen.id })
  return { seen, items, states: items.map(({ album, state, kind }) => [album, state, kind]) }
}

describe('rows of tables', () => {
  it.each([
    ['spotify-one-play-of-a-saved-album.zip', [['Homogenic', 'ready', 'listening']]],
    ['plays-lastfmstats.csv', [['Hounds of Love', 'decide', 'listening']]],
    ['plays-one-of-an-unknown-album.csv', [['Hounds of Love', 'decide', 'listening']]],
    [
      'plays-tracks-of-a-playlist.csv',
      [
        ['Song 1', 'left', 'listening'],
        ['Song 2', 'left', 'listening'],
        ['Hounds of Love', 'ready', 'listening'],
        ['Radiohead', 'left', 'listening'],
      ],
    ],
    ['plays-of-a-sampler.csv', [['Songs of the Quay', 'missing', 'listening']]],
    [
      'discogs-wants.csv',
      [
        ['Hounds of Love', 'ready', 'wish'],
        ['Disintegration', 'ready', 'wish'],
      ],
    ],
    [
      'table-with-a-status.csv',
      [
        ['Hounds of Love', 'ready', 'listening'],
        ['Disintegration', 'ready', 'wish'],
        ['Vespertine', 'ready', 'wish'],
      ],
    ],
    [
      'columns-title-and-album.csv',
      [
        ['Hounds of Love', 'ready', 'listening'],
        ['Hounds of Love', 'here', 'listening'],
        ['Disintegration', 'ready', 'listening'],
      ],
    ],
  ])('%s', async (name, states) => {
    expect((await statesOf(await file(name))).states).toEqual(states)
  })

  it('no row is ready while a column is missing, and each can be chosen', async () => {
    const { seen } = await statesOf(await file('columns-loved-tracks.csv'))
    expect(counted(seen)).toEqual({ unreadable: 2 })
    expect(seen.asks.columns!.every(({ sample }) => sample.length === 2)).toBe(true)
  })

  it('a row of an unknown kind stays unreadable through the rest, with its own word', async () => {
    const table =
      'Artist,Album,Status\nKate Bush,Hounds of Love,Heard\nThe Cure,Disintegration,To listen\nBjörk,Homogenic,Gibberish\n'
    for (let file = table, round = 0; round < 2; round++) {
      const { seen, items } = await statesOf(file)
      expect(items.at(-1)).toMatchObject({ state: 'unreadable', album: 'Homogenic' })
      file = await restOf(plak.server.url, owner, seen.id)
      expect(file).toMatch(/^Gibberish,Björk,Homogenic,/m)
      await owner.client.imports.cancel.mutate({ id: seen.id })
    }
  })

  it('tracks that are left out are not in the rest, which would make albums of them', async () => {
    const { seen } = await statesOf(await file('plays-tracks-of-a-playlist.csv'))
    await bring(owner, seen.id)
    const rest = await fetch(`${plak.server.url}/account/import/${seen.id}/rest.csv`, {
      headers: { cookie: owner.cookies.header() },
    })
    expect((await rest.text()).trim().split('\n')).toHaveLength(1)
  })

  it('an album that is saved and was played needs a decision for its plays alone', async () => {
    const plays = Array.from({ length: 6 }, (_, index) =>
      JSON.stringify({
        endTime: `2025-04-02 19:0${index}`,
        artistName: 'Björk',
        trackName: `Song ${index}`,
        msPlayed: 240_000,
      }),
    )
    const tracks = plays.map((_, index) => ({
      artist: 'Björk',
      album: 'Homogenic',
      track: `Song ${index}`,
      uri: 'spotify:track:1',
    }))
    const library = { tracks, albums: [{ artist: 'Björk', album: 'Homogenic', uri: 'spotify:album:1' }] }
    const { zipped } = await import('./files.ts')
    const { seen, states } = await statesOf(
      await zipped({
        'YourLibrary.json': JSON.stringify(library),
        'StreamingHistory_music_0.json': `[${plays.join(',')}]`,
      }),
    )
    expect(states).toEqual([
      ['Homogenic', 'ready', 'listening'],
      ['Homogenic', 'decide', 'listening'],
    ])
    const done = await bring(owner, seen.id)
    expect(counted(done)).toEqual({ written: 1, decide: 1 })
  })

  it('a play is of the day in the time zone of the person, and that day decides what is already here', async () => {
    await owner.client.logs.save.mutate({
      artist: 'Radiohead',
      album: 'Kid A',
      rating: 8,
      date: '2026-03-10',
    })
    const bytes = await file('plays-of-an-evening-in-new-york.csv')
    const { body } = await send(plak.server.url, owner, bytes, 'plays', { 'x-time-zone': 'America/New_York' })
    const isRead = ({ state, counts }: { state: string; counts: { looking: number } }) =>
      state === 'preview' && counts.looking === 0
    const seen = await until(owner, body.id, isRead)
    expect(seen.asks.timeZone).toBe('America/New_York')
    expect(counted(seen)).toEqual({ here: 1 })
    await owner.client.imports.set.mutate({ id: body.id, settings: { timeZone: 'UTC' } })
    const again = await until(owner, body.id, isRead)
    expect([again.asks.timeZone, counted(again)]).toEqual(['UTC', { decide: 1 }])
  })

  it('a time zone that does not exist is ignored', async () => {
    const bytes = await file('plays-of-an-evening-in-new-york.csv')
    const { body } = await send(plak.server.url, owner, bytes, 'plays', { 'x-time-zone': 'Moon/Sea' })
    expect((await until(owner, body.id, ({ state }) => state === 'preview')).asks.timeZone).toBe('UTC')
  })
})
