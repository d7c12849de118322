import { describe, expect, it } from 'vitest'
import { findAlbum } from '../../server/catalog/albums.ts'
import { findGroup, keepGroupAlbum, nameGroups } from '../../server/catalog/groupAlbums.ts'
import { additionsOf, type Homonym } from '../../server/catalog/homonyms.ts'
import { settleLink } from '../../server/catalog/linking/settle.ts'
import { change } from '../../server/core/change.ts'
import { group, linkingService } from './linkingService.ts'

describe('the additions of homonyms', () => {
  const named = (
    plain: string | null,
    ...groups: [id: string, date: string | null, type?: Homonym['type']][]
  ) =>
    Object.fromEntries(
      additionsOf(
        groups.map(([id, releaseDate, type = 'album']) => ({ id, releaseDate, type })),
        plain,
      ),
    )

  it.each<[string, ReturnType<typeof named>, Record<string, string>]>([
    ['the year', named('a', ['a', '1977'], ['b', '1978-06-02'], ['c', '1980']), { b: '1978', c: '1980' }],
    [
      'the year of the plain one does not count',
      named('a', ['a', '1979-01'], ['b', '1979-05']),
      { b: '1979' },
    ],
    [
      'the month',
      named('a', ['a', '1979'], ['b', '1980-05'], ['c', '1980-09-01']),
      { b: '1980-05', c: '1980-09' },
    ],
    [
      'the month of one',
      named('a', ['a', '1979'], ['b', '1980'], ['c', '1980-09']),
      { b: '1980', c: '1980-09' },
    ],
    [
      'the type',
      named('a', ['a', '1979'], ['b', '1980-05', 'album'], ['c', '1980-05', 'ep']),
      { b: 'Album', c: 'EP' },
    ],
    ['the type without a year', named('a', ['a', '1979'], ['b', null, 'ep']), { b: 'EP' }],
    ['a number', named('a', ['a', '1979'], ['b', '1980'], ['c', '1980']), { b: '2', c: '3' }],
    [
      'a number without a type',
      named('a', ['a', '1979'], ['b', null, null], ['c', '1990']),
      { b: '2', c: '1990' },
    ],
    ['of all, if none is plain', named(null, ['a', '1979'], ['b', '1980']), { a: '1979', b: '1980' }],
  ])('are %s', (_, additions, expected) => {
    expect(additions).toEqual(expected)
  })
})

const service = linkingService([
  group('Peter', { key: '1977', firstReleaseDate: '1977-02-25', aliases: ['Car'] }),
  group('Peter', { key: '1978', firstReleaseDate: '1978-06-02', aliases: ['Scratch'] }),
  group('Peter', {
    key: '1980',
    firstReleaseDate: '1980-05-30',
    aliases: ['Melt', 'Peter'],
    tracks: [{ title: 'Intruder', seconds: 294 }],
  }),
  group('Single', { primaryType: 'Single' }),
  group('Songs', { firstReleaseDate: '1997-09-22', aliases: ['Chansons', 'Songs: The Album'] }),
])
const { deps, run, create, linkOf, idOf } = service
const keep = (key: string) => change(deps(), (write) => keepGroupAlbum(write, idOf(key)))
/** Stores the groups, as an ambiguous album does; returns its id. */
async function meet(): Promise<number> {
  const [id] = await create('Peter')
  await run()
  return id!
}

async function forget(id: number): Promise<void> {
  await deps().db.favorite.deleteMany({ where: { albumId: id } })
  await deps().db.album.delete({ where: { id } })
}

describe('homonyms', () => {
  it('have the year after their titles, except the earliest', async () => {
    const id = await meet()
    await forget(id)
    const groups = await nameGroups(deps().db, ['artist-peter'])
    expect(groups.map(({ name }) => name).toSorted()).toEqual(['Peter', 'Peter (1978)', 'Peter (1980)'])
    expect(await keep('1977')).toMatchObject({ name: 'Peter', year: 1977 })
    expect(await keep('1980')).toMatchObject({ name: 'Peter (1980)', year: 1980 })
    expect(await keep('1980')).toMatchObject({ name: 'Peter (1980)' })
    expect(await deps().db.album.count()).toBe(2)
  })

  it('leave an album in use its address, whichever of them it is', async () => {
    const id = await meet()
    await change(deps(), (write) => settleLink(write, { albumId: id, groupId: idOf('1980') }))
    expect(await keep('1980')).toMatchObject({ id, name: 'Peter' })
    expect(await keep('1977')).toMatchObject({ name: 'Peter (1977)' })
  })

  it('all have their year beside an album that nobody has settled', async () => {
    const id = await meet()
    expect(await keep('1977')).toMatchObject({ name: 'Peter (1977)' })
    expect(await linkOf(id)).toMatchObject({ state: 'ambiguous', album: { name: 'Peter' } })
  })

  it('are found by the names that they have here', async () => {
    const id = await meet()
    await forget(id)
    const find = async (album: string) => (await findGroup(deps().db, { artist: 'artist', album }))?.id
    expect(await find('peter')).toBe(idOf('1977'))
    expect(await find('Peter (1978)')).toBe(idOf('1978'))
    expect(await find('Peter (1977)')).toBeUndefined()
    expect(await find('Paul')).toBeUndefined()
  })

  it('are found by the other names of the service, but the plain name stays the plain album’s', async () => {
    const id = await meet()
    const { id: melt } = await keep('1980')
    await run()
    expect(await linkOf(melt)).toMatchObject({ state: 'linked', album: { trackCount: 1 } })
    const find = async (album: string) => (await findAlbum(deps(), { artist: 'Artist', album }))?.id
    expect(await find('Melt')).toBe(melt)
    expect(await find('Peter')).toBe(id)
    expect(await find('Car')).toBeUndefined()
  })

  it.each(['Songs (Deluxe Edition)', 'Songs (2011 Remaster)', 'Songs (Chansons)'])(
    '%s is an album of its own: the other names of its group do not lead there',
    async (name) => {
      const [id] = await create(name)
      await run()
      expect(await linkOf(id!)).toMatchObject({ state: 'linked', groupId: idOf('Songs') })
      service.pass(31)
      await run()
      expect(await deps().db.albumAlias.findMany()).toEqual([])
    },
  )
})
