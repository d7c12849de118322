import { randomUUID } from 'node:crypto'
import { expect, vi } from 'vitest'
import { identityKey } from '../../server/catalog/albums.ts'
import type { Person } from '../harness/client.ts'
import { makeModerator } from '../moderation/cases.ts'
import type { Running } from '../support/runProduct.ts'
import type { TestServer } from '../support/server.ts'

// Two albums that are one, the people who have something of them, and a moderator.

export const oldName = { artist: 'Artist', album: 'Old name' }
export const newName = { artist: 'Artist', album: 'New name' }
export const third = { artist: 'Artist', album: 'Third' }
type Ref = typeof oldName

export async function plantAlbum(
  { deps }: Pick<TestServer, 'deps'>,
  { artist, album: name }: Ref,
  more: object = {},
): Promise<number> {
  const key = identityKey({ artist, album: name })
  const { id } = await deps.db.album.create({ data: { key, artist, name, trackCount: 10, ...more } })
  return id
}

export async function makeMergeWorld({ server, harness }: Running) {
  const [anna, ben, moderator] = await Promise.all(
    ['anna', 'ben', 'moderator'].map((nickname) => harness.register(nickname)),
  )
  await makeModerator(server, moderator!)
  const ids = {
    old: await plantAlbum(server, oldName),
    new: await plantAlbum(server, newName),
    third: await plantAlbum(server, third),
  }
  return { anna: anna!, ben: ben!, moderator: moderator!, ids }
}

export const merge = (
  { client }: Person,
  { from, into }: { from: Ref; into: Ref } = { from: oldName, into: newName },
) => client.moderation.merge.mutate({ from, into, reason: 'The same album.' })

export const undo = ({ client }: Person, { id }: { id: number }) => client.moderation.undo.mutate({ id })

export const add = async ({ client }: Person, album: Ref, more: object = {}) =>
  await client.logs.add.mutate({ ...album, submission: randomUUID(), ...more })

export const makeList = async ({ client }: Person, albums: ({ id: number; note?: string } | number)[]) =>
  await client.lists.create.mutate({ name: 'List', albums, submission: randomUUID() })

export const notesOf = async ({ client }: Person, id: number) =>
  (await client.lists.albums.query({ id })).items.map(({ name, note }) => [name, note])

/** Waits until no merge is under way. */
export const finished = ({ deps }: TestServer) =>
  vi.waitFor(
    async () =>
      expect(await deps.db.albumMerge.count({ where: { state: { in: ['moving', 'undoing'] } } })).toBe(0),
    { timeout: 30_000 },
  )

/** Everything of the two albums as the database has it, to compare before and after. */
export async function everything({ deps: { db } }: TestServer) {
  const [logs, opinions, favorites, topAlbums, listenLater, lists, imports, tags, albums] = await Promise.all(
    [
      db.log.findMany({
        select: { id: true, albumId: true, version: true, tagCount: true },
        orderBy: { id: 'asc' },
      }),
      db.opinion.findMany({ orderBy: [{ userId: 'asc' }, { albumId: 'asc' }] }),
      db.favorite.findMany({ orderBy: [{ userId: 'asc' }, { albumId: 'asc' }] }),
      db.topAlbum.findMany({ orderBy: [{ userId: 'asc' }, { position: 'asc' }] }),
      db.listenLater.findMany({ orderBy: [{ userId: 'asc' }, { albumId: 'asc' }] }),
      db.listAlbum.findMany({
        select: { listId: true, albumId: true, position: true, note: true },
        orderBy: [{ listId: 'asc' }, { position: 'asc' }],
      }),
      db.importAlbum.findMany({ select: { id: true, albumId: true }, orderBy: { id: 'asc' } }),
      db.tag.findMany({ orderBy: { id: 'asc' } }),
      db.album.findMany({
        omit: { updatedAt: true, hasWords: true },
        include: { genres: true },
        orderBy: { id: 'asc' },
      }),
    ],
  )
  return { logs, opinions, favorites, topAlbums, listenLater, lists, imports, tags, albums }
}
