import { limits } from '../../shared/limits.ts'
import { Prisma } from '../generated/prisma/client.ts'
import type { Tx } from '../lib/db.ts'
import type { LockedUser } from '../users/lock.ts'
import { writeTopAlbums } from '../users/topAlbums.ts'
import { placeAlbums } from './ownLists.ts'
import type { RowContent, TopContent } from './stored.ts'
import type { WriteThings } from './things.ts'

/** The user's top albums, in order. */
export async function readTop(tx: Tx, userId: number): Promise<number[]> {
  const found = await tx.topAlbum.findMany({ where: { userId }, orderBy: { position: 'asc' } })
  return found.map(({ albumId }) => albumId)
}

/** True if an album of a file can be added: the user has no top albums, or the row comes from the rest of an earlier import. */
export const canTop = (top: readonly number[], albumId: number, content: TopContent | undefined): boolean =>
  top.length === 0 || (content?.joins === true && top.length < limits.topAlbums && !top.includes(albumId))

/** Adds albums to the top four, each at its place in the file. */
export const writeTop: WriteThings = async ({ tx }, { job, userId }, things) => {
  const before = await readTop(tx, userId)
  const isReady = new Set(
    things.flatMap(({ albumId, content }) => (canTop(before, albumId!, content.top) ? [albumId!] : [])),
  )
  const all = await tx.importRow.findMany({
    where: { importId: job.id, kind: 'top' },
    orderBy: { number: 'asc' },
    select: { content: true, importAlbum: { select: { albumId: true } } },
  })
  const placed = all.map(({ content, importAlbum }, index) => ({
    albumId: importAlbum?.albumId ?? null,
    place: (JSON.parse(content) as RowContent).top?.place ?? index + 1,
    note: '',
  }))
  const { rows, added } = placeAlbums(
    before.map((albumId) => ({ albumId, note: '' })),
    placed,
    (albumId) => isReady.has(albumId),
    limits.topAlbums,
  )
  const after = rows.map(({ albumId }) => albumId)
  await writeTopAlbums({ tx }, userId, after)
  const written = things.flatMap(({ number, albumId }) => (added.delete(albumId!) ? [number] : []))
  if (written.length > 0)
    await tx.$executeRaw`
      UPDATE ImportRow SET content = JSON_SET(content, '$.top.after', ${JSON.stringify(after)})
      WHERE importId = ${job.id} AND number IN (${Prisma.join(written)})`
  return new Map(things.flatMap(({ number }) => (written.includes(number) ? [] : [[number, 'top'] as const])))
}

/**
 * Removes the albums of an import from the top four, unless the user has changed it since. Returns the number of removed albums.
 */
export async function takeTopBack(
  tx: Tx,
  userId: LockedUser,
  written: readonly { content: string; importAlbum: { albumId: number | null } | null }[],
): Promise<number> {
  const albumIds = written.flatMap(({ importAlbum }) => importAlbum?.albumId ?? [])
  const [first] = written
  if (!first) return 0
  const { after } = (JSON.parse(first.content) as RowContent).top ?? {}
  const expected = after === undefined ? albumIds : (JSON.parse(after) as number[])
  const now = await readTop(tx, userId)
  if (now.join() !== expected.join()) return 0
  await writeTopAlbums(
    { tx },
    userId,
    now.filter((albumId) => !albumIds.includes(albumId)),
  )
  return albumIds.length
}
