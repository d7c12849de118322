import { topicOfKey } from '../catalog/albums.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { makeLikes } from '../likes.ts'

/** Likes a review or takes the like back. @throws notFound for a review that is gone or has no text */
export const likeReview = makeLikes<{ key: string }>({
  table: Prisma.sql`ReviewLike`,
  column: Prisma.sql`logId`,
  things: Prisma.sql`Log t JOIN Album a ON a.id = t.albumId JOIN User u ON u.id = t.userId`,
  where: Prisma.sql`t.reviewedAt IS NOT NULL AND u.disabledAt IS NULL`,
  columns: Prisma.sql`t.id, a.\`key\``,
  topic: ({ key }) => topicOfKey(key),
  event: 'review.liked',
  missing: (texts) => texts.logs.reviewNotFound,
})
