import { describe, expect, test, vi } from 'vitest'
import { findAlbum, resolveAlbum } from '../../server/catalog/albums.ts'
import { albumProcesses } from './albumProcesses.ts'

const homogenic = { artist: 'Björk', album: 'Homogenic' }
const DAY = 24 * 60 * 60_000
const catalogue = albumProcesses()
const { demo, forget, now, pass } = catalogue
const calls = () => demo().requests().length

describe('the row of an album', () => {
  test('is made under the canonical names, once, however many ask at once', async () => {
    const spellings = [
      homogenic,
      { artist: 'bjork', album: 'HOMOGENIC' },
      { artist: 'BJÖRK', album: 'homogenic' },
    ]
    const processes = [catalogue.process(0), catalogue.process(1), catalogue.process(2)]
    const rows = await Promise.all(
      Array.from({ length: 60 }, (_, index) => resolveAlbum(processes[index % 3]!, spellings[index % 3]!)),
    )
    expect(new Set(rows.map(({ id }) => id)).size).toBe(1)
    expect(rows[0]).toEqual({
      id: expect.any(Number),
      artist: 'Björk',
      name: 'Homogenic',
      image: expect.stringMatching(/^http/),
      year: null,
    })
    expect(await catalogue.db.album.count()).toBe(1)
  })

  test.each([8, 11, 16])('is made although the catalogue says twice that it failed (%i)', async (code) => {
    demo().misbehave({ fault: 'error', code, times: 2 })
    expect(await resolveAlbum(catalogue.process(), homogenic)).toMatchObject({ name: 'Homogenic' })
    expect(calls()).toBe(3)
  })

  test('is written by many at once without a deadlock', async () => {
    const details = {
      image: null,
      listeners: null,
      playcount: null,
      url: null,
      tags: [],
      tracks: [],
      wiki: null,
    }
    const cache = { get: (_key: unknown, _life: unknown, load: () => unknown) => load() } as never
    const lastfm = { album: async (artist: string, name: string) => ({ artist, name, ...details }) } as never
    const writes = Array.from({ length: 300 }, (_, index) =>
      resolveAlbum(
        { db: catalogue.db, now: now, cache, lastfm, pictures: {} as never },
        { artist: 'A', album: `${index % 7}` },
      ),
    )
    expect(new Set((await Promise.all(writes)).map(({ id }) => id)).size).toBe(7)
  })

  test('is all that is read once it is known: no call, no cache', async () => {
    const row = await resolveAlbum(catalogue.process(), homogenic)
    demo().forgetRequests()
    const never = vi.fn<() => never>()
    const cache = { get: never, knows: never, peek: never }
    const known = await resolveAlbum(
      { db: catalogue.db, now: now, cache, lastfm: {} as never, pictures: {} as never },
      homogenic,
    )
    expect(known).toEqual(row)
    expect(never).not.toHaveBeenCalled()
    expect(calls()).toBe(0)
  })

  test('follows the catalogue after a week; a picture that is lost there stays', async () => {
    const { id, image } = await resolveAlbum(catalogue.process(), homogenic)
    await catalogue.db.album.update({
      where: { id },
      data: { name: 'HOMOGENIC (old)', updatedAt: new Date(now().getTime() - 8 * DAY) },
    })
    demo().misbehave({ fault: 'bare' })
    forget()
    expect(await resolveAlbum(catalogue.process(), homogenic)).toEqual({
      id,
      artist: 'Björk',
      name: 'Homogenic',
      image,
      year: null,
    })
    expect((await findAlbum(catalogue, homogenic))!.updatedAt).toEqual(now())
  })

  test.each(['offline', 'not-found', 'wrong-name', 'hang'])(
    '%s: a known one can still be logged',
    async (fault) => {
      const row = await resolveAlbum(catalogue.process(), homogenic)
      pass(30 * DAY)
      forget()
      demo().misbehave({ fault, ms: 2_000 })
      expect(await resolveAlbum(catalogue.process(0, 300), homogenic)).toEqual(row)
    },
  )

  test('of an unknown album is refused by its field; with the service down it is unavailable', async () => {
    const nothing = { artist: 'Nobody', album: 'Nothing' }
    await expect(resolveAlbum(catalogue.process(), nothing)).rejects.toMatchObject({
      kind: 'notFound',
      message: 'Album not found',
      field: 'album',
    })
    demo().misbehave({ fault: 'reset' })
    await expect(
      resolveAlbum(catalogue.process(), { artist: 'Björk', album: 'Vespertine' }),
    ).rejects.toMatchObject({
      kind: 'unavailable',
    })
    expect(await catalogue.db.album.count()).toBe(0)
  })

  test('keeps what differs apart: bytes are compared', async () => {
    for (const [artist, name] of [
      ['Björk', 'Post'],
      ['Bjork', 'Post'],
      ['!!!', 'Post'],
      ['÷', 'Post'],
    ]) {
      const album = {
        artist,
        name,
        image: null,
        listeners: null,
        playcount: null,
        url: null,
        tags: [],
        tracks: [],
        wiki: null,
      }
      await resolveAlbum(
        { ...catalogue.process(), lastfm: { album: async () => album } as never },
        { artist: artist!, album: name! },
      )
    }
    expect(await catalogue.db.album.count()).toBe(4)
  })
})
