import { sql, type NotNull } from 'kysely'
import type { z } from 'zod'
import { readCursor, writeCursor, type Cursor } from '../../../shared/cursor.ts'
import type { ReviewEvent } from '../../../shared/events.ts'
import { limits } from '../../../shared/limits.ts'
import type { liveReviewsInput, reviewsInput, ReviewPage } from '../../../shared/logs.ts'
import { isHiddenFrom, isSeenBy, isShownTo } from '../../access/visibleTo.ts'
import { findAlbum, topicOfAlbum } from '../../catalog/albums.ts'
import type { Deps } from '../../core/deps.ts'
import type { SignedIn } from '../../core/trpc.ts'
import { isOlder, newestFirst, newestOf, pageOf } from '../../lib/keyset.ts'
import { kysely, statement } from '../../lib/sql.ts'
import { likeCount } from '../../live/counters.ts'
import { streamEvents } from '../../live/stream.ts'
import { withPeople } from '../../users/live.ts'
import { readSeenReviews } from './view.ts'

const PAGE = limits.searchPage

/** `likes` is used when the most liked come first. */
type Place = Cursor & { likes: number }
type Requested<After> = { albumId: number; viewerId: number; after: After | null; limit: number }

const reviewsOf = ({ albumId, viewerId, limit }: Omit<Requested<never>, 'after'>) =>
  kysely
    .selectFrom('Log as l')
    .innerJoin('User as u', 'u.id', 'l.userId')
    .select(['l.id', 'l.reviewedAt'])
    .$narrowType<{ reviewedAt: NotNull }>()
    .where('l.albumId', '=', albumId)
    .where('l.reviewedAt', 'is not', null)
    .where(isShownTo(viewerId))
    .where((eb) => {
      const [day, newerDay] = [eb.ref('l.date'), sql.ref('n.date')]
      const isNewer = sql<boolean>`(${newerDay} > ${day} OR (${newerDay} <=> ${day} AND ${sql.ref('n.id')} > ${eb.ref('l.id')})
        OR (${day} IS NULL AND ${newerDay} IS NOT NULL))`
      return eb.not(
        eb.exists(
          eb
            .selectFrom('Log as n')
            .select('n.id')
            .whereRef('n.userId', '=', 'l.userId')
            .where('n.albumId', '=', albumId)
            .where('n.reviewedAt', 'is not', null)
            .where(isNewer)
            .where(isShownTo(viewerId, 'n')),
        ),
      )
    })
    .limit(limit)

const newest = statement(({ after, ...album }: Requested<Cursor>) => {
  const { viewerId, limit } = album
  const reviews = reviewsOf(album)
    .select((eb) => eb.lit(0).as('likes'))
    .$call((query) => newestFirst(query, 'l.reviewedAt', 'l.id', after))
  // Reviews for everyone are read along one range of the index, however many the album has. The others are found through
  // the few users whom the viewer follows: of thousands of such reviews, the viewer may be able to see none.
  const followed = kysely.selectFrom('Follow').select('followingId').where('followerId', '=', viewerId)
  return newestOf(
    [
      reviews.where(isSeenBy('stranger')),
      reviews.where(isHiddenFrom('stranger')).where('l.userId', 'in', followed),
      reviews.where(isHiddenFrom('stranger')).where('l.userId', '=', viewerId),
    ],
    'reviewedAt',
    limit,
  )
})

const mostLiked = statement(({ after, ...album }: Requested<Place>) =>
  reviewsOf(album)
    .select((eb) => likeCount('ReviewLike', eb.ref('l.id')).as('likes'))
    .$if(after !== null, (query) =>
      query.having((eb) => {
        const likes = sql.ref<number>('likes')
        const { likes: lastLikes, ...place } = after!
        return eb.or([
          eb(likes, '<', lastLikes),
          eb.and([eb(likes, '=', lastLikes), isOlder(eb, 'l.reviewedAt', 'l.id', place)]),
        ])
      }),
    )
    .orderBy('likes', 'desc')
    .orderBy('l.reviewedAt', 'desc')
    .orderBy('l.id', 'desc'),
)

const orders = {
  newest: {
    list: newest,
    read: (text?: string | null): Place | null => {
      const place = readCursor(text)
      return place && { ...place, likes: 0 }
    },
    write: (place: Place) => writeCursor(place),
  },
  liked: {
    list: mostLiked,
    read: (text?: string | null): Place | null => {
      const [, likes, rest] = /^([0-9a-z]{1,6})-(.+)$/.exec(text ?? '') ?? []
      const place = readCursor(rest)
      return place && likes ? { ...place, likes: parseInt(likes, 36) } : null
    },
    write: (place: Place) => `${place.likes.toString(36)}-${writeCursor(place)}`,
  },
}

/**
 * A cursor of the other order results in the first page. On the first page, `first` is the id of a review that comes first in
 * addition; ids of other albums are ignored.
 */
export async function listReviews(
  deps: Pick<Deps, 'db' | 'bus' | 'now'>,
  viewer: SignedIn | null,
  { cursor, limit = PAGE, sort, first, ...ref }: z.output<typeof reviewsInput>,
): Promise<ReviewPage> {
  // Read before the reviews, so that an event in between is sent again rather than lost.
  const position = deps.bus.last()
  const album = await findAlbum(deps, ref)
  if (!album) return { items: [], next: null, live: position }
  const order = orders[sort]
  const place = order.read(cursor)
  const requested = { albumId: album.id, viewerId: viewer?.id ?? 0, after: place, limit: limit + 1 }
  const rows = await order.list(deps.db, requested)
  const { page, next } = pageOf(rows, limit, ({ reviewedAt, id, likes }) =>
    order.write({ at: reviewedAt, id, likes }),
  )
  const isFirstHere =
    first !== undefined &&
    !place &&
    (await deps.db.log.count({ where: { id: first, albumId: album.id } })) > 0
  const ids = page.map(({ id }) => id)
  return {
    items: await readSeenReviews(
      deps,
      viewer,
      isFirstHere ? [first, ...ids.filter((id) => id !== first)] : ids,
    ),
    next,
    live: position,
  }
}

export function liveReviews(
  deps: Pick<Deps, 'db' | 'bus'>,
  viewer: SignedIn | null,
  { lastEventId, ...ref }: z.output<typeof liveReviewsInput>,
  signal: AbortSignal,
) {
  const people = withPeople(deps, () => topicOfAlbum(deps, ref))
  return streamEvents<ReviewEvent>(
    deps,
    {
      viewer,
      after: lastEventId,
      topics: () => people.topics(),
      transform: async (event, id) =>
        event.type === 'album.merged' ? { type: 'reset' } : await people.transform(event, id),
      types: ['review.saved', 'review.removed', 'review.liked', 'review.commented'],
    },
    signal,
  )
}
