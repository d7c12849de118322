import { sql, type Compilable } from 'kysely'
import type { Write } from '../../core/change.ts'
import { insertRows, kysely, rows, runAll, type Tables } from '../../lib/sql.ts'
import { queueMailsAbout } from '../../mail/queue.ts'
import { pushInserts } from '../delivery/pushQueue.ts'
import { chunksOf, rowColumns, unique, type Notice, type Row } from '../read/rows.ts'
import { wantedOf, type Wanted } from '../read/wanted.ts'
import { placeRows, showUpdates } from './groups.ts'
import { emitTouched, lockStates, rowUpdates, type States } from './states.ts'

const SECOND = 1_000
/** delay of a mail after its cause, in milliseconds: a notification that is read or withdrawn in this time is not mailed */
export const MAIL_AFTER = 125 * SECOND

const nameOf = ({ userId, kind, thing, actorId }: Notice) => `${userId} ${kind} ${thing} ${actorId}`

type Fresh = Row & Wanted

/**
 * Call it last in the transaction: from then on, other transactions that notify the same users wait for this one. A notification
 * that was already sent is not sent again; a withdrawn one reappears in its old position.
 */
export async function notify(write: Write, notices: readonly Notice[]): Promise<void> {
  const { tx, emit, now, mailer } = write
  const wantedNotices = notices.length === 0 ? [] : await wantedOf(tx, notices, now)
  if (wantedNotices.length === 0) return
  const states = await lockStates(
    tx,
    wantedNotices.map(({ userId }) => userId),
  )
  const rowByName = new Map<string, Known>()
  for (const chunk of chunksOf(wantedNotices))
    for (const row of await rows(tx, knownRows(chunk))) rowByName.set(nameOf(row), row)
  const restoredRows: Row[] = []
  const mailedAgain: Row[] = []
  const fresh: Fresh[] = []
  for (const notice of wantedNotices) {
    const state = states.get(notice.userId)
    if (!state) continue
    const previous = rowByName.get(nameOf(notice))
    if (previous) {
      if (previous.fate === 'gone') (notice.here ? restoredRows : mailedAgain).push(previous)
      continue
    }
    const row = { ...notice, position: ++state.position, groupId: null, createdAt: now }
    fresh.push(row)
    rowByName.set(nameOf(row), { ...row, fate: 'shown' })
  }
  const shownRows = [...restoredRows, ...fresh.filter(({ here }) => here)]
  await placeRows(tx, states, shownRows)
  await runAll(tx, [...showUpdates(restoredRows), ...rowUpdates(mailedAgain, { fate: 'mailed' })])
  for (const chunk of chunksOf(fresh))
    await insertRows(
      tx,
      'Notification',
      chunk.map((row) => columnsOf(row, mailer !== null)),
    )
  await runAll(tx, positionUpdates(states, fresh))
  const mails = mailer ? mailsAbout(fresh, now) : []
  for (const chunk of chunksOf(mails)) await queueMailsAbout(write, 'notifications', chunk)
  const pushed = fresh.filter(({ push }) => push)
  await runAll(
    tx,
    pushInserts(
      pushed.map(({ userId, groupId, position }) => ({ userId, number: groupId ?? position })),
      now,
    ),
  )
  emitTouched(
    emit,
    shownRows.map(({ userId }) => userId),
  )
}

type Known = Row & { fate: Tables['Notification']['fate'] }

/** Selects earlier notifications of the recipients with the same kinds, subjects and actors. */
function knownRows(notices: readonly Wanted[]) {
  const actors = unique(notices.flatMap(({ actorId }) => actorId ?? []))
  return kysely
    .selectFrom('Notification as n')
    .select([...rowColumns, 'n.fate'])
    .where('n.userId', 'in', unique(notices.map(({ userId }) => userId)))
    .where('n.kind', 'in', unique(notices.map(({ kind }) => kind)))
    .where('n.thing', 'in', unique(notices.map(({ thing }) => thing)))
    .where((eb) => (actors.length === 0 ? eb('n.actorId', 'is', null) : eb('n.actorId', 'in', actors)))
}

function columnsOf({ here, email, detail, groupId, ...rest }: Fresh, isMailed: boolean) {
  const { push: _, ...row } = rest
  return {
    ...row,
    detail: detail ? JSON.stringify(detail) : null,
    fate: here ? ('shown' as const) : ('mailed' as const),
    groupId: here ? groupId : null,
    mailAbout: email && isMailed ? mailedAbout(row) : null,
  }
}

/** Returns the statements that write the newest positions of users. */
const positionUpdates = (states: States, fresh: readonly Row[]): Compilable[] =>
  chunksOf(unique(fresh.map(({ userId }) => userId))).map((chunk) => {
    const cases = chunk.map((userId) => sql`WHEN ${userId} THEN ${states.get(userId)!.position}`)
    const position = sql<number>`CASE userId ${sql.join(cases, sql` `)} END`
    return kysely.updateTable('NotificationState').set({ position }).where('userId', 'in', chunk)
  })

/** Notifications of one thread, or of one kind without a subject, go into one mail. */
const mailedAbout = ({ kind, thing, logId, listId }: Notice): string => {
  if (kind === 'likeComment') return thing
  if (listId !== null) return `list:${listId}`
  return logId === null ? thing || kind : `review:${logId}`
}

/** Returns one mail per subject; its notifications are read when the mail is written. */
function mailsAbout(fresh: readonly Fresh[], now: Date) {
  const notBefore = new Date(now.getTime() + MAIL_AFTER)
  const mails = new Map(
    fresh
      .filter(({ email }) => email)
      .map((notice) => {
        const [userId, about] = [notice.userId, mailedAbout(notice)]
        return [`${userId} ${about}`, { userId, about, notBefore }]
      }),
  )
  return [...mails.values()]
}
