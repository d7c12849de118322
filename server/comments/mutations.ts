import type { z } from 'zod'
import {
  threadOf,
  type addCommentInput,
  type removeCommentInput,
  type SeenComment,
  type Thread,
} from '../../shared/comments.ts'
import { topics } from '../../shared/events.ts'
import { columnsOf, commentsWithThread, findPlace, lockPlace, type Place } from '../access/threads.ts'
import { topicOfKey } from '../catalog/albums.ts'
import { change, type Audience, type Write, type WriteDeps } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import { limited, newComments } from '../core/limits.ts'
import type { SignedIn } from '../core/trpc.ts'
import type { Tx } from '../lib/db.ts'
import { conflict, forbidden, notFound } from '../lib/errors.ts'
import { insertRows, kysely, statement } from '../lib/sql.ts'
import { UNCOUNTED } from '../live/eventLog.ts'
import { noticesOfComment } from '../notifications/causes.ts'
import { writeMentions } from '../notifications/mentions.ts'
import { notify } from '../notifications/write/notify.ts'
import { reapplyVisibility } from '../notifications/write/visibility.ts'
import { deleteNotificationsAbout } from '../notifications/write/withdraw.ts'
import { once } from '../submissions/submissions.ts'
import { lockUser, lockState, type LockedUser } from '../users/lock.ts'
import { addToCount, countInThread } from './counts.ts'
import { mayRemove, type Concerned } from './policy.ts'
import { findComment, publicView } from './view.ts'

type AddedComment = { comment: SeenComment; count: number }

/**
 * Idempotent by its submission.
 * @throws notFound for a missing thread; conflict if the same submission had another content; tooMany
 */
export async function addComment(
  deps: WriteDeps & Pick<Deps, 'limit'>,
  viewer: SignedIn,
  { thread, text, submission }: z.output<typeof addCommentInput>,
): Promise<AddedComment> {
  return await limited(deps, viewer, (spend) =>
    change(deps, async (write) => {
      const author = await lockUser(write.tx, viewer.id)
      const place = await lockPlace(write.tx, viewer, thread)
      const content = { ...columnsOf(thread), text }
      return await once(
        write,
        { userId: author, procedure: 'comments.add', id: submission },
        async () => {
          const comment = await insert()
          return { result: await withCount(comment), thingId: comment.id }
        },
        async (id, answer) => {
          const earlier = await write.tx.comment.findFirst({ where: { id: id ?? 0, userId: author } })
          if (!earlier && !answer) throw notFound('comments.notFound')
          const isSame = earlier
            ? earlier.listId === content.listId && earlier.logId === content.logId && earlier.text === text
            : answer?.comment.text === text
          if (!isSame) throw conflict('comments.sentOtherwise')
          return answer ?? (await withCount(await readComment(write.tx, viewer, earlier!.id)))
        },
      )

      async function withCount(comment: SeenComment): Promise<AddedComment> {
        return { comment, count: await countInThread(write.tx, thread) }
      }

      async function insert(): Promise<SeenComment> {
        await spend(newComments)
        const row = { ...content, userId: viewer.id, submission, createdAt: write.now }
        const id = await insertRows(write.tx, 'Comment', [row])
        await addToCount(write.tx, author, { thread, by: 1 })
        const { mentioned } = await writeMentions(write.tx, spend, { commentId: id }, text)
        const added = await readComment(write.tx, viewer, id)
        const payload = { thread, comment: publicView(added), submission, count: UNCOUNTED }
        write.emit(topics.thread(thread), { type: 'comment.added', ...payload }, viewer.id, place.audience)
        emitCommented(write, place)
        const { ownerId } = place.audience
        await notify(
          write,
          await noticesOfComment(write.tx, { id, authorId: viewer.id, ownerId, thread, mentioned }),
        )
        return added
      }
    }),
  )
}

async function readComment(tx: Tx, viewer: SignedIn, id: number): Promise<SeenComment> {
  const comment = await findComment(tx, viewer, id)
  // The author was disabled during this request: the comment is hidden.
  if (!comment) throw notFound('comments.notFound')
  return comment
}

/**
 * Authors can delete their hidden comments, too. To everybody else a hidden comment looks like a deleted one.
 * @throws notFound; forbidden for a comment that the viewer can see but not delete
 */
export async function removeComment(
  deps: WriteDeps,
  viewer: Pick<SignedIn, 'id'>,
  { id }: z.output<typeof removeCommentInput>,
): Promise<{ count: number }> {
  const comment = await getComment(deps, id)
  const isAuthor = viewer.id === comment.authorId
  if (!isAuthor && !(await isCommentShown(deps.db, viewer, comment))) throw notFound('comments.notFound')
  if (!mayRemove(viewer.id, comment)) throw forbidden('comments.notYours')
  await change(deps, (write) => deleteComment(write, comment))
  // The author can delete a comment under a thing that they can no longer see.
  const isShown = (await findPlace(deps.db, viewer, comment.thread)) !== null
  return { count: isShown ? await countInThread(deps.db, comment.thread) : 0 }
}

const isCommentShown = async (
  db: Tx,
  viewer: { id: number },
  { id, thread }: { id: number; thread: Thread },
) => (await findPlace(db, viewer, thread)) !== null && (await findComment(db, viewer, id)) !== null

/** The caller checks permission. @throws notFound */
export async function deleteComment(write: Write, comment: FoundComment): Promise<void> {
  const { id, thread, audience } = comment
  const { author, isCounted } = await lockCounted(write.tx, comment)
  await deleteNotificationsAbout(write, { comments: [id] })
  const removed = await write.tx.comment.deleteMany({ where: { id } })
  if (removed.count === 0) throw notFound('comments.notFound')
  if (isCounted) await addToCount(write.tx, author, { thread, by: -1 })
  // No actor: the event contains nothing about a user, so it can stay after a user is deleted.
  const event = { type: 'comment.removed', thread, id, count: UNCOUNTED } as const
  write.emit(topics.thread(thread), event, null, audience)
  emitCommented(write, comment)
}

/** Hides it from everyone except its author, whose pages mark it as hidden. Returns whether this changed anything. */
export async function setCommentHidden(
  write: Write,
  comment: FoundComment,
  isHidden: boolean,
): Promise<boolean> {
  const { id, authorId, thread, audience } = comment
  const { author, isCounted: wasCounted } = await lockCounted(write.tx, comment)
  const where = { id, hiddenAt: isHidden ? null : { not: null } }
  const changed = await write.tx.comment.updateMany({
    where,
    data: { hiddenAt: isHidden ? write.now : null },
  })
  if (changed.count === 0) return false
  const { isCounted } = await lockCounted(write.tx, comment)
  if (isCounted !== wasCounted) await addToCount(write.tx, author, { thread, by: isCounted ? 1 : -1 })
  const topic = topics.thread(thread)
  if (isHidden) write.emit(topic, { type: 'comment.removed', thread, id, count: UNCOUNTED }, null, audience)
  const authorView = await findComment(write.tx, { id: authorId }, id)
  const toAuthor: Audience = { ownerId: authorId, level: 'me' }
  if (authorView) {
    const event = {
      type: 'comment.shown',
      thread,
      comment: publicView(authorView),
      count: UNCOUNTED,
    } as const
    write.emit(topic, event, authorId, isHidden ? toAuthor : audience)
  }
  await reapplyVisibility(write, { comment: id })
  emitCommented(write, comment)
  return true
}

const lockedComment = statement(({ id }: { id: number }) =>
  kysely.selectFrom('Comment').select(['hiddenAt', 'isBlocked']).where('id', '=', id).forUpdate(),
)

/**
 * Returns whether the comment is counted, which cannot change until the transaction ends.
 * @throws notFound if the author was removed
 */
async function lockCounted(
  tx: Tx,
  { id, authorId }: FoundComment,
): Promise<{ author: LockedUser; isCounted: boolean }> {
  const author = await lockState(tx, authorId)
  if (!author) throw notFound('comments.notFound')
  const [comment] = await lockedComment(tx, { id })
  const isCounted = !author.isDisabled && comment?.hiddenAt === null && !comment.isBlocked
  return { author: author.user, isCounted }
}

const commentById = statement(({ id }: { id: number }) =>
  commentsWithThread
    .leftJoin('Album as a', 'a.id', 'r.albumId')
    .select(['c.userId as authorId', 'a.key as albumKey'])
    .where('c.id', '=', id),
)

export type FoundComment = Place & Concerned & { id: number }

/** The caller checks whether the viewer can see it. @throws notFound */
export async function getComment({ db }: { db: Tx }, id: number): Promise<FoundComment> {
  const [row] = await commentById(db, { id })
  if (!row) throw notFound('comments.notFound')
  const { authorId, ownerId, level, albumKey } = row
  return { id, authorId, ownerId, albumKey, thread: threadOf(row), audience: { ownerId, level } }
}

export function emitCommented({ emit }: Write, { thread, albumKey, audience }: Place): void {
  if (albumKey === null || !('review' in thread)) return
  const event = { type: 'review.commented', id: thread.review, commentCount: UNCOUNTED } as const
  emit(topicOfKey(albumKey), event, null, audience)
}
