import { sql } from 'kysely'
import type { Comment, SeenComment, Thread } from '../../shared/comments.ts'
import type { Cursor } from '../../shared/cursor.ts'
import { isInThread, isMutedBy, isPersonShownTo, NOBODY } from '../access/visibleTo.ts'
import type { SignedIn } from '../core/trpc.ts'
import type { Tx } from '../lib/db.ts'
import { newestFirst } from '../lib/keyset.ts'
import { kysely, statement } from '../lib/sql.ts'
import { likeCount } from '../live/counters.ts'
import { readMentions } from '../notifications/mentions.ts'

const commentsSeenBy = (viewerId: number) =>
  kysely
    .selectFrom('Comment as c')
    .innerJoin('User as u', 'u.id', 'c.userId')
    // Reads along the thread's index, so that nothing is sorted and a long thread is not read to its end.
    .modifyFront(sql`STRAIGHT_JOIN`)
    .select(['c.id', 'u.nickname', 'u.avatar', 'c.text', 'c.createdAt', 'c.hiddenAt'])
    .select((eb) => {
      const ownLikes = eb
        .selectFrom('CommentLike as k')
        .whereRef('k.commentId', '=', 'c.id')
        .where('k.userId', '=', viewerId)
      return [
        likeCount('CommentLike', eb.ref('c.id')).as('likes'),
        eb.exists(ownLikes.select('k.userId')).as('liked'),
      ]
    })
    .where(isInThread(viewerId))
    .where(isPersonShownTo(viewerId))

type Place = { thread: Thread; after: Cursor | null; limit: number }
type SeenPlace = Place & { viewerId: number; now: Date }
const pageOfThread = statement(({ viewerId, thread, after, limit, now }: SeenPlace) =>
  commentsSeenBy(viewerId)
    .select(isMutedBy(viewerId, now, 'c.userId').as('muted'))
    .where((eb) => ('list' in thread ? eb('c.listId', '=', thread.list) : eb('c.logId', '=', thread.review)))
    .$call((query) => newestFirst(query, 'c.createdAt', 'c.id', after))
    .limit(limit),
)
const commentById = statement(({ viewerId, id }: { viewerId: number; id: number }) =>
  commentsSeenBy(viewerId).where('c.id', '=', id),
)
type Row = Awaited<ReturnType<typeof commentById>>[number] & { muted?: number }

const toSeenComment = (row: Row): SeenComment => {
  const { id, nickname, avatar, text, createdAt, likes, liked, hiddenAt, muted } = row
  return {
    id,
    user: { nickname, avatar },
    text,
    createdAt: createdAt.toISOString(),
    likeCount: likes,
    ...(hiddenAt && { hidden: true }),
    liked: Boolean(liked),
    ...(muted && { muted: true }),
  }
}

async function withMentions(db: Tx, viewerId: number, comments: SeenComment[]): Promise<SeenComment[]> {
  const mentionsOf = await readMentions(db, 'commentId', comments, viewerId)
  return comments.map((comment) => {
    const mentions = mentionsOf(comment.id)
    return mentions.length > 0 ? { ...comment, mentions } : comment
  })
}

export async function readThread(
  { db, now }: { db: Tx; now: () => Date },
  viewer: SignedIn | null,
  place: Place,
): Promise<SeenComment[]> {
  const viewerId = viewer?.id ?? NOBODY
  return await withMentions(
    db,
    viewerId,
    (await pageOfThread(db, { viewerId, now: now(), ...place })).map(toSeenComment),
  )
}

export async function findComment(
  db: Tx,
  viewer: { id: number } | null,
  id: number,
): Promise<SeenComment | null> {
  const viewerId = viewer?.id ?? NOBODY
  const comments = await withMentions(
    db,
    viewerId,
    (await commentById(db, { viewerId, id })).map(toSeenComment),
  )
  return comments[0] ?? null
}

export function publicView(comment: SeenComment): Comment {
  const { liked: _, muted: __, ...everybodys } = comment
  return everybodys
}
