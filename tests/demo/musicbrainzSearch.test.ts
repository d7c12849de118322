import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDemo, type Demo } from '../../demo/server.ts'
import { askMusicbrainz, findArtist, findGroup, type Loose } from './services.ts'
import { artistSearch, failureBody, groupSearch, releaseSearch } from './wireShapes.ts'

let demo: Demo
beforeAll(async () => {
  demo = await startDemo({ isLimited: false })
})
afterAll(() => demo.close())

const find = async (query: string, params: Record<string, string> = {}) =>
  groupSearch.parse((await askMusicbrainz(demo, 'release-group', { query, ...params })).body)
const titles = async (query: string, params?: Record<string, string>) =>
  (await find(query, params))['release-groups'].map(({ title }) => title)
const first = async (query: string, params?: Record<string, string>) => (await titles(query, params))[0]

describe('a search of MusicBrainz', () => {
  it('has every entity in the shape of a search', async () => {
    expect(await find('rgid:*')).toMatchObject({ count: demo.world().groups.size })
    for (const offset of ['0', '100', '200', '300', '400']) {
      const page = { query: 'rgid:*', limit: '100', offset }
      expect(
        groupSearch.safeParse((await askMusicbrainz(demo, 'release-group', page)).body).error,
      ).toBeUndefined()
    }
    const { id } = findArtist(demo, 'Kraftwerk')
    const releases = (await askMusicbrainz(demo, 'release', { query: `arid:${id}`, limit: '100' })).body
    expect(releaseSearch.parse(releases).count).toBe(findArtist(demo, 'Kraftwerk').groups.length)
    for (const query of ['type:group', 'type:person', 'country:jp']) {
      const { body } = await askMusicbrainz(demo, 'artist', { query, limit: '100' })
      expect(artistSearch.parse(body).count).toBeGreaterThan(5)
    }
  })

  it('leaves empty values out', async () => {
    const { 'release-groups': rows } = await find('"Kayıp Bantlar"')
    for (const key of [
      'first-release-date',
      'releases',
      'disambiguation',
      'secondary-types',
      'tags',
      'aliases',
    ])
      expect(rows[0]).not.toHaveProperty(key)
    expect(rows[0]!['artist-credit'][0]).not.toHaveProperty('joinphrase')
    const { 'release-groups': various } = await find('artistname:"various artists"')
    expect(various[0]!['artist-credit'][0]).not.toHaveProperty('name')
    const { 'release-groups': many } = await find('releasegroup:"The Dark Side of the Moon"')
    expect(many[0]).toMatchObject({ count: 151 })
    expect(many[0]!.releases).toHaveLength(151)
  })

  it('gives the first hit 100, however bad it is', async () => {
    const { 'release-groups': rows, count } = await find('kraftwerk OR homogenic OR zzz')
    expect(rows[0]!.score).toBe(100)
    expect(count).toBeGreaterThan(rows.filter(({ score }) => score === 100).length)
    expect((await find('releasegroup:xo OR bantlar'))['release-groups'][0]!.score).toBe(100)
    expect(await find('zzzz')).toMatchObject({ count: 0, 'release-groups': [] })
  })

  it('knows fields, phrases and operators', async () => {
    expect(await titles('releasegroup:"OK Computer" AND artistname:"Radiohead"')).toEqual(['OK Computer'])
    expect(await titles('release:"OK Computer OKNOTOK 1997 2017"')).toEqual(['OK Computer'])
    expect(await titles('alias:"The Blue Album"')).toEqual(['Weezer'])
    expect(await titles('artist:"Stan Getz / João Gilberto"')).toEqual(['Getz/Gilberto'])
    expect(await titles('creditname:"Jay-Z" AND artistname:"Kanye West"')).toEqual(['Watch the Throne'])
    expect(await titles('artist:radiohead AND releasegroup:(amnesiac OR bends)')).toHaveLength(2)
    expect(await titles('artist:"peter gabriel" AND firstreleasedate:1980*')).toHaveLength(1)
    expect(await titles('artist:"peter gabriel" AND firstreleasedate:[1977 TO 1978]')).toHaveLength(2)
    expect(await titles('artist:"peter gabriel" -firstreleasedate:1982')).toHaveLength(3)
    expect(await titles('tag:"trip hop" AND primarytype:album AND status:official')).toContain('Dummy')
    expect(await titles('artist:metallica AND secondarytype:demo')).toEqual(['No Life ’til Leather'])
    expect(await titles('+artist:björk +type:single')).toHaveLength(3)
    expect(await titles('(xyzzy OR -foo)')).toEqual([])
  })

  it('finds by ids, many at once', async () => {
    const groups = [...demo.world().groups.values()].slice(0, 100)
    const query = groups.map(({ id }) => `rgid:${id}`).join(' OR ')
    const { count, 'release-groups': rows } = await find(query, { limit: '100' })
    expect(count).toBe(100)
    expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(groups.map(({ id }) => id)))
    const [release] = findGroup(demo, 'Homogenic').releases
    expect(await titles(`reid:${release!.id}`)).toEqual(['Homogenic'])
    expect(await titles(`arid:${findArtist(demo, 'Peter Gabriel').id}`)).toHaveLength(4)
  })

  it('folds letters and signs, but does not romanise', async () => {
    expect(await first('artist:bjork AND releasegroup:homogenic')).toBe('Homogenic')
    expect(await first('releasegroup:"die mensch-maschine"')).toBe('Die Mensch‐Maschine')
    expect(await first('releasegroup:"fearless (taylor\'s version)"')).toBe('Fearless (Taylor’s Version)')
    expect(await titles('releasegroupaccent:agaetis')).toEqual([])
    expect(await titles('releasegroup:"gruppa krovi"')).toEqual([])
    expect(await titles('alias:"gruppa krovi"')).toEqual(['Группа крови'])
    expect(await titles('releasegroup:"( )"')).toEqual(['( )'])
    expect(await first('releasegroup:÷')).toBe('÷')
    expect(await titles('artistname:"!!!" AND releasegroup:"!!!"')).toEqual(['!!!'])
    expect(await first('homogenik~')).toBe('Homogenic')
    expect(await titles('homog')).toEqual(['Homogenic'])
    expect(await titles('releasegroup:homog')).toEqual([])
  })

  it('takes escaped signs literally, and a broken query as plain words', async () => {
    expect(await first('artistname:AC\\/DC AND releasegroup:"back in black"')).toBe('Back in Black')
    expect(await first('AC/DC Back in Black')).toBe('Back in Black')
    expect(await first('!!!')).toBe('!!!')
    expect(await first('"abbey road')).toBe('Abbey Road')
    expect(await first("What's Going On?")).toBe("What's Going On")
    expect(await first('abbey AND road NOT', { dismax: 'true' })).toBe('Abbey Road')
  })

  it('does not decide between twins', async () => {
    const { 'release-groups': rows } = await find(
      'releasegroup:"Peter Gabriel" AND artistname:"Peter Gabriel"',
    )
    expect(rows.map(({ score }) => score)).toEqual([100, 100, 100, 100])
    expect(new Set(rows.map((row) => row['first-release-date']!.slice(0, 4)))).toEqual(
      new Set(['1977', '1978', '1980', '1982']),
    )
    expect(await titles('releasegroup:weezer', { limit: '10' })).toHaveLength(6)
  })

  it('has pages whose ties change their order, and at most 500 hits', async () => {
    expect((await find('type:live', { limit: '101' }))['release-groups']).toHaveLength(25)
    expect((await find('type:live', { limit: '0' }))['release-groups']).toHaveLength(25)
    const refused = await askMusicbrainz(demo, 'release-group', {
      query: 'type:live',
      limit: '100',
      offset: '401',
    })
    expect([refused.status, failureBody.parse(refused.body).error]).toEqual([
      400,
      'Must retrieve at most 500 search results, not 501.',
    ])
    const seen: Loose[] = []
    const { count } = await find('type:live')
    for (let offset = 0; offset < count; offset += 25)
      seen.push(
        ...(await find('type:live', { offset: String(offset) }))['release-groups'].map(({ id }) => id),
      )
    expect(seen).toHaveLength(count)
    expect(new Set(seen).size).toBeLessThan(count)
  })

  it('ignores inc', async () => {
    expect((await find('homogenic', { inc: 'coffee' }))['release-groups'][0]).not.toHaveProperty('genres')
  })

  it('ranks artists by their aliases, too', async () => {
    const names = async (query: string) =>
      artistSearch
        .parse((await askMusicbrainz(demo, 'artist', { query })).body)
        .artists.map(({ name }) => name)
    expect(await names('ryuichi sakamoto')).toEqual(['坂本龍一'])
    expect(await names('alias:битлз')).toEqual(['The Beatles'])
    expect(await names('artist:nirvana')).toEqual(['Nirvana', 'Nirvana'])
  })
})
