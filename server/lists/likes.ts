import { topics } from '../../shared/events.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { makeLikes } from '../likes.ts'

/** Likes a list or takes the like back. @throws notFound for a list that is gone */
export const likeList = makeLikes({
  table: Prisma.sql`ListLike`,
  column: Prisma.sql`listId`,
  things: Prisma.sql`List t JOIN User u ON u.id = t.userId`,
  where: Prisma.sql`u.disabledAt IS NULL`,
  columns: Prisma.sql`t.id`,
  topic: ({ id }) => topics.list(id),
  event: 'list.liked',
  missing: (texts) => texts.lists.notFound,
})
