import type { Db } from '../../server/lib/db.ts'
import { albumKey } from '../../shared/albumKey.ts'

// Helpers that create the community of the table of pages (pagesWorld.ts, pagesMany.ts).

const HOUR = 3_600_000

export const idOf = async (db: Db, nickname: string) =>
  (await db.user.findUniqueOrThrow({ where: { nickname } })).id

/** Creates missing albums; returns the ids of all, in no particular order. */
export async function addAlbums(db: Db, albums: { artist: string; name: string }[]): Promise<number[]> {
  const rows = albums.map((album) => ({
    ...album,
    key: albumKey({ artist: album.artist, album: album.name }),
  }))
  await db.album.createMany({ data: rows, skipDuplicates: true })
  const made = await db.album.findMany({
    where: { key: { in: rows.map(({ key }) => key) } },
    select: { id: true },
  })
  return made.map(({ id }) => id)
}

/** Returns the time this number of hours ago. */
export const ago = (hours: number) => new Date(Date.now() - hours * HOUR - 20 * 60_000)
export const dayOf = (moment: Date) => new Date(`${moment.toISOString().slice(0, 10)}T00:00:00.000Z`)

/** A listening from this number of hours ago, with or without a review. */
export function logOf(userId: number, albumId: number, hours: number, review: string | null) {
  const createdAt = ago(hours)
  const reviewedAt = review === null ? null : createdAt
  return {
    userId,
    albumId,
    review,
    reviewedAt,
    rating: (albumId % 10) + 1,
    date: dayOf(createdAt),
    createdAt,
    feedAt: createdAt,
  }
}
