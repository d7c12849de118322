import { beforeEach, describe, expect, test } from 'vitest'
import { savedBy } from '../../demo/spotify/library.ts'
import { idOf, sharedReleases, trackId } from '../../demo/spotify/records.ts'
import { creditName } from '../../demo/world/world.ts'
import { fillAlbumWords } from '../../server/catalog/wordIndex.ts'
import { albumKey } from '../../shared/albumKey.ts'
import { readMusic } from '../../shared/sharedMusic.ts'
import { readSharedThing } from '../../shared/sharedThing.ts'
import type { Person } from '../harness/client.ts'
import { runProduct } from '../support/runProduct.ts'

const plak = runProduct({ spotify: true, settings: { CONTACT: 'plak@plak.example' } })
let deniz: Person
beforeEach(async () => {
  plak.server.demo.behave()
  plak.server.demo.spotify.behave()
  plak.server.demo.spotify.forgetCalls()
  plak.server.demo.forgetRequests()
  deniz = await plak.harness.register('deniz')
})

const find = (params: Record<string, string>) =>
  deniz.client.sharing.find.query(readSharedThing(new URLSearchParams(params)))
/** On a busy machine the first answer can take longer than the server waits. */
const patience = { timeout: 20_000 }
const found = (name = 'Homogenic') => ({
  album: expect.objectContaining({ artist: 'Björk', name }) as object,
})

describe('the album is opened for', () => {
  test.each([
    [{ text: 'Björk – Homogenic' }],
    [{ title: 'HOMOGENIC by bjork' }],
    [{ url: 'https://www.last.fm/tr/music/Bj%C3%B6rk/Homogenic' }],
    [{ text: 'https://bjork.bandcamp.com/album/homogenic' }],
    [{ text: 'Homogenic by Björk https://music.apple.com/us/album/homogenic/1' }],
    [{ text: 'Homogenic by Björk https://elsewhere.example/x' }],
  ])('what names the only album: %j', async (params) => {
    await expect.poll(() => find(params), patience).toEqual(found())
  })

  test('without a call to Spotify what names both, and nothing is logged', async () => {
    await expect
      .poll(() => find({ text: 'Björk – Homogenic', url: 'https://spotify.link/abc' }), patience)
      .toEqual(found())
    expect(plak.server.demo.spotify.calls()).toEqual([])
    expect(await plak.server.deps.db.log.count()).toBe(0)
  })

  test('an album of Spotify, also by one of its tracks', async () => {
    const release = sharedReleases.find(({ name }) => name === 'Homogenic')!
    for (const address of [
      `https://open.spotify.com/album/${release.id}?si=1`,
      `https://open.spotify.com/intl-tr/track/${trackId(release, 2)}`,
    ])
      await expect.poll(() => find({ text: `Hör mal: ${address}` }), patience).toEqual(found())
    expect(plak.server.demo.spotify.calls().map(({ route }) => route)).toEqual(
      expect.arrayContaining(['album', 'track']),
    )
  })

  test('a release group of MusicBrainz, and a release', async () => {
    const groups = [...plak.server.demo.world().groups.values()]
    const group = groups.find(({ title, credit }) => title === 'Homogenic' && creditName(credit) === 'Björk')!
    for (const path of [`release-group/${group.id}`, `release/${group.releases[0]!.id}`])
      await expect.poll(() => find({ url: `https://musicbrainz.org/${path}` }), patience).toEqual(found())
    const { length } = plak.server.demo.requests('musicbrainz')
    // Our own album, under a name of its own, is known without a call.
    const own = { artist: 'Björk', album: 'Homogénic' }
    const { id: albumId } = await plak.server.deps.db.album.create({
      data: { key: albumKey(own), artist: own.artist, name: own.album },
    })
    await plak.server.deps.db.albumLink.create({ data: { albumId, groupId: group.id, state: 'linked' } })
    await expect
      .poll(() => find({ url: `https://musicbrainz.org/release-group/${group.id}` }), patience)
      .toEqual(found('Homogénic'))
    expect(plak.server.demo.requests('musicbrainz')).toHaveLength(length)
  })
})

describe('the search is shown for', () => {
  test.each([
    [{ text: 'Nobody – Nothing' }, 'Nobody Nothing'],
    [{ text: 'Homogenic' }, 'Homogenic'],
    [{ url: 'https://www.last.fm/music/Bj%C3%B6rk/_/J%C3%B3ga' }, 'Björk Jóga'],
    [{ url: 'https://www.last.fm/music/Bj%C3%B6rk/_/J%C3%B3ga', text: 'Björk – Homogenic' }, 'Björk Jóga'],
    [{ url: 'https://www.last.fm/music/Nobody/Nothing' }, 'Nobody Nothing'],
    [{ url: 'https://music.apple.com/us/album/ok-computer/1' }, 'ok computer'],
    [{ url: 'https://music.apple.com/us/album/1440904001', text: 'Nobody' }, 'Nobody'],
    [{ url: 'https://music.apple.com/us/album/1440904001', text: 'Nobody – Nothing' }, 'Nobody Nothing'],
    [{ url: 'https://music.apple.com/us/album/1440904001' }, ''],
    [{ url: 'https://nobody.bandcamp.com/album/nothing-at-all', text: 'Listen' }, 'nobody nothing at all'],
    [{ url: 'javascript:alert(1)' }, 'javascript:alert(1)'],
    [{ text: '<b>Homogenic</b>' }, '<b>Homogenic</b>'],
    [{ text: 'ö'.repeat(10_000) }, 'ö'.repeat(200)],
    [{ url: 'https://open.spotify.com/artist/2Pl3PNcG0ZZnWOBQXXZOQX', text: 'Björk' }, 'Björk'],
    // Nothing can be read: the page says so.
    [{ url: 'https://spotify.link/abc' }, ''],
    [{}, ''],
  ])('%j', async (params, query) => {
    expect(await find(params)).toEqual({ query })
    // The page shows the same search while the server cannot be reached.
    expect(readMusic(readSharedThing(new URLSearchParams(params))).query).toBe(query)
  })

  test('an artist and a title that several albums have', async () => {
    for (const album of ['Peter Gabriel', 'Peter Gabriel (1978)'])
      await plak.server.deps.db.album.create({
        data: {
          key: albumKey({ artist: 'Peter Gabriel', album }),
          artist: 'Peter Gabriel',
          name: album,
          hasWords: false,
        },
      })
    await fillAlbumWords(plak.server.deps)
    expect(await find({ text: 'Peter Gabriel – Peter Gabriel' })).toEqual({
      query: 'Peter Gabriel Peter Gabriel',
    })
  })

  test('an album of Spotify that the catalogue does not know', async () => {
    const stranger = savedBy('deniz').find(({ release }) => release.name === 'İskele')!.release
    expect(await find({ url: `https://open.spotify.com/album/${stranger.id}` })).toEqual({
      query: 'Kuzguncuk Oda Orkestrası İskele',
    })
  })

  test('an album that Spotify does not know, or while it fails, with the words beside it', async () => {
    const unknown = `https://open.spotify.com/album/${idOf('album', 'unknown')}`
    expect(await find({ url: unknown })).toEqual({ query: '' })
    const [release] = sharedReleases
    plak.server.demo.spotify.misbehave({ route: 'album', said: 'server-error' })
    const known = `https://open.spotify.com/album/${release!.id}`
    await expect.poll(() => find({ text: `Björk – Homogenic ${known}` }), patience).toEqual(found())
  })

  test('what takes longer than four seconds', async () => {
    const [release] = sharedReleases
    plak.server.demo.spotify.misbehave({ route: 'album', hang: 8_000 })
    plak.server.demo.misbehave({ fault: 'slow', ms: 8_000 } as never)
    const begun = performance.now()
    expect(await find({ text: `Nobody – Nothing https://open.spotify.com/album/${release!.id}` })).toEqual({
      query: 'Nobody Nothing',
    })
    expect(performance.now() - begun).toBeLessThan(5_000)
  })
})
