import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { writeFacts, type Facts } from '../../server/catalog/facts.ts'
import { change } from '../../server/core/change.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let albumId: number
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.reset()
  const { id } = await server.deps.db.album.create({
    data: { key: 'björk-homogenic', artist: 'Björk', name: 'Homogenic', trackCount: 10 },
  })
  albumId = id
})

const write = (by: 'service' | 'person', facts: Partial<Facts>) =>
  change(server.deps, (each) => writeFacts(each, { albumId, by, ...facts }))
const events = () => server.deps.db.event.findMany({ where: { type: 'album.changed' } })
async function stored() {
  const { genres, ...album } = await server.deps.db.album.findUniqueOrThrow({
    where: { id: albumId },
    include: { genres: { include: { genre: true }, orderBy: { votes: 'desc' } } },
  })
  return { ...album, genres: genres.map(({ votes, genre }) => [genre.name, votes]) }
}

describe('facts of an album', () => {
  it('are stored with the year of the date, and tell the open pages', async () => {
    await write('service', {
      releaseDate: '1997-09-22',
      type: 'album',
      genres: [
        { name: 'trip hop', votes: 3 },
        { name: 'electronic', votes: 9 },
      ],
    })
    expect(await stored()).toMatchObject({
      releaseDate: '1997-09-22',
      year: 1997,
      type: 'album',
      genres: [
        ['electronic', 9],
        ['trip hop', 3],
      ],
      edited: '',
    })
    expect(await events()).toHaveLength(1)
  })

  it('that do not change write no event', async () => {
    const facts: Partial<Facts> = { releaseDate: '1997', type: 'album', genres: [{ name: 'pop', votes: 1 }] }
    await write('service', facts)
    await write('service', facts)
    expect(await events()).toHaveLength(1)
  })

  it('that a person has entered are kept when a service says otherwise', async () => {
    await write('person', { releaseDate: '1998', tracks: ['Hunter', 'Jóga'] })
    await write('service', { releaseDate: '1997', type: 'ep', tracks: ['Hunter'] })
    expect(await stored()).toMatchObject({
      releaseDate: '1998',
      year: 1998,
      type: 'ep',
      tracks: '["Hunter","Jóga"]',
      trackCount: 2,
      edited: 'releaseDate,tracks',
    })
  })

  it('include the length of each track, which stays with its title when a person edits them', async () => {
    await write('service', { tracks: [['Hunter', 255], ['Jóga', 305], 'Unravel'] })
    await write('person', { tracks: ['Jóga', 'Bachelorette', 'Unravel'] })
    expect(await stored()).toMatchObject({ tracks: '[["Jóga",305],"Bachelorette","Unravel"]', trackCount: 3 })
  })

  it('can be taken away', async () => {
    await write('service', { releaseDate: '1997', genres: [{ name: 'pop', votes: 1 }] })
    await write('person', { releaseDate: null, genres: [], type: null })
    expect(await stored()).toMatchObject({ releaseDate: null, year: null, genres: [] })
  })

  it('of two albums with the same new genres are written at once', async () => {
    const other = await server.deps.db.album.create({
      data: { key: 'björk-post', artist: 'Björk', name: 'Post' },
    })
    const genres = ['art pop', 'electronica', 'ambient', 'house'].map((name, index) => ({
      name,
      votes: index,
    }))
    await Promise.all(
      [albumId, other.id].map((id, index) =>
        change(server.deps, (each) =>
          writeFacts(each, {
            albumId: id,
            by: 'service',
            genres: index === 0 ? genres : genres.toReversed(),
          }),
        ),
      ),
    )
    expect(await server.deps.db.genre.count()).toBe(4)
    expect(await server.deps.db.albumGenre.count()).toBe(8)
  })
})
