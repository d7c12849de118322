import { topics } from '../../shared/events.ts'
import type { NotificationKind } from '../../shared/notifications.ts'
import type { Write } from '../core/change.ts'
import { Prisma } from '../generated/prisma/client.ts'
import type { Tx } from '../lib/db.ts'
import { kysely, rows } from '../lib/sql.ts'
import { queueMailsAbout } from '../mail/queue.ts'
import { placeRows } from './groups.ts'
import {
  chunked,
  lockStates,
  rowColumns,
  theseRows,
  type About,
  type Notice,
  type Row,
  type States,
} from './rows.ts'
import { wantedOf, type Wanted } from './wanted.ts'

const SECOND = 1_000
/** delay of a mail after its cause, in milliseconds: a notification that is read or withdrawn in this time is not mailed */
export const MAIL_AFTER = 125 * SECOND

const nameOf = (to: number, kind: string, thing: string, actorId: number | null) =>
  `${to} ${kind} ${thing} ${actorId}`

/**
 * Notifies users of what happened, within the same transaction. Call it last: from then on, other transactions that notify the
 * same users wait for this one. A notification that was already sent is not sent again; a withdrawn one reappears in its old
 * position.
 */
export async function notify(write: Write, notices: readonly Notice[]): Promise<void> {
  const { now } = write
  const wanted = notices.length === 0 ? [] : await wantedOf(write.tx, notices, now)
  if (wanted.length === 0) return
  const states = await lockStates(
    write.tx,
    wanted.map(({ to }) => to),
  )
  const known = await readKnown(write.tx, wanted)
  const back: Row[] = []
  const mailedAgain: Row[] = []
  const fresh: (Row & { notice: Wanted })[] = []
  for (const notice of wanted) {
    const state = states.get(notice.to)
    if (!state) continue
    const name = nameOf(notice.to, notice.kind, notice.about.name, notice.actorId)
    const before = known.get(name)
    if (before) {
      if (before.fate === 'gone') (notice.here ? back : mailedAgain).push(before)
      continue
    }
    const row = { ...rowOf(notice, now), position: ++state.position, notice, fate: 'shown' as const }
    fresh.push(row)
    known.set(name, row)
  }
  await placeRows(write.tx, states, [...back, ...fresh.filter(({ notice }) => notice.here)])
  await bringBack(write.tx, back)
  for (const some of chunked(mailedAgain))
    await write.tx.$executeRaw`UPDATE Notification SET fate = 'mailed' WHERE ${theseRows(some)}`
  await insertRows(write, fresh)
  await advance(write.tx, states, fresh)
  if (write.mailer) await queueMails(write, fresh)
  emitTouched(
    write,
    [...back, ...fresh.filter(({ notice }) => notice.here)].map(({ userId }) => userId),
  )
}

/** Notifies the open pages of users to refetch their notifications. */
export function emitTouched({ emit }: Write, people: Iterable<number>): void {
  for (const id of new Set(people)) emit(topics.notifications(id), { type: 'notifications.touched' }, null)
}

const rowOf = ({ to, kind, about, actorId }: Wanted, now: Date): Omit<Row, 'position'> => ({
  userId: to,
  kind,
  thing: about.name,
  actorId,
  logId: about.logId ?? null,
  listId: about.listId ?? null,
  commentId: about.commentId ?? null,
  groupId: null,
  createdAt: now,
})

type Known = Row & { fate: string }

/** Reads earlier notifications of the recipients with the same kind, subject and actor. */
async function readKnown(tx: Tx, wanted: readonly Wanted[]): Promise<Map<string, Known>> {
  const known = new Map<string, Known>()
  const unique = <Item>(items: readonly Item[]) => [...new Set(items)]
  for (const some of chunked(wanted)) {
    const actors = unique(some.flatMap(({ actorId }) => actorId ?? []))
    const found = await rows(
      tx,
      kysely
        .selectFrom('Notification as n')
        .select([...rowColumns, 'n.fate'])
        .where('n.userId', 'in', unique(some.map(({ to }) => to)))
        .where('n.kind', 'in', unique(some.map(({ kind }) => kind)))
        .where('n.thing', 'in', unique(some.map(({ about }) => about.name)))
        .where((eb) => (actors.length === 0 ? eb('n.actorId', 'is', null) : eb('n.actorId', 'in', actors))),
    )
    for (const row of found)
      known.set(nameOf(row.userId, row.kind, row.thing, row.actorId), {
        ...row,
        kind: row.kind as NotificationKind,
      })
  }
  return known
}

/** Shows withdrawn or hidden rows again, in the groups that were assigned to them. */
export async function bringBack(tx: Tx, back: readonly Row[]): Promise<void> {
  for (const some of chunked(back)) {
    const cases = some.map(
      ({ userId, position, groupId }) =>
        Prisma.sql`WHEN userId = ${userId} AND position = ${position} THEN ${groupId}`,
    )
    await tx.$executeRaw`
      UPDATE Notification SET fate = 'shown', groupId = CASE ${Prisma.join(cases, ' ')} END
      WHERE ${theseRows(some)}`
  }
}

type Fresh = Row & { notice: Wanted }

async function insertRows({ tx, mailer }: Write, fresh: readonly Fresh[]): Promise<void> {
  for (const some of chunked(fresh)) {
    const values = some.map((row) => {
      const { here, email, detail } = row.notice
      const mailAbout = email && mailer ? mailedAbout(row.kind, row.notice.about) : null
      return Prisma.sql`(${row.userId}, ${row.position}, ${row.kind}, ${row.thing}, ${row.actorId}, ${row.logId},
        ${row.listId}, ${row.commentId}, ${detail ? JSON.stringify(detail) : null}, ${here ? 'shown' : 'mailed'},
        ${here ? row.groupId : null}, ${mailAbout}, ${row.createdAt})`
    })
    await tx.$executeRaw`
      INSERT INTO Notification (userId, position, kind, thing, actorId, logId, listId, commentId, detail, fate, groupId,
        mailAbout, createdAt) VALUES ${Prisma.join(values)}`
  }
}

async function advance(tx: Tx, states: States, fresh: readonly Row[]): Promise<void> {
  const people = [...new Set(fresh.map(({ userId }) => userId))]
  for (const some of chunked(people)) {
    const cases = some.map((userId) => Prisma.sql`WHEN ${userId} THEN ${states.get(userId)!.position}`)
    await tx.$executeRaw`
      UPDATE NotificationState SET position = CASE userId ${Prisma.join(cases, ' ')} END
      WHERE userId IN (${Prisma.join(some)})`
  }
}

/** Subject by which mails are combined: notifications of one thread, or of one kind without a subject, go into one mail. */
const mailedAbout = (kind: NotificationKind, { name, logId, listId }: About): string => {
  if (kind === 'likeComment') return name
  if (listId !== undefined) return `list:${listId}`
  return logId === undefined ? name || kind : `review:${logId}`
}

/** Queues one mail per subject; its notifications are read when the mail is written. */
async function queueMails(write: Write, fresh: readonly Fresh[]): Promise<void> {
  const notBefore = new Date(write.now.getTime() + MAIL_AFTER)
  const wanted = fresh.filter(({ notice }) => notice.email)
  const abouts = new Map(
    wanted.map(({ userId, kind, notice }) => {
      const about = mailedAbout(kind, notice.about)
      return [`${userId} ${about}`, { userId, about, notBefore }]
    }),
  )
  for (const some of chunked([...abouts.values()])) await queueMailsAbout(write, 'notifications', some)
}
