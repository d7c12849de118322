import { describe, expect, test } from 'vitest'
import { identityKey, resolveAlbum } from '../../server/catalog/albums.ts'
import { getAlbum, popularAlbums } from '../../server/catalog/queries.ts'
import { searchAlbums } from '../../server/catalog/search.ts'
import { albumProcesses } from './albumProcesses.ts'

const homogenic = { artist: 'Björk', album: 'Homogenic' }
const DAY = 24 * 60 * 60_000
const catalogue = albumProcesses()
const { demo, forget, pass } = catalogue
const calls = () => demo().requests().length

describe('the identity of an album', () => {
  test('is its key, and fits the column however long the names are', () => {
    expect(identityKey(homogenic)).toBe('björk-homogenic')
    const long = (end: string) =>
      identityKey({ artist: '𝕏東'.repeat(500), album: `${'ab'.repeat(499)}${end}` })
    expect(Array.from(long('x'))).toHaveLength(700)
    expect(long('x')).toMatch(/~[0-9a-f]{64}$/)
    expect(long('x')).not.toBe(long('y'))
    expect(long('x')).toBe(long('X'))
  })
})

describe('reading', () => {
  test('a thousand cold requests over three processes are one call', async () => {
    // With the usual timeout: a call that is late on a busy machine must not be repeated.
    const processes = [0, 1, 2].map((index) => catalogue.process(index, 5_000))
    const albums = await Promise.all(
      Array.from({ length: 1_000 }, (_, index) => getAlbum(processes[index % 3]!, null, homogenic)),
    )
    expect(albums.every(({ name }) => name === 'Homogenic')).toBe(true)
    expect(calls()).toBe(1)
  })

  test('a search is fresh for five minutes, in any case and spacing', async () => {
    const deps = catalogue.process()
    const first = await searchAlbums(deps, { query: 'Homogenic', page: 1 })
    expect(await searchAlbums(catalogue.process(1), { query: 'homogenic', page: 1 })).toEqual(first)
    expect(calls()).toBe(1)
    pass(5 * 60_000)
    expect(await searchAlbums(deps, { query: 'HOMOGENIC', page: 1 })).toEqual(first)
    await expect.poll(calls).toBe(2)
  })

  test('popular albums are fresh for a day', async () => {
    const deps = catalogue.process()
    await popularAlbums(deps, { page: 1 })
    pass(DAY - 1)
    expect((await popularAlbums(deps, { page: 1 })).albums.length).toBeGreaterThan(0)
    expect(calls()).toBe(1)
  })

  test('an album asked for in another spelling has its canonical names, and its own page is warm', async () => {
    const deps = catalogue.process()
    expect(await getAlbum(deps, null, { artist: 'bjork', album: 'homogenic' })).toMatchObject({
      artist: 'Björk',
      name: 'Homogenic',
    })
    await getAlbum(deps, null, homogenic)
    expect(calls()).toBe(1)
  })

  test("'not found' is remembered for ten minutes", async () => {
    const nothing = { artist: 'Nobody', album: 'Nothing' }
    const deps = catalogue.process()
    for (const each of [deps, catalogue.process(1), deps])
      await expect(getAlbum(each, null, nothing)).rejects.toMatchObject({ kind: 'notFound' })
    expect(calls()).toBe(1)
    pass(10 * 60_000)
    await expect(getAlbum(deps, null, nothing)).rejects.toMatchObject({ message: 'Album not found' })
    expect(calls()).toBe(2)
  })

  test.each(['html', 'cut-off', 'hang', 'reset', 'rate-limit', 'suspended', 'wrong-name'])(
    '%s: what was read once is still served, the rest says so',
    async (fault) => {
      const before = catalogue.process()
      const known = await getAlbum(before, null, homogenic)
      const page = await popularAlbums(before, { page: 1 })
      const deps = catalogue.process(0, fault === 'hang' ? 1_000 : undefined)
      demo().misbehave({ fault, ms: 2_000 })
      pass(2 * DAY)
      expect(await getAlbum(deps, null, homogenic)).toEqual(known)
      expect(await popularAlbums(deps, { page: 1 })).toEqual(page)
      await expect(getAlbum(deps, null, { artist: 'Björk', album: 'Vespertine' })).rejects.toMatchObject({
        kind: 'unavailable',
      })
      // A search or a chart can contain any album, so a wrong response cannot be detected there.
      if (fault === 'wrong-name') return
      await expect(searchAlbums(deps, { query: 'x', page: 1 })).rejects.toMatchObject({ kind: 'unavailable' })
    },
  )

  test('a failure is never kept as a truth', async () => {
    const deps = catalogue.process()
    demo().misbehave({ fault: 'cut-off', times: 3 })
    await expect(getAlbum(deps, null, homogenic)).rejects.toMatchObject({ kind: 'unavailable' })
    await expect
      .poll(() =>
        getAlbum(deps, null, homogenic).then(
          ({ name }) => name,
          () => null,
        ),
      )
      .toBe('Homogenic')
  })

  test('with the service down and nothing cached, a logged album is shown with what its row knows', async () => {
    await resolveAlbum(catalogue.process(), homogenic)
    forget()
    demo().misbehave({ fault: 'offline' })
    expect(await getAlbum(catalogue.process(), null, homogenic)).toEqual({
      artist: 'Björk',
      name: 'Homogenic',
      image: expect.stringMatching(/^http/),
      year: null,
      releaseDate: null,
      type: null,
      genres: [],
      addedBy: null,
      musicbrainz: { state: 'waiting', id: null, url: null },
      listeners: null,
      playcount: null,
      url: null,
      tags: [],
      tracks: [],
      wiki: null,
      tint: null,
      withoutCatalogue: 'unavailable',
    })
  })
})
