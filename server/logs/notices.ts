import type { Write } from '../core/change.ts'
import type { Log } from '../generated/prisma/client.ts'
import type { Spend } from '../lib/rateLimit.ts'
import { noticeOf } from '../notifications/causes.ts'
import { writeMentions } from '../notifications/mentions.ts'
import { reapplyVisibility } from '../notifications/write/visibility.ts'
import { replaceNotices } from '../notifications/write/withdraw.ts'

/**
 * Updates notifications after a listening was created or changed; `before` is its previous state. Notifies mentioned
 * users, each only once, and withdraws the notifications of removed mentions. Hides existing notifications about it from
 * users who can no longer see it, and shows them again to those who can.
 */
export async function notifyOfReview(
  write: Write,
  { before, log, spend }: { before: Log | null; log: Log; spend: Spend },
): Promise<void> {
  const { id, userId, review, visibility } = log
  const isShownAnew = before !== null && before.visibility !== visibility
  const hasTextAnew = before !== null && (before.review === null) !== (review === null)
  if (isShownAnew || hasTextAnew) await reapplyVisibility(write, { logs: [id] })
  if (before ? before.review === review && !isShownAnew : review === null) return
  const { mentioned, dropped } = await writeMentions(write.tx, spend, { logId: id }, review ?? '')
  const noticesOf = (userIds: readonly number[]) =>
    userIds.map((to) => noticeOf('mention', { userId: to, authorId: userId, thread: { review: id } }))
  await replaceNotices(write, { gone: noticesOf(dropped), added: noticesOf(mentioned) })
}
