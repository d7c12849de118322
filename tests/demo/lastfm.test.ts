import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { albums, artists } from '../../demo/catalog/catalog.ts'
import { startDemo, type Demo } from '../../demo/server.ts'

let demo: Demo
beforeAll(async () => {
  demo = await startDemo({ port: 0 })
})
afterEach(() => {
  demo.behave()
  demo.forgetRequests()
})
afterAll(() => demo.close())

type Params = Record<string, string>
const urlOf = (params: Params) =>
  `${demo.lastfmBase}?${new URLSearchParams({ api_key: 'any', format: 'json', ...params })}`
// Responses have the service's own loose shape; the tests check it field by field.
// oxlint-disable-next-line no-explicit-any
const ask = async (params: Params): Promise<any> => (await fetch(urlOf(params))).json()
const homogenic = { method: 'album.getInfo', artist: 'bjork', album: 'homogenic', autocorrect: '1' }
const star = '2a96cbd8b46e442fc41c2b86b821562f'

describe('the Last.fm stand-in speaks the wire format', () => {
  it('album.search: string artist, four images, frame of strings, no numbers on rows', async () => {
    const { results } = await ask({ method: 'album.search', album: 'Blue', limit: '2', page: '2' })
    expect(results['opensearch:itemsPerPage']).toBe('2')
    expect(results['opensearch:startIndex']).toBe('2')
    expect(results['opensearch:Query']).toEqual({
      '#text': '',
      role: 'request',
      searchTerms: 'Blue',
      startPage: '2',
    })
    expect(results['@attr']).toEqual({ for: 'Blue' })
    const { results: first } = await ask({ method: 'ALBUM.SEARCH', album: 'blue' })
    const [row] = first.albummatches.album
    expect(row).toMatchObject({ name: 'Blue', artist: 'Joni Mitchell', streamable: '0' })
    expect(row.image.map((image: { size: string }) => image.size)).toEqual([
      'small',
      'medium',
      'large',
      'extralarge',
    ])
    expect(row).not.toHaveProperty('listeners')
  })

  it('album.search: no hit is an empty array, one hit an array, an empty question error 6', async () => {
    const nothing = await ask({ method: 'album.search', album: 'xyzzy' })
    expect(nothing.results).toMatchObject({ 'opensearch:totalResults': '0', albummatches: { album: [] } })
    const one = await ask({ method: 'album.search', album: '音楽図鑑' })
    expect(one.results.albummatches.album).toHaveLength(1)
    expect(await ask({ method: 'album.search', album: ' ' })).toMatchObject({ error: 6 })
  })

  it('artist.search: listeners as strings, only stars', async () => {
    const { results } = await ask({ method: 'artist.search', artist: 'ryuichi' })
    expect(results.artistmatches.artist[0]).toMatchObject({ name: '坂本龍一' })
    expect(results.artistmatches.artist[0].listeners).toMatch(/^\d+$/)
    for (const image of results.artistmatches.artist[0].image) expect(image['#text']).toContain(star)
  })

  it('tag.gettopalbums: container, ranks over pages, artist url, an unknown tag is empty', async () => {
    const { albums: page } = await ask({ method: 'tag.gettopalbums', tag: 'all', limit: '24', page: '2' })
    expect(page['@attr']).toEqual({
      tag: 'all',
      page: '2',
      perPage: '24',
      totalPages: String(Math.ceil(albums.length / 24)),
      total: String(albums.length),
    })
    expect(page.album[0]['@attr'].rank).toBe('25')
    expect(page.album[0].url).toBe(page.album[0].artist.url)
    const { albums: none } = await ask({ method: 'tag.gettopalbums', tag: 'nosuchtag' })
    expect(none).toMatchObject({ album: [], '@attr': { total: '0', totalPages: '0' } })
  })

  it('album.getinfo: dialect B by default, A on demand', async () => {
    const { album: b } = await ask(homogenic)
    expect(b).toMatchObject({ artist: 'Björk', name: 'Homogenic', userplaycount: 0 })
    expect(b.image).toHaveLength(6)
    expect(b.tracks.track[0]).toMatchObject({ name: 'Hunter', duration: 255, '@attr': { rank: 1 } })
    expect(b.listeners).toBeTypeOf('string')
    expect(b.wiki.summary).toMatch(
      / <a href="https:\/\/www\.last\.fm\/music\/Bj%C3%B6rk\/Homogenic">Read more on Last\.fm<\/a>\.$/,
    )
    expect(b.wiki.content).toContain('Creative Commons')
    demo.misbehave({ fault: 'dialect-a', times: 1 })
    const { album: a } = await ask(homogenic)
    expect(a.tracks.track[0]).toMatchObject({ duration: '255', '@attr': { rank: '1' } })
    expect(a).not.toHaveProperty('userplaycount')
  })

  it('album.getinfo: a single track is an object, a sleeve may be missing, another name is featured', async () => {
    const { album } = await ask({
      method: 'album.getinfo',
      artist: 'Fishmans',
      album: 'long season',
      autocorrect: '1',
    })
    expect(album.tracks.track).toMatchObject({ name: 'LONG SEASON', duration: 2117 })
    const bare = await ask({ method: 'album.getinfo', artist: 'OutKast', album: 'Stankonia' })
    expect(bare.album.image.map((image: { '#text': string }) => image['#text'])).toEqual([
      '',
      '',
      '',
      '',
      '',
      '',
    ])
    const { album: manga } = await ask({ method: 'album.getinfo', artist: 'maNga', album: 'maNga' })
    expect(
      manga.tracks.track.some((track: { artist: { name: string } }) => track.artist.name === 'Göksel'),
    ).toBe(true)
  })

  it('artist.getinfo: six stars, similar, texts; decodes twice', async () => {
    const { artist } = await ask({ method: 'artist.getinfo', artist: 'beatles', autocorrect: '1' })
    expect(artist).toMatchObject({ name: 'The Beatles', ontour: '0' })
    expect(artist.image).toHaveLength(6)
    expect(artist.similar.artist).toHaveLength(5)
    expect(artist.bio.summary).toMatch(/Read more on Last\.fm<\/a>$/)
    const lost = await ask({ method: 'artist.getinfo', artist: '+44', autocorrect: '1' })
    expect(lost.artist).toMatchObject({ name: '44', url: 'https://www.last.fm/music/+noredirect/44' })
    const kept = await ask({ method: 'artist.getinfo', artist: '%2B44', autocorrect: '1' })
    expect(kept.artist.name).toBe('+44')
    const ghost = await ask({ method: 'artist.getinfo', artist: 'BJORK', autocorrect: '0' })
    expect(ghost.artist).toMatchObject({ name: 'BJORK', similar: { artist: [] }, tags: '' })
  })

  it('artist.gettopalbums and chart.gettopartists', async () => {
    const { topalbums } = await ask({ method: 'artist.gettopalbums', artist: 'radiohead' })
    expect(topalbums.album[0].playcount).toBeTypeOf('number')
    expect(topalbums['@attr']).toMatchObject({ artist: 'Radiohead', total: '3' })
    const chart = await ask({ method: 'chart.gettopartists', limit: '24' })
    expect(chart.artists.artist).toHaveLength(24)
    expect(chart.artists.artist[0].name).toBe(artists[0]!.name)
    expect(chart.artists.artist[0].image).toHaveLength(5)
    expect(await ask({ method: 'chart.gettopartists', limit: '0' })).toMatchObject({ error: 6 })
  })

  it.each([
    ['', 400, 6],
    ['bad', 403, 10],
    ['suspended', 403, 26],
  ])('key %o → %i, error %i', async (api_key, status, error) => {
    const response = await fetch(urlOf({ ...homogenic, api_key }))
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ error })
  })

  it('answers an unknown method, XML, forms, JSONP and both addresses', async () => {
    expect(await ask({ method: 'no.such' })).toMatchObject({ error: 3 })
    const xml = await fetch(urlOf({ ...homogenic, format: 'xml' }))
    expect(xml.headers.get('content-type')).toContain('text/xml')
    expect(await xml.text()).toContain('<lfm status="ok">')
    const failed = await fetch(urlOf({ ...homogenic, format: 'xml', album: 'none' }))
    expect(await failed.text()).toContain('<lfm status="failed">\n<error code="6">Album not found</error>')
    const body = new URLSearchParams({ ...homogenic, api_key: 'k', format: 'json' })
    const posted = await fetch(demo.lastfmBase.replace(/\/$/, ''), { method: 'POST', body })
    expect(((await posted.json()) as { album: { name: string } }).album.name).toBe('Homogenic')
    expect(await (await fetch(urlOf({ ...homogenic, callback: 'f' }))).text()).toMatch(/^f\(\{"album"/)
    expect(posted.headers.get('access-control-allow-origin')).toBe('*')
    expect(posted.headers.get('cache-control')).toBeNull()
  })

  it('serves the pictures that it names', async () => {
    const { album } = await ask(homogenic)
    for (const { '#text': url } of album.image) {
      const response = await fetch(url)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toContain('image/svg+xml')
      expect(response.headers.get('cache-control')).toContain('immutable')
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
    }
    expect((await fetch(`${demo.origin}/avatars/deniz.svg`)).status).toBe(200)
    expect((await fetch(`${demo.origin}/covers/300x300/none.svg`)).status).toBe(404)
  })
})
