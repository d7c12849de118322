import { describe, expect, test } from 'vitest'
import { getArtist } from '../../server/catalog/artists.ts'
import { albumProcesses } from './albumProcesses.ts'

const down = { kind: 'unavailable' }
const { demo, process } = albumProcesses()

describe('L23 a name with a plus', () => {
  // The demo's catalogue has no such artist, so the test sets the response.
  const found = (name: string) => ({
    artist: {
      name,
      url: `https://www.last.fm/music/${encodeURIComponent(name)}`,
      stats: { listeners: '9', playcount: '9' },
    },
  })

  test('survives the second decoding, at the albums either kind of decoding', async () => {
    demo().misbehave({
      fault: 'body',
      method: 'artist.getinfo',
      match: { artist: '%2B44' },
      body: found('+44'),
    })
    const topalbums = {
      album: [{ name: 'Demos', artist: { name: '+44' }, image: [] }],
      '@attr': { artist: '+44' },
    }
    demo().misbehave({
      fault: 'body',
      method: 'artist.gettopalbums',
      match: { artist: '+44' },
      body: { topalbums },
    })
    expect(await getArtist(process(), { artist: '+44' })).toMatchObject({
      name: '+44',
      listeners: 9,
      albums: [{ artist: '+44', name: 'Demos' }],
    })
    expect(
      demo()
        .requests()
        .filter(({ method }) => method === 'artist.getinfo')
        .map(({ query }) => /artist=([^&]*)/.exec(query)![1]),
    ).toEqual(['%252B44'])
    expect(
      demo()
        .requests()
        .filter(({ method }) => method === 'artist.gettopalbums')
        .map(({ params }) => params.artist),
    ).toEqual(['%2B44', '+44'])
  })

  test('another artist’s albums under the first encoding are not taken', async () => {
    demo().misbehave({ fault: 'body', method: 'artist.getinfo', body: found('+44') })
    const albums = (artist: string) => ({
      topalbums: { album: [{ name: `By ${artist}`, artist: { name: artist } }], '@attr': { artist } },
    })
    demo().misbehave({
      fault: 'body',
      method: 'artist.gettopalbums',
      match: { artist: '%2B' },
      body: albums('44'),
    })
    demo().misbehave({ fault: 'body', method: 'artist.gettopalbums', body: albums('+44') })
    expect((await getArtist(process(), { artist: '+44' })).albums).toEqual([
      { artist: '+44', name: 'By +44', image: null, year: null },
    ])
  })

  test('an answer about the name without it is neither shown nor kept', async () => {
    const ghost = {
      artist: {
        name: '44',
        url: 'https://www.last.fm/music/+noredirect/44',
        stats: { listeners: '3', playcount: '5' },
      },
    }
    demo().misbehave({ fault: 'body', method: 'artist.getinfo', body: ghost, times: 2 })
    const deps = process()
    await expect(getArtist(deps, { artist: '+44' })).rejects.toMatchObject(down)
    expect(deps.log.warn).toHaveBeenCalledWith(
      { requested: '+44', method: 'artist.getinfo' },
      'Last.fm returned another artist',
    )
    demo().misbehave({ fault: 'body', method: 'artist.getinfo', body: found('+44') })
    await expect
      .poll(() =>
        getArtist(deps, { artist: '+44' }).then(
          ({ name }) => name,
          () => null,
        ),
      )
      .toBe('+44')
  })

  test('other names travel encoded exactly once', async () => {
    const { lastfm } = process()
    const names = ['AC/DC', 'Matt & Kim', '#1', '100%', '…', 'μ', 'İstanbul', 'a=b;c', '東京']
    for (const name of names) await lastfm.artist(name).catch(() => {})
    expect(
      demo()
        .requests()
        .map(({ params }) => params.artist),
    ).toEqual(names)
  })
})
