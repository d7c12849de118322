import { describe, expect, test } from 'vitest'
import { getArtist, popularArtists, searchArtists } from '../../server/catalog/artists.ts'
import { sentencesOf } from '../../server/catalog/sentences.ts'
import { albumProcesses } from './albumProcesses.ts'

const DAY = 24 * 60 * 60_000
const down = { kind: 'unavailable' }
const missing = { kind: 'notFound', message: 'Artist not found' }
const { demo, pass, process } = albumProcesses()
const methods = () =>
  demo()
    .requests()
    .map(({ method }) => method ?? 'none')
    .toSorted((a, b) => a.localeCompare(b))
const bjork = { artist: 'Björk' }

describe('an artist', () => {
  test('comes with everything the page shows, in two calls', async () => {
    const artist = await getArtist(process(), bjork)
    expect(artist).toMatchObject({
      name: 'Björk',
      image: null,
      listeners: expect.any(Number),
      playcount: expect.any(Number),
      onTour: expect.any(Boolean),
      url: expect.stringMatching(/^https:/),
      bio: { text: expect.any(String), published: expect.stringMatching(/Z$/) },
    })
    expect(artist.tags.length).toBeGreaterThan(0)
    expect(artist.similar.length).toBeGreaterThan(0)
    expect(artist.albums).toContainEqual({
      artist: 'Björk',
      name: 'Homogenic',
      year: null,
      image: expect.stringMatching(/^http/),
    })
    expect(methods()).toEqual(['artist.getinfo', 'artist.gettopalbums'])
    expect(
      demo()
        .requests()
        .every(({ params }) => params.autocorrect === '1'),
    ).toBe(true)
    expect(
      demo()
        .requests()
        .find(({ method }) => method === 'artist.gettopalbums')!.params.limit,
    ).toBe('50')
  })

  test('in another spelling has its canonical name, and its own page is warm', async () => {
    const deps = process()
    expect(await getArtist(deps, { artist: 'bjork' })).toEqual(await getArtist(process(1), bjork))
    expect(demo().requests()).toHaveLength(2)
  })

  test('a thousand cold requests over three processes are two calls', async () => {
    // With the usual timeout: a call that is late on a busy machine must not be repeated.
    const processes = [0, 1, 2].map((index) => process(index, 5_000))
    const all = await Promise.all(
      Array.from({ length: 1_000 }, (_, index) => getArtist(processes[index % 3]!, bjork)),
    )
    expect(new Set(all.map(({ albums }) => albums.length)).size).toBe(1)
    expect(demo().requests()).toHaveLength(2)
  })

  test('has a biography of 22 sentences at the most', async () => {
    const content = `${'Dr. Dre met J.S. Bach. '.repeat(40)}<a href="https://www.last.fm/music/x">Read more</a>`
    demo().misbehave({
      fault: 'body',
      method: 'artist.getinfo',
      body: { artist: { name: 'Long', bio: { content } } },
    })
    const { bio } = await getArtist(process(), { artist: 'Long' })
    expect(sentencesOf(bio!.text)).toHaveLength(22)
    expect(bio!.text).toMatch(/J\.S\. Bach\.\.\.$/)
  })

  test.each(['html', 'cut-off', 'hang', 'reset', 'not-found', 'operation-failed'])(
    '%s for the albums: the page comes without them, and with them later',
    async (fault) => {
      demo().misbehave({ fault, method: 'artist.gettopalbums', ms: 10_000 })
      const deps = process(0, fault === 'hang' ? 2_000 : undefined)
      expect(await getArtist(deps, bjork)).toMatchObject({ name: 'Björk', albums: [] })
      demo().behave()
      pass(10 * 60_000)
      await expect.poll(async () => (await getArtist(deps, bjork)).albums.length).toBeGreaterThan(0)
      expect(
        demo()
          .requests()
          .filter(({ method }) => method === 'artist.getinfo'),
      ).toHaveLength(1)
    },
  )

  test.each(['html', 'cut-off', 'hang', 'reset', 'rate-limit', 'suspended', 'offline'])(
    '%s: what was read once is still served, the rest says so',
    async (fault) => {
      const known = await getArtist(process(), bjork)
      const deps = process(0, fault === 'hang' ? 1_000 : undefined)
      demo().misbehave({ fault, ms: 2_000 })
      pass(2 * DAY)
      expect(await getArtist(deps, bjork)).toEqual(known)
      await expect(getArtist(deps, { artist: 'Portishead' })).rejects.toMatchObject(down)
    },
  )

  test.each([200, 400, 404])(
    'L01 not found with status %i is remembered, for ten minutes',
    async (status) => {
      demo().misbehave({ fault: 'not-found', status })
      const deps = process()
      for (const each of [deps, process(1), deps])
        await expect(getArtist(each, { artist: 'Nobody At All' })).rejects.toMatchObject(missing)
      // The second call of an attempt, for the albums, can still be in progress when the first one fails.
      const asked = () =>
        demo()
          .requests()
          .filter(({ method }) => method === 'artist.getinfo')
      expect(asked()).toHaveLength(1)
      demo().behave()
      pass(10 * 60_000)
      await expect(getArtist(deps, { artist: 'Nobody At All' })).rejects.toMatchObject(missing)
      expect(asked()).toHaveLength(2)
    },
  )

  test('a name that stands for none is not found without asking', async () => {
    await expect(getArtist(process(), { artist: '[unknown]' })).rejects.toMatchObject(missing)
    // A call of an earlier test can still be in progress.
    expect(
      demo()
        .requests()
        .filter(({ params }) => params.artist === '[unknown]'),
    ).toEqual([])
  })

  test.each(['single', 'empty-strings', 'bad-numbers', 'null-rows', 'duplicates', 'beyond', 'bare'])(
    '%s: bent answers are read',
    async (fault) => {
      demo().misbehave({ fault })
      const deps = process()
      const artist = await getArtist(deps, bjork)
      expect(artist.name).toBe('Björk')
      for (const names of [artist.albums.map(({ name }) => name), artist.similar.map(({ name }) => name)]) {
        expect(new Set(names).size).toBe(names.length)
        expect(names.some((name) => ['(null)', '[unknown]', ''].includes(name.trim()))).toBe(false)
      }
      for (const { artists } of [
        await popularArtists(deps, { page: 1 }),
        await searchArtists(deps, { query: 'b', page: 1 }),
      ]) {
        expect(new Set(artists.map(({ name }) => name)).size).toBe(artists.length)
      }
    },
  )
})
