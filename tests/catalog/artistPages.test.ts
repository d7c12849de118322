import { describe, expect, test } from 'vitest'
import { artists as demoArtists } from '../../demo/catalog/catalog.ts'
import { popularArtists, searchArtists } from '../../server/catalog/artists.ts'
import { threeProcesses } from './threeProcesses.ts'

const down = { kind: 'unavailable' }
const { demo, process } = threeProcesses()

describe('pages of artists', () => {
  test('are found by their name, 25 a page', async () => {
    const { artists, page, hasNext } = await searchArtists(process(), { query: 'bjork', page: 1 })
    expect(artists[0]).toEqual({ name: 'Björk', image: null })
    expect({ page, hasNext }).toEqual({ page: 1, hasNext: false })
    expect(demo().requests()[0]!.params).toMatchObject({ method: 'artist.search', limit: '25', page: '1' })
    await searchArtists(process(1), { query: 'BJORK', page: 1 })
    expect(demo().requests()).toHaveLength(1)
  })

  test('the popular ones come 24 a page, each once, until there are no more', async () => {
    const deps = process()
    const names: string[] = []
    for (let page = 1; ; page++) {
      const { artists, hasNext } = await popularArtists(deps, { page })
      if (page === 1) expect(artists).toHaveLength(24)
      names.push(...artists.map(({ name }) => name))
      if (!hasNext) break
    }
    expect(names).toEqual(demoArtists.map(({ name }) => name))
  })

  test('beyond the last page that a pager can reach nobody is asked', async () => {
    const deps = process()
    expect(await popularArtists(deps, { page: 201 })).toEqual({ artists: [], page: 201, hasNext: false })
    expect(await searchArtists(deps, { query: 'a', page: 10_000 })).toEqual({
      artists: [],
      page: 10_000,
      hasNext: false,
    })
    expect(demo().requests()).toEqual([])
  })

  test('L22 beyond the end nothing follows, however huge the total', async () => {
    demo().misbehave({ fault: 'beyond' })
    expect(await popularArtists(process(), { page: 150 })).toEqual({ artists: [], page: 150, hasNext: false })
    expect(await searchArtists(process(), { query: 'a', page: 150 })).toEqual({
      artists: [],
      page: 150,
      hasNext: false,
    })
  })

  test('with the service down they say so', async () => {
    demo().misbehave({ fault: 'offline' })
    await expect(popularArtists(process(), { page: 1 })).rejects.toMatchObject(down)
    await expect(searchArtists(process(), { query: 'a', page: 1 })).rejects.toMatchObject(down)
  })
})
