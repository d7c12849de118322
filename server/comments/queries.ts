import type { z } from 'zod'
import type { CommentPage, commentsInput, liveCommentsInput } from '../../shared/comments.ts'
import { readCursor, writeCursor } from '../../shared/cursor.ts'
import { topics, type CommentEvent } from '../../shared/events.ts'
import { limits } from '../../shared/limits.ts'
import { findPlace, getPlace } from '../access/threads.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'
import { pageOf } from '../lib/keyset.ts'
import { streamEvents } from '../live/stream.ts'
import { withPeople } from '../users/live.ts'
import { countInThread } from './counts.ts'
import { readThread } from './view.ts'

const PAGE = limits.commentsPage

export async function listComments(
  { db, bus, now }: Pick<Deps, 'db' | 'bus' | 'now'>,
  viewer: SignedIn | null,
  { thread, cursor, limit = PAGE }: z.output<typeof commentsInput>,
): Promise<CommentPage> {
  // Read before the comments, so that an event in between is sent again rather than lost.
  const position = bus.last()
  await getPlace(db, viewer, thread)
  const place = { thread, after: readCursor(cursor), limit: limit + 1 }
  const comments = await readThread({ db, now }, viewer, place)
  const { page, next } = pageOf(comments, limit, ({ createdAt, id }) =>
    writeCursor({ at: new Date(createdAt), id }),
  )
  return {
    items: page,
    next,
    count: await countInThread(db, thread),
    live: position,
  }
}

/** Streams nothing to a viewer who cannot see the list or review. */
export function liveComments(
  deps: Pick<Deps, 'db' | 'bus'>,
  viewer: SignedIn | null,
  { thread, lastEventId }: z.output<typeof liveCommentsInput>,
  signal: AbortSignal,
) {
  const people = withPeople(deps, () => topics.thread(thread))
  return streamEvents<CommentEvent>(
    deps,
    {
      viewer,
      after: lastEventId,
      ...people,
      topics: async () => ((await findPlace(deps.db, viewer, thread)) ? await people.topics() : []),
      types: ['comment.added', 'comment.removed', 'comment.shown', 'comment.liked'],
    },
    signal,
  )
}
