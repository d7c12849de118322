import { paths } from '../../shared/paths.ts'
import type { Write } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import { newToken, tokenHash } from '../lib/crypto.ts'
import { transaction, type Tx } from '../lib/db.ts'
import type { Letter } from '../mail/letter.ts'
import { linkToken, type WaitingMail } from '../mail/queue.ts'
import { mailTexts } from '../mail/texts.ts'
import { findLocked, lockUser, type LockedUser } from '../users/lock.ts'
import { endResetLinks } from './accessWays.ts'

const HOUR = 60 * 60 * 1000

async function openLink(
  tx: Tx,
  { userId, token, isMailed }: { userId: LockedUser; token: string; isMailed: boolean },
  times: { createdAt: Date; expiresAt: Date },
): Promise<void> {
  const hash = tokenHash(token)
  await tx.passwordReset.upsert({
    where: { tokenHash: hash },
    create: { tokenHash: hash, userId, isMailed, ...times },
    update: times,
    select: { userId: true },
  })
}

const timesFrom = (now: Date, lifetime: number) => ({
  createdAt: now,
  expiresAt: new Date(now.getTime() + lifetime),
})

export type PasswordLink = { link: string; expiresAt: Date }

/** `lifetime` is in milliseconds. Invalidates all earlier links. */
export async function makeLink(
  tx: Tx,
  { now, settings }: Pick<Deps, 'now' | 'settings'>,
  userId: number,
  lifetime: number,
): Promise<PasswordLink> {
  const token = newToken()
  const times = timesFrom(now(), lifetime)
  const user = await lockUser(tx, userId)
  await endResetLinks(tx, user)
  await openLink(tx, { userId: user, token, isMailed: false }, times)
  return { link: settings.PUBLIC_URL + paths.resetPassword(token), expiresAt: times.expiresAt }
}

/**
 * Returns null for a deleted or disabled account, or if the mail is no longer in the queue: the account's
 * links were ended, and the mail must not make its link valid again.
 */
export async function writeReset(deps: Deps, mail: WaitingMail): Promise<Letter | null> {
  const { userId } = mail
  const now = deps.now()
  if (userId === null || now.getTime() - mail.createdAt.getTime() > HOUR) return null
  const token = linkToken(deps, mail)
  // Under the lock, so that no link is sent to an address that the account has just left.
  const user = await transaction(deps.db, async (tx) => {
    const owner = await findLocked(tx, userId)
    if (!owner || (await tx.mail.count({ where: { id: mail.id } })) === 0) return null
    const recipient = await tx.user.findUnique({ where: { id: userId, disabledAt: null } })
    if (recipient) await openLink(tx, { userId: owner, token, isMailed: true }, timesFrom(now, HOUR))
    return recipient
  })
  if (!user) return null
  const { subject, text, link, note } = mailTexts[mail.language].reset
  const href = deps.settings.PUBLIC_URL + paths.resetPassword(token)
  return {
    to: user.email,
    language: mailTexts[mail.language].code,
    subject,
    text: text(user.nickname),
    link: { href, text: link },
    note,
  }
}

export async function spendResetLink(
  { tx }: Pick<Write, 'tx'>,
  userId: LockedUser,
  hash: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  return (await tx.passwordReset.deleteMany({ where: { userId, tokenHash: hash } })).count > 0
}

export const pruneResetLinks = async ({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> =>
  (await db.passwordReset.deleteMany({ where: { expiresAt: { lte: now() } } })).count
