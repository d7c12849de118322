import { describe, expect, it } from 'vitest'
import type { GroupDescription } from '../../demo/world/description.ts'
import { findGroup, keepGroupAlbum } from '../../server/catalog/groupAlbums.ts'
import { cardsOf } from '../../server/catalog/keyless/cards.ts'
import { makeKeylessCatalogue } from '../../server/catalog/keyless/catalogue.ts'
import { chartPage, refreshCharts } from '../../server/catalog/keyless/charts.ts'
import { answerRequests } from '../../server/catalog/keyless/lookUps.ts'
import { fetchCovers, wantCovers, wantNewCover } from '../../server/catalog/keyless/pictures.ts'
import { request } from '../../server/catalog/keyless/requests.ts'
import { settleLink } from '../../server/catalog/linking/settle.ts'
import { makeListenBrainz } from '../../server/clients/listenbrainz/client.ts'
import { change } from '../../server/core/change.ts'
import { quietLog } from '../lib/ownRedis.ts'
import { group, linkingService } from './linkingService.ts'

// Albums without a key: their covers, and what becomes of the data of a release group when they leave it.

const songs = group('Songs', {
  firstReleaseDate: '1997-09-22',
  tags: [{ name: 'trip hop', count: 3 }],
  tracks: [{ title: 'One', seconds: 60 }],
})
const bare = group('Bare', { firstReleaseDate: '', primaryType: null, tracks: [] })
const record = group('Record', { firstReleaseDate: '2001', tracks: [{ title: 'Two', seconds: 90 }] })
const groups = [songs, bare, record]
const service = linkingService(groups)
const { create, run, linkOf, deps, pass, idOf } = service

const pictureOf = (digit: string) => `/pictures/${digit.repeat(64)}/300.webp`
/** Stores a cover of a release group. */
const keepCover = (key: string, image: string | null) => {
  const page = `https://coverartarchive.org/release-group/${idOf(key)}/front`
  return deps().db.servicePicture.create({ data: { id: idOf(key), image, page } })
}
const changeAlbum = (albumId: number, data: { image?: string | null; edited?: string; artist?: string }) =>
  deps().db.album.update({ where: { id: albumId }, data })
const settle = (albumId: number, groupId: string | null) =>
  change(deps(), (write) => settleLink(write, { albumId, groupId }))
const albumOf = async (albumId: number) => {
  const { album } = await linkOf(albumId)
  const genres = await deps().db.albumGenre.count({ where: { albumId } })
  const { releaseDate, year, type, tracks, image } = album
  return { releaseDate, year, type, tracks, image, genres }
}
const catalogue = () => makeKeylessCatalogue({ ...deps(), musicbrainz: service.client() })
/** Answers what a page requested. */
async function lookUp(album: string | null) {
  const requests = { ...deps(), spend: async () => {}, lag: 0 }
  await request(requests, { artist: 'Artist', album })
  const services = { musicbrainz: service.client(), wikimedia: null }
  await answerRequests(deps(), services, new AbortController().signal)
}
const knownIds = async () => (await deps().db.releaseGroup.findMany()).map(({ id }) => id)
const setGroups = (all: readonly GroupDescription[]) => service.demo().setWorld({ groups: all })

describe('a cover that a person removed', () => {
  it('does not come back with an answer of the service, nor on cards', async () => {
    const [id, other] = await create('Songs', 'Record')
    await run()
    await changeAlbum(id!, { image: null, edited: 'image,releaseDate' })
    await deps().db.album.update({ where: { id: id! }, data: { releaseDate: null, year: null } })
    for (const [key, albumId] of [
      ['Songs', id],
      ['Record', other],
    ] as const) {
      await keepCover(key, pictureOf(key === 'Songs' ? '1' : '2'))
      await wantNewCover(deps(), idOf(key))
      const isShown = albumId === other
      expect((await linkOf(albumId!)).album.image).toBe(isShown ? pictureOf('2') : null)
    }
    const stored = await deps().db.releaseGroup.findMany({ where: { title: 'Songs' } })
    expect(await cardsOf(deps(), stored)).toEqual([
      { artist: 'Artist', name: 'Songs', image: null, year: null },
    ])
  })
})

describe('another release group', () => {
  it('replaces all that came from the one before', async () => {
    const [id] = await create('Songs')
    await run()
    await keepCover('Songs', pictureOf('1'))
    await keepCover('Record', pictureOf('2'))
    await changeAlbum(id!, { image: pictureOf('1') })
    expect(await albumOf(id!)).toMatchObject({ year: 1997, tracks: '[["One",61]]', genres: 1 })
    await settle(id!, idOf('Bare'))
    const nothing = { releaseDate: null, year: null, type: null, tracks: null, image: null, genres: 0 }
    expect(await albumOf(id!)).toEqual(nothing)
    await run()
    expect(await albumOf(id!)).toEqual(nothing)
    expect(await deps().db.servicePicture.findUnique({ where: { id: idOf('Bare') } })).toMatchObject({
      image: null,
      askAgainAt: expect.any(Date),
    })
    await settle(id!, idOf('Record'))
    await run()
    expect(await albumOf(id!)).toEqual({
      releaseDate: '2001',
      year: 2001,
      type: 'album',
      tracks: '[["Two",90]]',
      image: pictureOf('2'),
      genres: 0,
    })
  })

  it('changes nothing that a person entered', async () => {
    const [id] = await create('Songs')
    await run()
    await keepCover('Songs', pictureOf('1'))
    await changeAlbum(id!, { image: pictureOf('1'), edited: 'releaseDate,type,genres,tracks,image' })
    const before = await albumOf(id!)
    await settle(id!, idOf('Bare'))
    await run()
    expect(await albumOf(id!)).toEqual(before)
  })

  it('keeps a picture that is not of the service', async () => {
    const [id] = await create('Songs')
    await run()
    await changeAlbum(id!, { image: 'https://example.org/cover.png' })
    await settle(id!, idOf('Record'))
    expect(await albumOf(id!)).toMatchObject({ image: 'https://example.org/cover.png', year: null })
  })
})

it('the group of an album that a moderator linked to none of them has not the album’s address', async () => {
  const [id] = await create('Songs')
  await run()
  await settle(id!, null)
  expect(await findGroup(deps().db, { artist: 'Artist', album: 'Songs' })).toBeNull()
  const named = await change(deps(), (write) => keepGroupAlbum(write, idOf('Songs')))
  expect(named).toMatchObject({ name: 'Songs (1997)', year: 1997 })
  expect(named.id).not.toBe(id)
})

it('the group whose address has an album of another group has another one', async () => {
  const [id] = await create('Songs')
  await run()
  await settle(id!, idOf('Record'))
  await run()
  const named = await change(deps(), (write) => keepGroupAlbum(write, idOf('Songs')))
  expect(named).toMatchObject({ name: 'Songs (1997)' })
})

it('an album is on the artist page once, and keeps the source of its cover without a link', async () => {
  const [id] = await create('Songs')
  await run()
  await lookUp(null)
  await deps().db.albumLink.update({ where: { albumId: id! }, data: { state: 'none', groupId: null } })
  await deps().db.servicePicture.deleteMany({ where: { id: idOf('Songs') } })
  await keepCover('Songs', pictureOf('1'))
  await changeAlbum(id!, { image: pictureOf('1') })
  const { albums } = await catalogue().artistAlbums('Artist')
  expect(albums.map(({ name }) => name).toSorted()).toEqual(['Bare', 'Record', 'Songs'])
  expect(await catalogue().album('Artist', 'Songs')).toMatchObject({
    image: pictureOf('1'),
    coverSource: expect.stringContaining(idOf('Songs')),
  })
})

it('an artist page has what a person entered, and a merged album once, under the names of the other', async () => {
  const [id, other] = await create('Songs', 'Record')
  await run()
  await lookUp(null)
  const entered = { type: 'live' as const, releaseDate: null, year: null, edited: 'type,releaseDate' }
  await deps().db.album.update({ where: { id: id! }, data: entered })
  const albums = async () =>
    (await catalogue().artistAlbums('Artist')).albums.filter(({ name }) => name !== 'Bare')
  const ofSongs = {
    artist: 'Artist',
    name: 'Songs',
    image: null,
    year: null,
    type: 'live',
    releaseDate: null,
  }
  expect(await albums()).toEqual([expect.objectContaining({ name: 'Record', year: 2001 }), ofSongs])
  await deps().db.album.update({ where: { id: other! }, data: { mergedIntoId: id! } })
  expect(await albums()).toEqual([ofSongs])
})

it('a chart has a merged album once, in the place of the better group', async () => {
  const [id, other] = await create('Songs', 'Record')
  await run()
  const entries = ['Record', 'Bare', 'Songs'].map((title) => {
    return { id: idOf(title), title, artist: 'Artist', artistIds: [title] }
  })
  await deps().db.chart.create({
    data: { name: 'trending', entries: JSON.stringify(entries), fetchedAt: new Date() },
  })
  await deps().db.album.update({ where: { id: other! }, data: { mergedIntoId: id! } })
  const { albums } = await chartPage(
    { ...deps(), musicbrainz: service.client() },
    { page: 1, chart: 'trending' },
  )
  expect(albums.map(({ name }) => name)).toEqual(['Songs', 'Bare'])
})

describe('a release group without an album', () => {
  it('that was merged into another one is not kept', async () => {
    await lookUp(null)
    const former = idOf('Songs')
    setGroups([bare, record, group('Songs', { key: 'merged', formerIds: [former] })])
    await lookUp('Songs')
    expect(await knownIds()).toContain(idOf('merged'))
    expect(await knownIds()).not.toContain(former)
  })

  it('that was deleted is not kept', async () => {
    await lookUp(null)
    const former = idOf('Songs')
    setGroups([bare, record])
    await lookUp('Songs')
    expect(await knownIds()).not.toContain(former)
    expect(await deps().db.album.count()).toBe(0)
  })

  it('that the discography lacks is not kept, unless it is by somebody else', async () => {
    await lookUp(null)
    const [deleted, given] = [idOf('Songs'), idOf('Bare')]
    setGroups([record, { ...bare, artistCredit: [{ name: 'Other', artist: 'Other' }] }])
    await lookUp(null)
    expect(await knownIds()).not.toContain(deleted)
    expect(await knownIds()).toContain(given)
    const { albums } = await catalogue().artistAlbums('Artist')
    expect(albums.map(({ name }) => name)).toEqual(['Record'])
  })
})

it('an album of a deleted group that becomes ambiguous shows no year', async () => {
  const [id] = await create('Songs')
  await run()
  pass(31)
  setGroups([bare])
  await run()
  expect(await linkOf(id!)).toMatchObject({ state: 'none', album: { year: 1997 } })
  pass(2)
  setGroups([
    group('Songs', { key: 'twin 1', firstReleaseDate: '1980' }),
    group('Songs', { key: 'twin 2', firstReleaseDate: '1990' }),
  ])
  await run()
  expect(await linkOf(id!)).toMatchObject({ state: 'ambiguous', album: { year: null, releaseDate: null } })
})

it('a chart without any range is asked for once a day, and the last good one is kept', async () => {
  const listenbrainz = makeListenBrainz({
    base: service.demo().listenbrainzBase,
    userAgent: 'Plak/tests ( tests@example.org )',
    log: quietLog(),
  })
  const asked = () => service.demo().requests('listenbrainz').length
  const refresh = () =>
    refreshCharts(deps(), { listenbrainz, musicbrainz: service.client() }, new AbortController().signal)
  const chart = () => chartPage({ ...deps(), musicbrainz: service.client() }, { page: 1, chart: 'discover' })
  service.demo().misbehave({ service: 'listenbrainz', fault: 'no-content' })
  await refresh()
  const addresses = service
    .demo()
    .requests('listenbrainz')
    .map(({ path, query }) => `${path}?${query}`)
  expect(new Set(addresses).size).toBe(addresses.length)
  const count = asked()
  expect(count).toBeGreaterThan(0)
  await refresh()
  expect(asked()).toBe(count)
  await expect(chart()).rejects.toMatchObject({ kind: 'unavailable' })
  service.demo().behave()
  pass(1.1)
  await refresh()
  const { albums } = await chart()
  expect(albums.length).toBeGreaterThan(0)
  service.demo().misbehave({ service: 'listenbrainz', fault: 'no-content' })
  pass(1.1)
  await refresh()
  expect((await chart()).albums).toEqual(albums)
})

it('a picture that cannot be decoded is a failure: it is asked for again after an hour', async () => {
  const ids = [idOf('Songs'), idOf('Bare')]
  await wantCovers(deps(), ids)
  const front = async (id: string) => (id === ids[0] ? Buffer.from('no picture') : null)
  await fetchCovers(deps(), { front }, new AbortController().signal)
  const hours = async (id: string) => {
    const { askAgainAt } = await deps().db.servicePicture.findUniqueOrThrow({ where: { id } })
    return (askAgainAt!.getTime() - deps().now().getTime()) / 3_600_000
  }
  expect(await hours(ids[0]!)).toBe(1)
  expect(await hours(ids[1]!)).toBe(7 * 24)
})
