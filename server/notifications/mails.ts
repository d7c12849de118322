import {
  settingOf,
  type NotificationGroup,
  type NotificationKind,
  type SettingKind,
} from '../../shared/notifications.ts'
import { sayNotification } from '../../shared/notificationText.ts'
import { paths } from '../../shared/paths.ts'
import { languages, type Language } from '../../shared/preferences.ts'
import type { Deps } from '../deps.ts'
import { transaction, type Tx } from '../lib/db.ts'
import { catalogues } from '../lib/languages.ts'
import { kysely, rows } from '../lib/sql.ts'
import type { Letter } from '../mail/letter.ts'
import { postponeMail, type WaitingMail } from '../mail/queue.ts'
import { mailTexts } from '../mail/texts.ts'
import { isHere } from './presence.ts'
import { theseRows } from './rows.ts'
import { unsubscribeLink } from './unsubscribe.ts'
import { readRowsAlone } from './view.ts'
import { wantMail } from './wishes.ts'

const HOUR = 60 * 60 * 1_000
/** lines of a mail */
const MOST = 20

/** Whom a mail is for: an account that is there, with an address that is proven to be theirs. */
export async function readMailed({ db }: Pick<Deps, 'db'>, userId: number) {
  const user = await db.user.findFirst({
    where: { id: userId, disabledAt: null, emailConfirmedAt: { not: null } },
    select: { nickname: true, email: true, language: true },
  })
  if (!user) return null
  const language: Language = languages.find((each) => each === user.language) ?? 'default'
  return { ...user, language }
}

type Waiting = { userId: number; position: number; kind: NotificationKind }

/**
 * Writes what has come together about one thing, as it is now: without what is gone, hidden or read, or is no longer wanted; null
 * where nothing is left, and for who is here just now. Once it is sent its place in the queue is kept for an hour.
 */
export async function writeNotifications(deps: Deps, mail: WaitingMail): Promise<Letter | null> {
  const { userId, about } = mail
  if (userId === null || about === null) return null
  const person = await readMailed(deps, userId)
  const found = await readWaiting(deps.db, userId, about)
  const ends = found.length === 0 || !person || (await isHere(deps, userId))
  const wanted = ends ? new Set<SettingKind>() : await wantMail(deps.db, userId)
  const kept = found.filter(({ kind }) => wanted.has(settingOf[kind]!))
  const groups = kept.length === 0 ? [] : await readRowsAlone(deps.db, { id: userId }, kept)
  if (!person || groups.length === 0) {
    await transaction(deps.db, (tx) => settleRows(tx, found))
    return null
  }
  const letter = letterOf(deps, person, groups)
  return {
    ...letter,
    unsubscribe: unsubscribeLink(deps, { userId, kind: settingOf[groups[0]!.kind]! }),
    async settle(lease) {
      await transaction(deps.db, (tx) => settleRows(tx, found))
      await keepPlace(deps, mail.id, lease)
    },
  }
}

/** At most one mail an hour about one thing: until then the row waits for what follows. */
async function keepPlace(
  deps: Pick<Deps, 'db' | 'now'>,
  id: number,
  lease: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const now = deps.now()
  await deps.db.mail.updateMany({ where: { id, lease }, data: { createdAt: now, attempts: 0 } })
  await postponeMail(deps, id, lease, new Date(now.getTime() + HOUR))
}

/** What waits for the next mail about a thing and is not read. */
async function readWaiting(db: Tx, userId: number, about: string): Promise<Waiting[]> {
  const found = await rows(
    db,
    kysely
      .selectFrom('Notification as n')
      .innerJoin('NotificationState as s', 's.userId', 'n.userId')
      .select(['n.userId', 'n.position', 'n.kind'])
      .where('n.userId', '=', userId)
      .where('n.mailAbout', '=', about)
      .where('n.fate', 'in', ['shown', 'mailed'])
      .whereRef('n.position', '>', 's.readUpTo')
      .orderBy('n.position', 'desc')
      .limit(MOST),
  )
  return found.map((row) => ({ ...row, kind: row.kind as NotificationKind }))
}

/** They wait for no mail any more. */
async function settleRows(tx: Tx, found: readonly Waiting[]): Promise<void> {
  if (found.length > 0)
    await tx.$executeRaw`UPDATE Notification SET mailAbout = NULL WHERE ${theseRows(found)}`
}

type Person = { nickname: string; email: string; language: Language }

/** A letter about some notifications. Of the things it names titles alone, never what people wrote. */
export function letterOf(
  { settings }: Pick<Deps, 'settings'>,
  { nickname, email, language }: Person,
  groups: readonly Omit<NotificationGroup, 'unread'>[],
  said: { subject?: string; text?: string } = {},
): Letter {
  const { code, notifications } = mailTexts[language]
  const lines = groups.map((group) => sayNotification(catalogues[language], group))
  return {
    to: email,
    language: code,
    subject: said.subject ?? (lines.length === 1 ? lines[0]! : notifications.many(lines.length)),
    text: said.text ?? notifications.text(nickname),
    lines,
    link: { href: settings.PUBLIC_URL + paths.notifications(), text: notifications.link },
    note: notifications.note,
  }
}
