import { beforeEach, describe, expect, it } from 'vitest'
import { fillAlbumWords } from '../../server/catalog/wordIndex.ts'
import type { Person } from '../harness/client.ts'
import { bring, preview } from '../imports/world.ts'
import { runProduct } from '../support/runProduct.ts'
import { add, everything, makeMergeWorld, merge, newName, oldName, third, undo } from './mergeWorld.ts'

const plak = runProduct()
const homogenic = { artist: 'Björk', album: 'Homogenic' }
let anna: Person
let moderator: Person
let ids: { old: number; new: number; third: number }

beforeEach(async () => {
  ;({ anna, moderator, ids } = await makeMergeWorld(plak))
  await fillAlbumWords(plak.server.deps)
})

const db = () => plak.server.deps.db
const namesIn = ({ albums }: { albums: { artist: string; name: string }[] }) => albums.map(({ name }) => name)

describe('the search for the names of a merged album', () => {
  const known = async (query: string) => namesIn(await anna.client.catalog.known.query({ query }))

  it.each(['old name', 'artist old', 'name artist ol', 'old naem'])(
    'finds the other one: %s',
    async (query) => {
      expect(await known(query)).toContain('Old name')
      const action = await merge(moderator)
      const found = await known(query)
      expect(found.filter((name) => name === 'New name')).toHaveLength(1)
      expect(found).not.toContain('Old name')
      await undo(moderator, action)
      expect(await known(query)).toContain('Old name')
    },
  )

  it('shows it once, in its best place, on one page only', async () => {
    await merge(moderator)
    expect(await known('new name')).toEqual(['New name'])
    expect(await known('artist')).toEqual(['New name', 'Third'])
  })

  it('follows a chain', async () => {
    await merge(moderator)
    await merge(moderator, { from: newName, into: third })
    for (const query of ['old name', 'new name', 'third']) expect(await known(query)).toEqual(['Third'])
  })

  it('also shows it once if the service has both, under the names that it has here', async () => {
    await add(anna, homogenic)
    await merge(moderator, { from: homogenic, into: newName })
    const { albums } = await anna.client.catalog.search.query({ query: 'homogenic' })
    expect(namesIn({ albums }).filter((name) => name === 'New name')).toHaveLength(1)
    expect(namesIn({ albums })).not.toContain('Homogenic')
    plak.server.demo.misbehave({
      fault: 'body',
      method: 'album.search',
      match: { album: 'homogeni' },
      body: {
        results: {
          'opensearch:totalResults': '2',
          albummatches: {
            album: [
              { artist: 'Björk', name: 'Homogenic' },
              { artist: 'Artist', name: 'New name' },
            ],
          },
        },
      },
    })
    // Another spelling, because the cache has the first answer.
    expect(namesIn(await anna.client.catalog.search.query({ query: 'homogeni' }))).toEqual(['New name'])
  })
})

describe('a row of an import with the names of a merged album', () => {
  const file = (...names: { artist: string; album: string }[]) =>
    ['Artist,Album,Date', ...names.map(({ artist, album }) => `${artist},${album},2024-01-02`)].join('\n')

  it('is a listening of the other one, which two names have once', async () => {
    await merge(moderator)
    const { id } = await preview(plak.server.url, anna, file(oldName, newName))
    await bring(anna, id)
    expect((await everything(plak.server)).logs).toMatchObject([{ albumId: ids.new }])
    expect(await db().importAlbum.count({ where: { albumId: ids.old } })).toBe(0)
  })

  it('is also found if the catalogue writes the names in another way', async () => {
    await add(anna, homogenic, { date: '2020-01-01' })
    await merge(moderator, { from: homogenic, into: newName })
    const { id } = await preview(
      plak.server.url,
      anna,
      file({ artist: 'Bjork', album: 'Homogenic (Deluxe Edition)' }),
    )
    expect((await anna.client.imports.rows.query({ id })).items).toMatchObject([
      { found: { name: 'New name' } },
    ])
  })
})
