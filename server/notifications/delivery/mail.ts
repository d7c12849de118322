import { sql } from 'kysely'
import { settingOf } from '../../../shared/notifications.ts'
import { sayNotification } from '../../../shared/notificationText.ts'
import { paths } from '../../../shared/paths.ts'
import { languages, type Language } from '../../../shared/preferences.ts'
import type { Deps } from '../../core/deps.ts'
import { transaction, type Db, type Tx } from '../../lib/db.ts'
import { catalogues } from '../../lib/languages.ts'
import { kysely, rows, run } from '../../lib/sql.ts'
import type { Letter, TooEarly } from '../../mail/letter.ts'
import { queueAgain, type WaitingMail } from '../../mail/queue.ts'
import { mailTexts } from '../../mail/texts.ts'
import { withThings, isDeliverable } from '../read/deliverable.ts'
import { rowColumns, theseRows, type Row } from '../read/rows.ts'
import { readRowsAlone } from '../read/view.ts'
import { wantedOf } from '../read/wanted.ts'
import { MAIL_AFTER } from '../write/notify.ts'
import { isPresent } from './presence.ts'
import { withoutSecrets, type Shown } from './secrets.ts'
import { unsubscribeLink } from './unsubscribe.ts'

const HOUR = 60 * 60 * 1_000
const MOST = 20

export async function readMailed({ db }: Pick<Deps, 'db'>, userId: number) {
  const user = await db.user.findFirst({
    where: { id: userId, disabledAt: null, emailConfirmedAt: { not: null } },
    select: { nickname: true, email: true, language: true },
  })
  if (!user) return null
  const language: Language = languages.find((each) => each === user.language) ?? 'default'
  return { ...user, language }
}

/**
 * Leaves out withdrawn, hidden, read and unwanted notifications. Returns null if none is left or if the user has a page open.
 * Those younger than `MAIL_AFTER` wait, unless an older one is due. After sending, the mail stays in the queue for an hour.
 */
export async function writeNotifications(deps: Deps, mail: WaitingMail): Promise<Letter | TooEarly | null> {
  const { userId, about } = mail
  if (userId === null || about === null) return null
  const now = deps.now()
  const dueAt = ({ createdAt }: Row) => new Date(createdAt.getTime() + MAIL_AFTER)
  const isRipe = (row: Row) => dueAt(row) <= now
  const waitingRows = await readWaiting(deps.db, userId, about)
  const wantedRows = (await wantedOf(deps.db, waitingRows, now)).filter(({ email }) => email)
  const isDue = wantedRows.some(isRipe) && !(await isPresent(deps, userId))
  const person = isDue ? await readMailed(deps, userId) : null
  const groups = person ? await readRowsAlone(deps.db, { id: userId }, wantedRows.slice(0, MOST)) : []
  if (!person || groups.length === 0) {
    await settleRows(deps.db, mail, waitingRows.filter(isRipe))
    const first = waitingRows.findLast((row) => !isRipe(row))
    return first ? { notBefore: dueAt(first) } : null
  }
  const restCount = Math.max(0, wantedRows.length - MOST)
  return {
    ...(await letterOf(deps, person, groups, { more: restCount })),
    contents: wantedRows.map(({ position }) => position).join(' '),
    unsubscribe: unsubscribeLink(deps, { userId, kind: settingOf[groups[0]!.kind]! }),
    async settle() {
      await settleRows(deps.db, mail, waitingRows)
      // At most one mail per hour about one subject: until then the queued mail waits for further notifications.
      await queueAgain(deps, mail, HOUR)
    },
  }
}

const readWaiting = (db: Tx, userId: number, about: string): Promise<Row[]> =>
  rows(
    db,
    withThings(
      sql<boolean>`n.userId = ${userId} AND n.mailAbout = ${about} AND n.fate IN ('shown', 'mailed') AND ${isDeliverable}`,
    )
      .innerJoin('NotificationState as s', 's.userId', 'n.userId')
      .select(rowColumns)
      .whereRef('n.position', '>', 's.readUpTo')
      .orderBy('n.position', 'desc'),
  )

/** Includes notifications that are withdrawn or hidden now, so that they are not mailed if they reappear. */
async function settleRows(
  db: Db,
  { userId, about }: WaitingMail,
  settledRows: readonly Row[],
): Promise<void> {
  const update = kysely
    .updateTable('Notification')
    .set({ mailAbout: null })
    .where('userId', '=', userId)
    .where('mailAbout', '=', about)
    .where((eb) =>
      eb.or([
        eb('fate', 'in', ['gone', 'hidden']),
        ...(settledRows.length === 0 ? [] : [theseRows(settledRows)]),
      ]),
    )
  await transaction(db, (tx) => run(tx, update))
}

type Person = { nickname: string; email: string; language: Language }

/** `more` is the number of notifications that are not listed. The mail contains titles, but never quotes what users wrote. */
export async function letterOf(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  { nickname, email, language }: Person,
  groups: readonly Shown[],
  { more = 0, ...texts }: { more?: number; subject?: string; text?: string } = {},
): Promise<Letter> {
  const { code, notifications } = mailTexts[language]
  const sentences = (await withoutSecrets(db, groups)).map((group) =>
    sayNotification(catalogues[language], group),
  )
  const lines = more > 0 ? [...sentences, notifications.more(more)] : sentences
  const count = groups.length + more
  return {
    to: email,
    language: code,
    subject: texts.subject ?? (count === 1 ? lines[0]! : notifications.many(count)),
    text: texts.text ?? notifications.text(nickname),
    lines,
    link: { href: settings.PUBLIC_URL + paths.notifications(), text: notifications.link },
    note: notifications.note,
  }
}
