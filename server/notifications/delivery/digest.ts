import type { Deps } from '../../core/deps.ts'
import { transaction } from '../../lib/db.ts'
import { kysely, rows } from '../../lib/sql.ts'
import type { Letter } from '../../mail/letter.ts'
import { queueMail, type WaitingMail } from '../../mail/queue.ts'
import { mailTexts } from '../../mail/texts.ts'
import { readGroups } from '../read/view.ts'
import { letterOf, readMailed } from './mail.ts'
import { unsubscribeLink } from './unsubscribe.ts'

const WEEK = 7 * 24 * 60 * 60 * 1_000
const AT_ONCE = 200
const MOST = 30

/** Also schedules the next ones. */
export async function queueDigests(deps: Pick<Deps, 'db' | 'now' | 'settings'>): Promise<number> {
  const now = deps.now()
  const due = await deps.db.digest.findMany({ where: { dueAt: { lte: now } }, take: AT_ONCE })
  for (const { userId, dueAt } of due)
    await transaction(deps.db, async (tx) => {
      // The condition on `dueAt` lets only one of several processes queue the digest.
      const next = { dueAt: new Date(now.getTime() + WEEK) }
      const { count } = await tx.digest.updateMany({ where: { userId, dueAt }, data: next })
      if (count > 0) await queueMail(tx, deps, { userId, kind: 'digest', language: 'default' })
    })
  return due.length
}

/** Returns null if there are no notifications, if the digest was turned off, or if the user cannot receive mail. */
export async function writeDigest(deps: Deps, { userId }: WaitingMail): Promise<Letter | null> {
  const person = userId === null ? null : await readMailed(deps, userId)
  const isWanted = userId !== null && (await deps.db.digest.count({ where: { userId } })) > 0
  if (!person || !isWanted) return null
  const since = new Date(deps.now().getTime() - WEEK)
  const groupKeys = await rows(
    deps.db,
    kysely
      .selectFrom('NotificationGroup as g')
      .innerJoin('Notification as n', (join) =>
        join.onRef('n.userId', '=', 'g.userId').onRef('n.position', '=', 'g.position'),
      )
      .select(['g.number', 'g.position'])
      .where('g.userId', '=', userId)
      .where('n.createdAt', '>', since)
      .orderBy('g.position', 'desc')
      .limit(MOST),
  )
  const groups = await readGroups(deps.db, { id: userId }, groupKeys)
  if (groups.length === 0) return null
  const { digest } = mailTexts[person.language]
  const texts = { subject: digest.subject, text: digest.text(person.nickname) }
  return {
    ...(await letterOf(deps, person, groups, texts)),
    unsubscribe: unsubscribeLink(deps, { userId, kind: 'digest' }),
  }
}
