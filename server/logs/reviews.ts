import type { z } from 'zod'
import type { ReviewEvent } from '../../shared/events.ts'
import type { liveReviewsInput, reviewsInput, ReviewPage } from '../../shared/logs.ts'
import { limits } from '../../shared/limits.ts'
import { readCursor, writeCursor, type Cursor } from '../../shared/cursor.ts'
import { findAlbum, topicOfAlbum } from '../catalog/albums.ts'
import { live } from '../live.ts'
import type { SignedIn } from '../trpc.ts'
import type { Deps } from '../deps.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { readSeenReviews } from './view.ts'

const PAGE = limits.searchPage

/** The row that was seen last; its likes where the most liked stand first. */
type Place = Cursor & { likes: number }
type Row = { id: number; reviewedAt: Date; likes: bigint }

const orders = {
  newest: {
    read: (text?: string | null): Place | null => {
      const place = readCursor(text)
      return place && { ...place, likes: 0 }
    },
    write: (place: Place) => writeCursor(place),
    by: Prisma.sql`l.reviewedAt DESC, l.id DESC`,
    likes: Prisma.sql`0`,
    after: (place: Place) => Prisma.sql`AND ${older(place)}`,
  },
  liked: {
    read: (text?: string | null): Place | null => {
      const [, likes, rest] = /^([0-9a-z]{1,6})-(.+)$/.exec(text ?? '') ?? []
      const place = readCursor(rest)
      return place && likes ? { ...place, likes: parseInt(likes, 36) } : null
    },
    write: (place: Place) => `${place.likes.toString(36)}-${writeCursor(place)}`,
    by: Prisma.sql`likes DESC, l.reviewedAt DESC, l.id DESC`,
    likes: Prisma.sql`(SELECT COUNT(*) FROM ReviewLike k WHERE k.logId = l.id)`,
    after: (place: Place) => Prisma.sql`HAVING likes < ${place.likes} OR (likes = ${place.likes} AND ${older(place)})`,
  },
}

const older = ({ at, id }: Cursor) => Prisma.sql`l.reviewedAt <= ${at} AND (l.reviewedAt < ${at} OR l.id < ${id})`

/**
 * The reviews of an album, 25 a page. A cursor of the other order is the first page. `first` is one more on the first
 * page, taken from wherever it stands; if it is no review of the album, it is left out.
 */
export async function listReviews(
  deps: Pick<Deps, 'db' | 'bus'>,
  viewer: SignedIn | null,
  { cursor, sort, first, ...ref }: z.output<typeof reviewsInput>,
): Promise<ReviewPage> {
  // Read before the reviews: what happens in between is then told again rather than lost.
  const position = await deps.bus.position()
  const album = await findAlbum(deps, ref)
  if (!album) return { items: [], next: null, live: position }
  const order = orders[sort]
  const place = order.read(cursor)
  const rows = await deps.db.$queryRaw<Row[]>`
    SELECT l.id, l.reviewedAt, ${order.likes} AS likes FROM Log l JOIN User u ON u.id = l.userId
    WHERE l.albumId = ${album.id} AND l.reviewedAt IS NOT NULL AND u.disabledAt IS NULL
    ${place ? order.after(place) : Prisma.empty}
    ORDER BY ${order.by} LIMIT ${PAGE + 1}`
  const page = rows.slice(0, PAGE)
  const last = page.at(-1)
  const isFirstHere = first !== undefined && !place && (await deps.db.log.count({ where: { id: first, albumId: album.id } })) > 0
  const ids = page.map(({ id }) => id)
  return {
    items: await readSeenReviews(deps.db, viewer, isFirstHere ? [first, ...ids.filter((id) => id !== first)] : ids),
    next: last && rows.length > PAGE ? order.write({ at: last.reviewedAt, id: last.id, likes: Number(last.likes) }) : null,
    live: position,
  }
}

/** What happens to the reviews of an album, as `live` tells it. */
export const liveReviews = (
  deps: Pick<Deps, 'db' | 'bus'>,
  { lastEventId, ...ref }: z.output<typeof liveReviewsInput>,
  signal: AbortSignal,
) =>
  live<ReviewEvent>(
    deps,
    {
      after: lastEventId,
      topics: async () => [await topicOfAlbum(deps, ref)],
      types: ['review.saved', 'review.removed', 'review.liked', 'review.commented'],
    },
    signal,
  )
