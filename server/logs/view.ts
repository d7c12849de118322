import type { ActivityEntry } from '../../shared/activity.ts'
import type { Review } from '../../shared/logs.ts'
import { Prisma } from '../generated/prisma/client.ts'
import type { Tx } from '../lib/db.ts'

type EntryRow = {
  id: number
  version: number
  nickname: string
  avatar: string | null
  artist: string
  name: string
  image: string | null
  rating: number
  favorite: bigint
  review: string | null
  date: string
  createdAt: Date
}

const entryView = (row: EntryRow): ActivityEntry => ({
  id: row.id,
  version: row.version,
  user: { nickname: row.nickname, avatar: row.avatar },
  album: { artist: row.artist, name: row.name, image: row.image },
  rating: row.rating,
  favorite: Number(row.favorite) === 1,
  review: row.review,
  date: row.date,
  createdAt: row.createdAt.toISOString(),
})

/** The logs with these ids as entries, newest first; ids that are gone are left out. One query by primary key. */
export async function readEntries(db: Pick<Tx, '$queryRaw'>, ids: readonly number[]): Promise<ActivityEntry[]> {
  if (ids.length === 0) return []
  const rows = await db.$queryRaw<EntryRow[]>`
    SELECT l.id, l.version, u.nickname, u.avatar, a.artist, a.name, a.image, l.rating, l.review,
      DATE_FORMAT(l.date, '%Y-%m-%d') AS date, l.createdAt,
      EXISTS(SELECT 1 FROM Favorite f WHERE f.userId = l.userId AND f.albumId = l.albumId) AS favorite
    FROM Log l JOIN User u ON u.id = l.userId JOIN Album a ON a.id = l.albumId
    WHERE l.id IN (${Prisma.join([...ids])}) AND u.disabledAt IS NULL
    ORDER BY l.createdAt DESC, l.id DESC`
  return rows.map(entryView)
}

/** An entry that holds a text, as a review. */
export const reviewView = ({ review, ...entry }: ActivityEntry): Review => ({ ...entry, review: review ?? '' })
