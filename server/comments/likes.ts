import { threadOf } from '../../shared/comments.ts'
import { topics } from '../../shared/events.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { makeLikes } from '../likes.ts'

/** Likes a comment or takes the like back. @throws notFound for a comment that is gone, or hidden with its thread */
export const likeComment = makeLikes<{ listId: number | null; logId: number | null }>({
  table: Prisma.sql`CommentLike`,
  column: Prisma.sql`commentId`,
  things: Prisma.sql`
    Comment t JOIN User u ON u.id = t.userId
    LEFT JOIN List l ON l.id = t.listId LEFT JOIN Log r ON r.id = t.logId
    JOIN User o ON o.id = COALESCE(l.userId, r.userId)`,
  where: Prisma.sql`u.disabledAt IS NULL AND o.disabledAt IS NULL AND (r.id IS NULL OR r.reviewedAt IS NOT NULL)`,
  columns: Prisma.sql`t.id, t.listId, t.logId`,
  topic: (place) => topics.thread(threadOf(place)),
  event: 'comment.liked',
  missing: (texts) => texts.comments.notFound,
})
