import type { Thread } from '../../shared/comments.ts'
import type { NotificationDetail, NotificationKind } from '../../shared/notifications.ts'
import { columnOf, columnsOf } from '../access/threads.ts'
import type { Tx } from '../lib/db.ts'
import { kysely, statement } from '../lib/sql.ts'
import { moderatorRoles } from '../users/roles.ts'
import type { Notice } from './read/rows.ts'

type Subject = Pick<Notice, 'thing' | 'logId' | 'listId' | 'commentId'>

type Cause = {
  of: (facts: never) => Pick<Notice, 'userId' | 'actorId'> & Subject
  /**
   * `withdrawn`: the row remains, so that the same cause does not notify again. `deleted`: the cause cannot recur. `withSubject`:
   * the cause is the comment itself. `never`: the cause cannot be undone.
   */
  end: 'withdrawn' | 'deleted' | 'withSubject' | 'never'
  /** `gathered`: with others of its kind and subject; `folded`: with the other unread comments of its thread */
  shown?: 'gathered' | 'folded'
  /** `silences`: not sent to users who muted the thread; `offers`: sent to them too, but the thread can be muted from it */
  thread?: 'silences' | 'offers'
  /** the recipient can therefore always see the subject */
  toOwner?: true
}

const noSubject = { logId: null, listId: null, commentId: null }
const person: Subject = { thing: '', ...noSubject }
const threadOf = (thread: Thread): Subject => ({
  ...columnsOf(thread),
  thing: 'list' in thread ? `list:${thread.list}` : `review:${thread.review}`,
  commentId: null,
})
const commentOf = (id: number, thread: Thread): Subject => ({
  ...columnsOf(thread),
  thing: `comment:${id}`,
  commentId: id,
})

type Following = { followerId: number; followingId: number }
type Liking = { userId: number; likerId: number; thread: Thread }
type Commenting = { userId: number; authorId: number; thread: Thread; id: number }
/** in the comment `id`, or in the text of the review */
type Mentioning = Omit<Commenting, 'id'> & { id?: number }
type Numbered = { userId: number; id: number }

const toFollowed = ({ followerId, followingId }: Following) => ({
  userId: followingId,
  actorId: followerId,
  ...person,
})
const toOwner = ({ userId, likerId, thread }: Liking) => ({ userId, actorId: likerId, ...threadOf(thread) })
const toReader = ({ userId, authorId, thread, id }: Mentioning) => ({
  userId,
  actorId: authorId,
  ...(id === undefined ? threadOf(thread) : commentOf(id, thread)),
})
/** The subject is not shown itself. */
const toRecipientOf =
  (name: 'import' | 'case' | 'report' | 'announcement') =>
  ({ userId, id }: Numbered) => ({ userId, actorId: null, ...noSubject, thing: `${name}:${id}` })

export const causes = {
  follow: { of: toFollowed, end: 'withdrawn', shown: 'gathered' },
  followRequest: { of: toFollowed, end: 'withdrawn' },
  requestAccepted: {
    of: ({ followerId, followingId }: Following) => ({
      userId: followerId,
      actorId: followingId,
      ...person,
    }),
    end: 'withdrawn',
  },
  likeReview: { of: toOwner, end: 'withdrawn', shown: 'gathered', toOwner: true },
  likeList: { of: toOwner, end: 'withdrawn', shown: 'gathered', toOwner: true },
  likeComment: {
    of: ({ userId, likerId, thread, id }: Liking & { id: number }) => ({
      userId,
      actorId: likerId,
      ...commentOf(id, thread),
    }),
    end: 'withdrawn',
    shown: 'gathered',
  },
  /** on the recipient's list or review */
  comment: {
    of: (comment: Commenting) => toReader(comment),
    end: 'withSubject',
    shown: 'folded',
    thread: 'silences',
    toOwner: true,
  },
  /** in a thread in which the recipient has commented */
  thread: {
    of: (comment: Commenting) => toReader(comment),
    end: 'withSubject',
    shown: 'folded',
    thread: 'silences',
  },
  mention: { of: toReader, end: 'withdrawn', thread: 'offers' },
  importDone: { of: toRecipientOf('import'), end: 'deleted' },
  warning: { of: toRecipientOf('case'), end: 'never' },
  decision: { of: toRecipientOf('case'), end: 'deleted' },
  reportReviewed: { of: toRecipientOf('report'), end: 'withdrawn' },
  report: { of: toRecipientOf('report'), end: 'deleted' },
  announcement: { of: toRecipientOf('announcement'), end: 'never' },
} satisfies Record<NotificationKind, Cause>

type Facts<Kind extends NotificationKind> = Parameters<(typeof causes)[Kind]['of']>[0]

/** Undefined for a row of another version of the program, which can have other kinds. */
export const causeOf = (kind: NotificationKind): Cause | undefined => causes[kind]

/** The notice is the same for `notify` and for `withdraw`. `detail`: further values of its text. */
export function noticeOf<Kind extends NotificationKind>(
  kind: Kind,
  facts: Facts<Kind>,
  detail?: NotificationDetail,
): Notice {
  const buildNotice = causes[kind].of as (facts: Facts<Kind>) => ReturnType<Cause['of']>
  return { kind, ...buildNotice(facts), ...(detail && { detail }) }
}

const authorsOf = (column: 'listId' | 'logId') =>
  statement(({ id }: { id: number }) =>
    kysely.selectFrom('Comment').select('userId').distinct().where(column, '=', id),
  )
const authorsIn = { listId: authorsOf('listId'), logId: authorsOf('logId') }

type Commented = Omit<Commenting, 'userId'> & { ownerId: number; mentioned: readonly number[] }

/** One notice per recipient: the users it mentions, the owner, and earlier commenters of the thread. */
export async function noticesOfComment(
  tx: Tx,
  { ownerId, mentioned, ...comment }: Commented,
): Promise<Notice[]> {
  const [column, id] = columnOf(comment.thread)
  const authors = await authorsIn[column](tx, { id })
  const kinds = new Map<number, 'thread' | 'comment' | 'mention'>(
    authors.map(({ userId }) => [userId, 'thread']),
  )
  kinds.set(ownerId, 'comment')
  for (const userId of mentioned) kinds.set(userId, 'mention')
  return [...kinds].map(([userId, kind]) => noticeOf(kind, { userId, ...comment }))
}

type Reported = { id: number; reporterId: number; subjectId: number }

/** Leaves out a report's reporter and subject. */
export async function noticesOfReports(tx: Tx, reports: readonly Reported[]): Promise<Notice[]> {
  const moderators = await tx.user.findMany({
    where: { role: { in: [...moderatorRoles] } },
    select: { id: true },
  })
  return reports.flatMap(({ id, reporterId, subjectId }) =>
    moderators
      .filter((moderator) => moderator.id !== reporterId && moderator.id !== subjectId)
      .map((moderator) => noticeOf('report', { userId: moderator.id, id })),
  )
}
