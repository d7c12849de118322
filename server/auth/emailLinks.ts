import { paths } from '../../shared/paths.ts'
import type { Texts } from '../../shared/texts.ts'
import type { MailTexts } from '../../shared/texts/default/mail.ts'
import type { Write } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import { tokenHash } from '../lib/crypto.ts'
import type { Tx } from '../lib/db.ts'
import type { Letter } from '../mail/letter.ts'
import { linkToken, queueMail, type WaitingMail } from '../mail/queue.ts'
import { mailTexts } from '../mail/texts.ts'
import { confirmEmail } from '../users/write/credentials.ts'

const HOUR = 60 * 60 * 1000
const inAnHour = (now: Date) => new Date(now.getTime() + HOUR)

type Asked = {
  userId: number
  purpose: 'confirm' | 'change'
  email: string
  language: Texts['language']
}

/**
 * Proves that the current address (`confirm`) or the one that will replace it (`change`) belongs to the user.
 * Invalidates an earlier link for the same purpose. Does nothing if no mail is set up.
 */
export async function mailEmailLink(
  tx: Tx,
  deps: Pick<Deps, 'now' | 'settings' | 'mailer'>,
  { userId, purpose, email, language }: Asked,
): Promise<void> {
  if (!deps.mailer) return
  const mail = { userId, kind: purpose, language, to: email } as const
  const { tokenHash: hash } = await queueMail(tx, deps, mail)
  const now = deps.now()
  const link = { email, tokenHash: hash, createdAt: now, expiresAt: inAnHour(now) }
  await tx.emailLink.upsert({
    where: { userId_purpose: { userId, purpose } },
    create: { userId, purpose, ...link },
    update: link,
    select: { userId: true },
  })
}

/** Returns null if the link was replaced or used in the meantime. Its hour of validity starts when it is sent. */
export async function writeEmailLink(deps: Deps, mail: WaitingMail): Promise<Letter | null> {
  const token = linkToken(deps, mail)
  const now = deps.now()
  const where = { tokenHash: tokenHash(token), user: { disabledAt: null } }
  const update = await deps.db.emailLink.updateMany({ where, data: { expiresAt: inAnHour(now) } })
  const link = update.count > 0 ? await deps.db.emailLink.findFirst({ where, include: { user: true } }) : null
  if (!link || now.getTime() - mail.createdAt.getTime() > HOUR) return null
  const { code, confirm, change } = mailTexts[mail.language]
  const texts: MailTexts['confirm'] = link.purpose === 'confirm' ? confirm : change
  return {
    to: link.email,
    language: code,
    subject: texts.subject,
    text: texts.text(link.user.nickname),
    link: { href: deps.settings.PUBLIC_URL + paths.confirmEmail(token), text: texts.link },
    note: texts.note,
  }
}

export const writeNotice =
  (kind: 'changing' | 'changed') =>
  async ({ db }: Deps, { userId, to, language }: WaitingMail): Promise<Letter | null> => {
    const user = userId === null ? null : await db.user.findUnique({ where: { id: userId } })
    if (!user || to === null) return null
    const { code, [kind]: notice } = mailTexts[language]
    return { to, language: code, ...notice, text: notice.text(user.nickname) }
  }

export async function confirmByGoogle(
  deps: Pick<Deps, 'db' | 'now'>,
  userId: number,
  { email, emailVerified }: { email: string | null; emailVerified: boolean },
): Promise<void> {
  if (email === null || !emailVerified) return
  await confirmEmail(deps, { userId, email: email.trim().toLowerCase() })
}

export async function spendEmailLink(
  { tx, now }: Pick<Write, 'tx' | 'now'>,
  hash: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  return (await tx.emailLink.deleteMany({ where: { tokenHash: hash, expiresAt: { gt: now } } })).count > 0
}

export const pruneEmailLinks = async ({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> =>
  (await db.emailLink.deleteMany({ where: { expiresAt: { lte: now() } } })).count
