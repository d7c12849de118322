import type { Comment, SeenComment } from '../../shared/comments.ts'
import type { Prisma } from '../generated/prisma/client.ts'
import type { Tx } from '../lib/db.ts'
import type { SignedIn } from '../trpc.ts'

type Row = {
  id: number
  nickname: string
  avatar: string | null
  text: string
  createdAt: Date
  likes: bigint
  liked: bigint
}

const seen = ({ id, nickname, avatar, text, createdAt, likes, liked }: Row): SeenComment => ({
  id,
  user: { nickname, avatar },
  text,
  createdAt: createdAt.toISOString(),
  likeCount: Number(likes),
  liked: Number(liked) === 1,
})

/** Comments (`Comment c`) as the viewer sees them, newest first, `limit` at the most; nothing of disabled people. */
export async function readComments(
  db: Pick<Tx, '$queryRaw'>,
  viewer: SignedIn | null,
  where: Prisma.Sql,
  limit: number,
): Promise<SeenComment[]> {
  // Straight: along the thread's index, so that nothing is sorted and a long thread is not read to its end.
  const rows = await db.$queryRaw<Row[]>`
    SELECT c.id, u.nickname, u.avatar, c.text, c.createdAt,
      (SELECT COUNT(*) FROM CommentLike WHERE commentId = c.id) AS likes,
      EXISTS(SELECT 1 FROM CommentLike WHERE commentId = c.id AND userId = ${viewer?.id ?? 0}) AS liked
    FROM Comment c STRAIGHT_JOIN User u ON u.id = c.userId
    WHERE ${where} AND u.disabledAt IS NULL
    ORDER BY c.createdAt DESC, c.id DESC LIMIT ${limit}`
  return rows.map(seen)
}

/** What everybody sees of a comment. */
export function publicView(comment: SeenComment): Comment {
  const { liked: _, ...everybodys } = comment
  return everybodys
}
