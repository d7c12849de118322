import type { z } from 'zod'
import type { CommentPage, commentsInput, liveCommentsInput } from '../../shared/comments.ts'
import { readCursor, writeCursor } from '../../shared/cursor.ts'
import { topics, type CommentEvent } from '../../shared/events.ts'
import { limits } from '../../shared/limits.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'
import { pageOf } from '../lib/keyset.ts'
import { streamEvents } from '../live/stream.ts'
import { countInThread, findPlace, getPlace } from '../threads.ts'
import { withPeople } from '../users/live.ts'
import { readThread } from './view.ts'

const PAGE = limits.commentsPage

/** The comments of a thread, newest first, 30 a page. @throws notFound for a list or a review that is not there */
export async function listComments(
  { db, bus, now }: Pick<Deps, 'db' | 'bus' | 'now'>,
  viewer: SignedIn | null,
  { thread, cursor }: z.output<typeof commentsInput>,
): Promise<CommentPage> {
  // Taken before the comments are read: an event in between is then sent again rather than lost.
  const position = bus.last()
  await getPlace(db, viewer, thread)
  const comments = await readThread({ db, now }, viewer, { thread, after: readCursor(cursor) })
  const { page, next } = pageOf(comments, PAGE, ({ createdAt, id }) =>
    writeCursor({ at: new Date(createdAt), id }),
  )
  return {
    items: page,
    next,
    count: await countInThread(db, thread),
    live: position,
  }
}

/** The events of a thread; none for a viewer who cannot see the list or the review that it is under. */
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
