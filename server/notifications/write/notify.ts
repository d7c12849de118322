import { sql } from 'kysely'
import type { Write } from '../../core/change.ts'
import type { Tx } from '../../lib/db.ts'
import { insertRows, kysely, rows, run, type Tables } from '../../lib/sql.ts'
import { queueMailsAbout } from '../../mail/queue.ts'
import { chunksOf, rowColumns, unique, type Notice, type Row } from '../read/rows.ts'
import { wantedOf, type Wanted } from '../read/wanted.ts'
import { placeRows, showRows } from './groups.ts'
import { emitTouched, lockStates, updateRows, type States } from './states.ts'

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
  const { tx, now } = write
  const wantedNotices = notices.length === 0 ? [] : await wantedOf(tx, notices, now)
  if (wantedNotices.length === 0) return
  const states = await lockStates(
    tx,
    wantedNotices.map(({ userId }) => userId),
  )
  const rowByName = await readKnown(tx, wantedNotices)
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
  await showRows(tx, restoredRows)
  await updateRows(tx, mailedAgain, { fate: 'mailed' })
  await writeRows(write, fresh)
  await writePositions(tx, states, fresh)
  if (write.mailer) await queueMails(write, fresh)
  emitTouched(
    write,
    shownRows.map(({ userId }) => userId),
  )
}

type Known = Row & { fate: Tables['Notification']['fate'] }

async function readKnown(tx: Tx, notices: readonly Wanted[]): Promise<Map<string, Known>> {
  const rowByName = new Map<string, Known>()
  for (const chunk of chunksOf(notices)) {
    const actors = unique(chunk.flatMap(({ actorId }) => actorId ?? []))
    const storedRows = await rows(
      tx,
      kysely
        .selectFrom('Notification as n')
        .select([...rowColumns, 'n.fate'])
        .where('n.userId', 'in', unique(chunk.map(({ userId }) => userId)))
        .where('n.kind', 'in', unique(chunk.map(({ kind }) => kind)))
        .where('n.thing', 'in', unique(chunk.map(({ thing }) => thing)))
        .where((eb) => (actors.length === 0 ? eb('n.actorId', 'is', null) : eb('n.actorId', 'in', actors))),
    )
    for (const row of storedRows) rowByName.set(nameOf(row), row)
  }
  return rowByName
}

async function writeRows({ tx, mailer }: Write, fresh: readonly Fresh[]): Promise<void> {
  for (const chunk of chunksOf(fresh))
    await insertRows(
      tx,
      'Notification',
      chunk.map(({ here, email, detail, groupId, ...row }) => ({
        ...row,
        detail: detail ? JSON.stringify(detail) : null,
        fate: here ? ('shown' as const) : ('mailed' as const),
        groupId: here ? groupId : null,
        mailAbout: email && mailer ? mailedAbout(row) : null,
      })),
    )
}

async function writePositions(tx: Tx, states: States, fresh: readonly Row[]): Promise<void> {
  for (const chunk of chunksOf(unique(fresh.map(({ userId }) => userId)))) {
    const cases = chunk.map((userId) => sql`WHEN ${userId} THEN ${states.get(userId)!.position}`)
    const position = sql<number>`CASE userId ${sql.join(cases, sql` `)} END`
    await run(tx, kysely.updateTable('NotificationState').set({ position }).where('userId', 'in', chunk))
  }
}

/** Notifications of one thread, or of one kind without a subject, go into one mail. */
const mailedAbout = ({ kind, thing, logId, listId }: Notice): string => {
  if (kind === 'likeComment') return thing
  if (listId !== null) return `list:${listId}`
  return logId === null ? thing || kind : `review:${logId}`
}

/** The notifications of a mail are read when it is written. */
async function queueMails(write: Write, fresh: readonly Fresh[]): Promise<void> {
  const notBefore = new Date(write.now.getTime() + MAIL_AFTER)
  const mails = new Map(
    fresh
      .filter(({ email }) => email)
      .map((notice) => {
        const [userId, about] = [notice.userId, mailedAbout(notice)]
        return [`${userId} ${about}`, { userId, about, notBefore }]
      }),
  )
  for (const chunk of chunksOf([...mails.values()])) await queueMailsAbout(write, 'notifications', chunk)
}
