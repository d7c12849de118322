import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { cut } from '../../../shared/cut.ts'
import { notificationPath } from '../../../shared/notificationPath.ts'
import type { NotificationKind } from '../../../shared/notifications.ts'
import { sayNotification } from '../../../shared/notificationText.ts'
import { paths } from '../../../shared/paths.ts'
import { languages, type Language } from '../../../shared/preferences.ts'
import type { PushContent } from '../../../shared/push.ts'
import type { PushMessage } from '../../clients/push/client.ts'
import { MOST_BYTES } from '../../clients/push/encryption.ts'
import type { Deps } from '../../core/deps.ts'
import { catalogues } from '../../lib/languages.ts'
import { rows } from '../../lib/sql.ts'
import { mailTexts } from '../../mail/texts.ts'
import { isDeliverable, withThings } from '../read/deliverable.ts'
import { readUnread } from '../read/queries.ts'
import { rowColumns } from '../read/rows.ts'
import { readGroups, readRowsAlone } from '../read/view.ts'
import { wantedOf } from '../read/wanted.ts'
import type { PushKeyOfRow } from './pushQueue.ts'
import { SECRET, withoutSecrets, type Shown } from './secrets.ts'

/** characters of a sentence, and of the one for a push service that accepts less */
const [MOST_CHARACTERS, FEW_CHARACTERS] = [400, 100]

/** `short` is for a push service that does not accept the length of `message`. */
export type WrittenPush = { message: PushMessage; short: PushMessage }

type Needs = Pick<Deps, 'db' | 'now' | 'settings'>

/**
 * Writes the message about a group, as its row on the page says it. Returns null if nothing of it is unread, wanted, and visible
 * to the recipient any more.
 */
export async function writePush(deps: Needs, key: PushKeyOfRow): Promise<WrittenPush | null> {
  const { db, now } = deps
  const user = await db.user.findFirst({
    where: { id: key.userId, disabledAt: null },
    select: { language: true },
  })
  if (!user) return null
  const wanted = (await wantedOf(db, await readUnreadRows(deps, key), now())).filter(({ push }) => push)
  const [newest] = wanted
  if (!newest) return null
  const viewer = { id: key.userId }
  const [group] = await (newest.groupId === null
    ? readRowsAlone(db, viewer, [newest])
    : readGroups(db, viewer, [{ number: key.number, position: newest.position }]))
  if (!group) return null
  const language = languages.find((each) => each === user.language) ?? 'default'
  return await composed(deps, key, { group, language })
}

const readUnreadRows = ({ db }: Pick<Deps, 'db'>, { userId, number }: PushKeyOfRow) =>
  rows(
    db,
    withThings(
      sql<boolean>`n.userId = ${userId} AND ${isDeliverable} AND ((n.fate = 'shown' AND n.groupId = ${number})
        OR (n.fate = 'mailed' AND n.position = ${number}))`,
    )
      .innerJoin('NotificationState as s', 's.userId', 'n.userId')
      .select(rowColumns)
      .whereRef('n.position', '>', 's.readUpTo')
      .orderBy('n.position', 'desc'),
  )

type Composed = { group: Shown; language: Language }

async function composed(deps: Needs, key: PushKeyOfRow, { group, language }: Composed): Promise<WrittenPush> {
  const { settings, db } = deps
  const [safe] = await withoutSecrets(db, [group])
  const sentence = shortened(sayNotification(catalogues[language], withoutReasons(safe!)), MOST_CHARACTERS)
  const topic = topicOf(deps, key)
  const contentOf = (body: string, path: string): PushContent => ({
    web_push: 8030,
    notification: {
      title: 'Plak',
      body,
      navigate: settings.PUBLIC_URL + path,
      lang: mailTexts[language].code,
      tag: topic,
      app_badge: String(unread),
    },
  })
  const { unread } = await readUnread(deps, { id: key.userId })
  const full = JSON.stringify(contentOf(sentence, notificationPath(group)))
  const short = JSON.stringify(contentOf(shortened(sentence, FEW_CHARACTERS), paths.notifications()))
  const urgency = isMinor(group.kind) ? 'low' : 'normal'
  const messageOf = (text: string): PushMessage => ({ text, topic, urgency })
  // The names of an album can be very long in an address.
  return { message: messageOf(Buffer.byteLength(full) > MOST_BYTES ? short : full), short: messageOf(short) }
}

const isMinor = (kind: NotificationKind) => /^like|^follow$/.test(kind)

/** Hides what a moderator wrote to one person. */
const withoutReasons = ({ detail, ...group }: Shown): Shown => ({
  ...group,
  detail: detail?.text === undefined ? detail : { ...detail, text: SECRET },
})

const shortened = (text: string, most: number): string =>
  text.length <= most ? text : `${cut(text, most - 1)}…`

/** The same for the same group, and not guessable from its ids: the push service sees it. */
const topicOf = ({ settings }: Pick<Deps, 'settings'>, { userId, number }: PushKeyOfRow): string =>
  createHmac('sha256', settings.APP_SECRET)
    .update(`topic of a push message\0${userId}.${number}`)
    .digest('base64url')
    .slice(0, 32)
