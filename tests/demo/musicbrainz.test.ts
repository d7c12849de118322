import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startDemo, type Demo } from '../../demo/server.ts'
import { askMusicbrainz, client, findArtist, findGroup, type Loose } from './services.ts'
import {
  artistLookup,
  failureBody,
  genreList,
  groupBrowse,
  groupLookup,
  releaseBrowse,
  releaseLookup,
} from './wireShapes.ts'

let demo: Demo
beforeAll(async () => {
  demo = await startDemo({ isLimited: false })
})
afterEach(() => {
  demo.behave()
  demo.forgetRequests()
})
afterAll(() => demo.close())

const ask = (path: string, params: Record<string, string> = {}) => askMusicbrainz(demo, path, params)
const group = (title: string, artist?: string) => findGroup(demo, title, artist)
const everything = 'artist-credits releases tags genres ratings url-rels aliases annotation'
const idsIn = (rows: { id: string }[]) => rows.map(({ id }) => id)

describe('a lookup of MusicBrainz', () => {
  it('has every release group in the same shape', async () => {
    for (const { id } of demo.world().groups.values()) {
      const { status, body } = await ask(`release-group/${id}`, { inc: everything })
      expect(status).toBe(200)
      const { id: found, releases, tags, genres } = groupLookup.required().parse(body)
      expect(found).toBe(id)
      expect(idsIn(releases)).toEqual(idsIn(releases).sort())
      const names = tags.map(({ name }) => name)
      expect(names).toEqual(names.toSorted())
      expect(names).toEqual(expect.arrayContaining(genres.map(({ name }) => name)))
    }
  })

  it('has only what was asked for besides the fixed fields', async () => {
    const { body } = await ask(`release-group/${group('Homogenic').id}`)
    expect(Object.keys(groupLookup.parse(body)).sort()).toEqual([
      'disambiguation',
      'first-release-date',
      'id',
      'primary-type',
      'primary-type-id',
      'secondary-type-ids',
      'secondary-types',
      'title',
    ])
    expect(body).toMatchObject({
      disambiguation: '',
      'first-release-date': '1997-09-22',
      'secondary-types': [],
    })
  })

  it('sends null, empty texts and empty lists, and keeps partial dates', async () => {
    const lost = await ask(`release-group/${group('Kayıp Bantlar').id}`, { inc: 'releases' })
    expect(lost.body).toMatchObject({ 'first-release-date': '', releases: [] })
    const untyped = await ask(`release-group/${group('Rodent').id}`, { inc: 'tags ratings' })
    expect(untyped.body).toMatchObject({ 'primary-type': null, 'primary-type-id': null, tags: [] })
    const dates = [...demo.world().groups.values()].map(({ firstReleaseDate }) => firstReleaseDate.length)
    expect(new Set(dates)).toEqual(new Set([0, 4, 7, 10]))
    const several = await ask(`release-group/${group('TRON: Legacy Reconfigured').id}`)
    expect(several.body['secondary-types']).toEqual(['Soundtrack', 'Remix'])
  })

  it('tells genres from tags, with votes', async () => {
    const { body } = await ask(`release-group/${group('Weezer').id}`, { inc: 'tags genres' })
    expect(body.genres.map((row: Loose) => [row.name, row.count])).toEqual([
      ['alternative rock', 17],
      ['power pop', 17],
    ])
    expect(body.tags.map((row: Loose) => row.name)).toContain('90s')
  })

  it('joins the names of several artists as they are printed', async () => {
    const { body } = await ask(`release-group/${group('Watch the Throne').id}`, { inc: 'artist-credits' })
    const credit = groupLookup.parse(body)['artist-credit']!
    expect(credit.map(({ name, joinphrase }) => name + joinphrase).join('')).toBe('Jay‐Z & Kanye West')
    expect(credit[0]!.artist.name).toBe('JAY‐Z')
    expect(group('Getz/Gilberto').credit.map(({ joinphrase }) => joinphrase)).toEqual([' / ', ''])
  })

  it('has aliases with languages', async () => {
    const { body } = await ask(`artist/${findArtist(demo, '坂本龍一').id}`, {
      inc: 'aliases url-rels genres ratings',
    })
    const { aliases } = artistLookup.parse(body)
    expect(aliases).toContainEqual(
      expect.objectContaining({ name: 'Ryuichi Sakamoto', locale: 'en', primary: true }),
    )
    expect(aliases).toContainEqual(
      expect.objectContaining({ name: 'Sakamoto', locale: null, primary: null, type: 'Search hint' }),
    )
    const all = [...demo.world().artists.values()].flatMap((artist) => artist.aliases)
    expect(new Set(all.map(({ locale }) => locale))).toEqual(
      expect.objectContaining(new Set(['en', 'ja', 'ru', 'ar', 'tr', 'ja-Latn', null])),
    )
    const titles = [...demo.world().groups.values()].map(({ title }) => title).join(' ')
    for (const script of ['Cyrillic', 'Han', 'Hiragana', 'Arabic', 'Greek', 'Hangul'])
      expect(titles).toMatch(new RegExp(`\\p{Script=${script}}`, 'u'))
    for (const sign of ['’', '‐', '…', '( )', '÷', '!!!']) expect(titles).toContain(sign)
  })

  it('has every artist in the same shape, with at most 25 groups', async () => {
    for (const { id, groups } of demo.world().artists.values()) {
      const { body } = await ask(`artist/${id}`, {
        inc: 'release-groups url-rels aliases genres tags ratings',
      })
      const found = artistLookup.parse(body)['release-groups']!
      expect(found).toHaveLength(Math.min(groups.length, 25))
      expect(idsIn(found)).toEqual(idsIn(found).sort())
    }
    expect(findArtist(demo, 'Bob Dylan').groups).toHaveLength(26)
    expect(findArtist(demo, 'Various Artists').id).toBe('89ad4ac3-39f7-470e-963a-56509c546377')
  })

  it('cuts the releases of a group at 25', async () => {
    const many = group('The Dark Side of the Moon')
    expect(many.releases).toHaveLength(151)
    const { body } = await ask(`release-group/${many.id}`, { inc: 'releases' })
    expect(body.releases).toHaveLength(25)
    expect(body).not.toHaveProperty('release-count')
  })

  it('has the tracks of a release: sides, discs, hidden and data tracks, unknown lengths', async () => {
    const media = async (title: string, place = 0) => {
      const { id } = group(title).releases[place]!
      const { body } = await ask(`release/${id}`, { inc: 'recordings artist-credits media' })
      return releaseLookup.parse(body).media!
    }
    const [vinyl] = await media('Unknown Pleasures')
    expect(vinyl!.format).toBe('12" Vinyl')
    expect(vinyl!.tracks!.map(({ number }) => number).join(' ')).toBe('A1 A2 A3 A4 A5 B1 B2 B3 B4 B5')
    expect(vinyl!.tracks!.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(await media('OK Computer', 3)).toHaveLength(2)
    const [ash] = await media('1977')
    expect(ash!.pregap).toMatchObject({ position: 0, number: '0', title: 'Jack Names the Planets' })
    const [fluke] = await media('Risotto')
    expect(fluke!['data-tracks']).toHaveLength(1)
    expect(fluke!.tracks!.some(({ length }) => length === null)).toBe(true)
    const [first] = await media('Homogenic')
    expect(first!.tracks![0]!.length! % 1000).toBeGreaterThan(0)
    const { body } = await ask(`release/${group('Homogenic').releases[0]!.id}`)
    expect(releaseLookup.parse(body)).not.toHaveProperty('media')
  })

  it('has cover art flags only on releases', async () => {
    const { body } = await ask(`release/${group('One Word Extinguisher').releases[0]!.id}`)
    expect(body['cover-art-archive']).toEqual({
      artwork: false,
      count: 0,
      front: false,
      back: false,
      darkened: true,
    })
  })

  it('has the release whose id Last.fm has for an album', async () => {
    const url = `${demo.lastfmBase}?method=album.getinfo&artist=Björk&album=Homogenic&api_key=k&format=json`
    const { album } = (await (await fetch(url)).json()) as Loose
    const { body } = await ask(`release/${album.mbid}`, { inc: 'release-groups' })
    expect(body['release-group'].id).toBe(group('Homogenic').id)
  })
})

describe('a browse of MusicBrainz', () => {
  it('has the groups of an artist in pages that are sorted by id', async () => {
    const artist = findArtist(demo, 'Grateful Dead').id
    const params = { artist, inc: 'artist-credits ratings genres aliases', limit: '100' }
    const first = groupBrowse.parse((await ask('release-group', params)).body)
    const second = groupBrowse.parse((await ask('release-group', { ...params, offset: '100' })).body)
    expect([first['release-group-count'], second['release-group-offset']]).toEqual([132, 100])
    expect(first['release-groups']).toHaveLength(100)
    const [a, b] = [idsIn(first['release-groups']), idsIn(second['release-groups'])]
    expect(new Set([...a, ...b]).size).toBe(132)
    expect([a, b]).toEqual([a.toSorted(), b.toSorted()])
    expect((await ask('release-group', { ...params, limit: '500' })).body['release-groups']).toHaveLength(100)
    expect((await ask('release-group', { artist })).body['release-groups']).toHaveLength(25)
  })

  it('leaves bootlegs out as the website does, and filters by type', async () => {
    const artist = findArtist(demo, 'Kraftwerk').id
    const counts = async (params: Record<string, string>) =>
      (await ask('release-group', { artist, ...params })).body['release-group-count'] as number
    const all = await counts({})
    expect(await counts({ 'release-group-status': 'website-default' })).toBe(all - 12)
    expect(await counts({ type: 'live' })).toBe(13)
    expect(await counts({ type: 'live', 'release-group-status': 'website-default' })).toBe(1)
    expect(await counts({ type: 'album|ep' })).toBe(all)
  })

  it('refuses what this request cannot have', async () => {
    const artist = findArtist(demo, 'Kraftwerk').id
    const refusals: [string, Record<string, string>][] = [
      ['release-group', { artist, inc: 'releases' }],
      ['release-group', { artist, status: 'official' }],
      [
        'release-group',
        { release: group('Homogenic').releases[0]!.id, 'release-group-status': 'website-default' },
      ],
      ['release-group', { artist, limit: '-1' }],
      ['release-group', { artist: 'kraftwerk' }],
      ['release-group', {}],
      ['artist', {}],
    ]
    for (const [path, params] of refusals) {
      const { status, body } = await ask(path, params)
      expect([status, failureBody.parse(body).error]).toEqual([400, expect.any(String)])
    }
  })

  it('has the whole album page in one request: the earliest official release with its group', async () => {
    const { body } = await ask('release', {
      'release-group': group('OK Computer').id,
      status: 'official',
      limit: '1',
      inc: 'release-groups recordings artist-credits genres ratings',
    })
    const { releases, 'release-count': count } = releaseBrowse.parse(body)
    expect(count).toBe(4)
    expect(releases[0]).toMatchObject({ date: '1997-05-21', status: 'Official' })
    expect(releases[0]!.media![0]!.tracks).toHaveLength(12)
    expect(releases[0]!['release-group']).toMatchObject({
      title: 'OK Computer',
      rating: expect.anything(),
      genres: expect.any(Array),
    })
  })

  it('has nothing official of a bootleg, and pseudo-releases by their status', async () => {
    const statuses = async (title: string, params: Record<string, string> = {}) =>
      releaseBrowse
        .parse((await ask('release', { 'release-group': group(title).id, ...params })).body)
        .releases.map(({ status }) => status)
    expect(await statuses('Get Back', { status: 'official' })).toEqual([])
    expect(await statuses('Get Back')).toEqual(['Bootleg'])
    expect([await statuses('Rodent'), await statuses('Rodent', { status: 'official' })]).toEqual([[null], []])
    expect(await statuses('音楽図鑑', { status: 'pseudo-release' })).toEqual(['Pseudo-Release'])
  })

  it('ends a page with recordings after 500 tracks', async () => {
    const params = { 'release-group': group('The Dark Side of the Moon').id, limit: '100' }
    const plain = releaseBrowse.parse((await ask('release', params)).body)
    expect(plain.releases).toHaveLength(100)
    const { releases } = releaseBrowse.parse((await ask('release', { ...params, inc: 'recordings' })).body)
    const tracks = releases.flatMap(({ media }) => media!.flatMap((medium) => medium.tracks!))
    expect(tracks.length).toBeLessThanOrEqual(500)
    expect(releases.length).toBeLessThan(100)
    expect(plain['release-count']).toBe(151)
  })

  it('has the curated genres', async () => {
    const { body } = await ask('genre/all', { limit: '100' })
    const { genres, 'genre-count': count } = genreList.parse(body)
    expect(genres).toHaveLength(100)
    const text = await (await fetch(`${demo.musicbrainzBase}genre/all?fmt=txt`, { headers: client })).text()
    expect(text.split('\n')).toHaveLength(count)
    expect(text.split('\n')).toContain('trip hop')
  })
})

describe('the transport of MusicBrainz', () => {
  it('redirects from an id that was merged, with the parameters and the new entity', async () => {
    const { merged } = demo.world()
    expect(merged.size).toBeGreaterThanOrEqual(4)
    for (const [id, current] of merged) {
      const resource = demo.world().groups.has(current) ? 'release-group' : 'artist'
      const { status, headers, body } = await ask(`${resource}/${id}`, { inc: 'aliases' })
      expect(status).toBe(301)
      expect(headers.get('location')).toBe(
        `${demo.musicbrainzBase}${resource}/${current}?fmt=json&inc=aliases`,
      )
      expect(body.id).toBe(current)
    }
  })

  it('explains errors in JSON', async () => {
    const { id } = group('Homogenic')
    const cases: [string, Record<string, string>, number, string | RegExp][] = [
      ['release-group/homogenic', {}, 400, 'Invalid mbid.'],
      ['release-group/00000000-0000-4000-8000-000000000000', {}, 404, 'Not Found'],
      ['artist/00000000-0000-4000-8000-000000000000', { inc: 'aliases' }, 404, 'Not Found'],
      [`artist/${id}`, {}, 404, 'Not Found'],
      [
        `release-group/${id}`,
        { inc: 'coffee' },
        400,
        'coffee is not a valid inc parameter for the release-group resource.',
      ],
      [`release-group/${id}`, { inc: 'media' }, 400, /^media is not a valid option .* unless .*: releases$/],
      [`release-group/${id}`, { inc: 'user-ratings' }, 401, /not authorized/],
      ['release-group', { query: ' ' }, 400, /^You submitted a blank search query/],
      ['release-group', { limit: '1' }, 400, /^The given parameters do not match any available query type/],
    ]
    for (const [path, params, status, words] of cases) {
      const answer = await ask(path, params)
      const { error } = failureBody.parse(answer.body)
      expect([answer.status, error]).toEqual([
        status,
        typeof words === 'string' ? words : expect.stringMatching(words),
      ])
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    }
    const twice = await fetch(`${demo.musicbrainzBase}artist/${id}?fmt=json&inc=tags&inc=aliases`, {
      headers: client,
    })
    expect(await twice.json()).toMatchObject({ error: expect.stringContaining('combined with a space') })
  })

  it('speaks JSON only when asked to, allows every origin, refuses HEAD and has no 304', async () => {
    const url = `${demo.musicbrainzBase}release-group/${group('Homogenic').id}`
    const xml = await fetch(url, { headers: client })
    expect(xml.headers.get('content-type')).toContain('application/xml')
    const json = await fetch(url, { headers: { ...client, accept: 'application/json' } })
    expect(json.headers.get('access-control-allow-origin')).toBe('*')
    expect(json.headers.get('cache-control')).toBeNull()
    const etag = json.headers.get('etag')!
    expect(etag).toMatch(/^"[0-9a-f]{32}"$/)
    const again = await fetch(`${url}?fmt=json&unknown=1`, { headers: { ...client, 'if-none-match': etag } })
    expect(again.status).toBe(200)
    expect((await fetch(`${url}?fmt=json`, { method: 'HEAD', headers: client })).status).toBe(400)
    const preflight = await fetch(url, { method: 'OPTIONS', headers: client })
    expect(preflight.headers.get('access-control-allow-headers')).toContain('User-Agent')
  })
})
