import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { albums } from '../../demo/catalog/catalog.ts'
import { startDemo, type Demo } from '../../demo/server.ts'
import { describeCatalogue } from '../../demo/world/catalogue.ts'
import type { WorldDescription } from '../../demo/world/description.ts'
import { mbidOf } from '../../demo/world/ids.ts'
import { parseGroups } from '../../demo/world/parse.ts'
import { creditName, makeWorld } from '../../demo/world/world.ts'
import { askMusicbrainz, findGroup } from './services.ts'

const credit = (artist: string, aliases: string[] = []) => [{ name: artist, joinphrase: '', artist, aliases }]
const twins = ['1994-05-10', '2001-05-15'].map((firstReleaseDate, place) => ({
  key: `weezer-${place}`,
  artistCredit: credit('Weezer', ['weezer (band)']),
  title: 'Weezer',
  firstReleaseDate,
  primaryType: 'Album',
  secondaryTypes: [],
  aliases: ['The Blue Album', 'The Green Album'].slice(place, place + 1),
  releaseTitles: place === 0 ? ['Weezer', 'Weezer (Deluxe Edition)'] : ['Weezer'],
}))

describe('the world of the catalogue', () => {
  const world = makeWorld(describeCatalogue())
  const groups = [...world.groups.values()]

  it('has every album of the catalogue, in its year', () => {
    for (const { artist, name, year, tracks } of albums) {
      const found = groups.filter(
        ({ title, credit: names, primaryType }) =>
          title === name && creditName(names).replace(' / ', ' & ') === artist && primaryType !== 'Single',
      )
      expect([artist, name, found.length]).toEqual([artist, name, 1])
      expect([name, found[0]!.firstReleaseDate.slice(0, 4)]).toEqual([name, String(year)])
      const count = found[0]!.releases[0]!.media.reduce((sum, { tracks: own }) => sum + own.length, 0)
      expect([name, count]).toEqual([name, tracks.length])
    }
  })

  it('has twins, bootlegs, merged ids, and artists with many groups', () => {
    const years = (title: string) =>
      groups.filter((group) => group.title === title).map((group) => group.firstReleaseDate.slice(0, 4))
    expect(years('Peter Gabriel')).toEqual(['1977', '1978', '1980', '1982'])
    expect(years('Weezer')).toEqual(['1994', '2001', '2008', '2016', '2019', '2019'])
    expect(years('American Football')).toHaveLength(4)
    const bootlegs = groups.filter(
      ({ releases }) => releases.length > 0 && releases.every(({ status }) => status === 'Bootleg'),
    )
    expect(bootlegs.length).toBeGreaterThan(10)
    const types = new Set(
      groups.flatMap(({ primaryType, secondaryTypes }) => [primaryType, ...secondaryTypes]),
    )
    for (const type of ['Album', 'EP', 'Single', 'Broadcast', 'Other', null]) expect(types).toContain(type)
    for (const type of ['Live', 'Compilation', 'Soundtrack', 'Remix', 'DJ-mix', 'Mixtape/Street', 'Demo'])
      expect(types).toContain(type)
    expect(Math.max(...[...world.artists.values()].map((artist) => artist.groups.length))).toBeGreaterThan(
      100,
    )
    expect([...world.artists.values()].filter(({ name }) => name === 'Nirvana')).toHaveLength(2)
  })

  it('is the same each time', () => {
    expect([...makeWorld(describeCatalogue()).releases.keys()]).toEqual([...world.releases.keys()])
    expect(mbidOf('release-group', 'x')).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/,
    )
  })

  it('refuses a line that it cannot read', () => {
    expect(() => parseGroups('- nobody | 1999 | Album')).toThrow('nothing above')
    expect(() => parseGroups('* A\n- B')).toThrow('a broken group')
    expect(() => parseGroups('* A\n- B | 1999 | Album | rock')).toThrow('without votes')
    expect(() => parseGroups('* A\n? B')).toThrow('no kind')
  })
})

describe('a world of a test', () => {
  let demo: Demo
  beforeEach(async () => {
    demo = await startDemo({ isLimited: false, world: { groups: twins } })
  })
  afterEach(() => demo.close())

  const search = async (query: string) => (await askMusicbrainz(demo, 'release-group', { query })).body
  const lookUp = (id: string) => askMusicbrainz(demo, `release-group/${id}`, { inc: 'releases aliases' })
  const idOf = (place: number) => [...demo.world().groups.values()][place]!.id

  it('takes the place of the catalogue', async () => {
    expect(demo.world().groups.size).toBe(2)
    expect(await search('homogenic')).toMatchObject({ count: 0 })
    expect(await search('release:"weezer (deluxe edition)"')).toMatchObject({
      count: 1,
      'release-groups': [{ 'first-release-date': '1994-05-10' }],
    })
    const { body } = await lookUp(idOf(0))
    expect(body.releases.map(({ title }: { title: string }) => title).sort()).toEqual([
      'Weezer',
      'Weezer (Deluxe Edition)',
    ])
    expect([...demo.world().artists.values()][0]!.aliases.map(({ name }) => name)).toEqual(['weezer (band)'])
  })

  it('can change: a group is merged, another is deleted, a third is new', async () => {
    const [first, second] = [idOf(0), idOf(1)]
    demo.setWorld({ groups: [{ ...twins[0]!, formerIds: [second] }] })
    expect((await lookUp(second)).headers.get('location')).toContain(first)
    demo.setWorld({ groups: [{ ...twins[1]!, title: 'Weezer (Green Album)' }] })
    expect((await lookUp(first)).status).toBe(404)
    expect((await lookUp(second)).body.title).toBe('Weezer (Green Album)')
    demo.setWorld(null)
    expect(findGroup(demo, 'Homogenic')).toBeDefined()
  })

  it('can be changed from another process', async () => {
    const world: WorldDescription = { groups: twins.slice(1), artists: [{ name: 'Weezer', country: 'US' }] }
    const { status } = await fetch(`${demo.origin}/__world`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(world),
    })
    expect(status).toBe(204)
    expect([...demo.world().groups.values()].map(({ key }) => key)).toEqual(['weezer-1'])
    expect([...demo.world().artists.values()][0]!.country).toBe('US')
  })

  it('has each group once', () => {
    expect(() => demo.setWorld({ groups: [twins[0]!, twins[0]!] })).toThrow('a group twice: weezer-0')
  })
})
