import { createHmac, randomBytes } from 'node:crypto'
import type { Texts } from '../../shared/texts.ts'
import type { Write } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { tokenHash } from '../lib/crypto.ts'
import type { Tx } from '../lib/db.ts'
import { kysely, rows, databaseNow } from '../lib/sql.ts'

// Mail waits in the database, so that it is written in the transaction of its cause and survives a restart. When it may
// be sent is decided by the process's clock; which process sends it, by a lease on the database's clock.

/**
 * `reset`: a link to choose a new password; `confirm` and `change`: a link that proves an address; `changing`: to the present
 * address of an account for which another one is requested; `changed`: to the address that an account has left; `notifications`: a person's notifications, one mail a subject; `digest`: those of a week.
 */
export type MailKind = 'reset' | 'confirm' | 'change' | 'changing' | 'changed' | 'notifications' | 'digest'

/** A mail as it waits. */
export type WaitingMail = {
  id: number
  userId: number | null
  kind: MailKind
  language: Texts['language']
  to: string | null
  about: string | null
  nonce: Uint8Array
  attempts: number
  createdAt: Date
}

/** longer than an attempt (clients/smtp) and its preparation take */
const LEASE_SECONDS = 60

/**
 * Puts a mail into the queue: to an account's own address unless `to` says another. Gives the hash of the token that its
 * link will carry. Only where mail is set up (`deps.mailer`).
 */
export async function queueMail(
  tx: Tx,
  deps: Pick<Deps, 'now' | 'settings'>,
  mail: { userId: number | null; kind: MailKind; language: Texts['language']; to?: string },
): Promise<{ tokenHash: Uint8Array<ArrayBuffer> }> {
  const nonce = new Uint8Array(randomBytes(32))
  const now = deps.now()
  await tx.mail.create({ data: { ...mail, nonce, createdAt: now, notBefore: now }, select: { id: true } })
  return { tokenHash: tokenHash(linkToken(deps, { nonce })) }
}

/**
 * The token of a mail's link: 256 bits that are the same at each attempt and stand nowhere. The database alone does not
 * lead to it.
 */
export const linkToken = (
  { settings }: Pick<Deps, 'settings'>,
  { nonce }: Pick<WaitingMail, 'nonce'>,
): string =>
  createHmac('sha256', settings.APP_SECRET).update('link in a mail').update(nonce).digest('base64url')

const isDue = (kinds: readonly MailKind[], now: Date) =>
  kysely
    .selectFrom('Mail')
    .select('id')
    // Another version of the program may know more kinds.
    .where('kind', 'in', kinds)
    .where('notBefore', '<=', now)
    .where((eb) => eb.or([eb('leasedUntil', 'is', null), eb('leasedUntil', '<=', databaseNow)]))
    .orderBy('notBefore')
    .orderBy('id')
    .limit(1)

/** Takes the mail that has been due the longest, for as long as an attempt may take; null when there is none. */
export async function claimMail(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  kinds: readonly MailKind[],
): Promise<{ mail: WaitingMail; lease: Uint8Array<ArrayBuffer> } | null> {
  for (;;) {
    const [due] = await rows(db, isDue(kinds, now()))
    if (!due) return null
    const lease = new Uint8Array(randomBytes(32))
    const claimed = await db.$executeRaw`
      UPDATE Mail SET lease = ${lease}, leasedUntil = UTC_TIMESTAMP(3) + INTERVAL ${LEASE_SECONDS} SECOND, attempts = attempts + 1
      WHERE id = ${due.id} AND (leasedUntil IS NULL OR leasedUntil <= UTC_TIMESTAMP(3))`
    if (claimed === 0) continue
    const mail = await db.mail.findUnique({ where: { id: due.id, lease } })
    if (mail) return { mail: mail as typeof mail & WaitingMail, lease }
  }
}

/**
 * Takes a mail out of the queue: it is sent, or never will be. One that something new has joined since it was claimed stays, and is
 * looked at again when the lease is over.
 */
export async function dropMail(
  { db }: Pick<Deps, 'db'>,
  { id, createdAt }: Pick<WaitingMail, 'id' | 'createdAt'>,
  lease: Uint8Array<ArrayBuffer>,
): Promise<void> {
  await db.mail.deleteMany({ where: { id, lease, createdAt } })
}

/** Deletes the mails of these kinds that wait for a user, one that is being sent included. */
export async function dropMails(tx: Tx, userId: number, kinds: MailKind[]): Promise<void> {
  await tx.mail.deleteMany({ where: { userId, kind: { in: kinds } } })
}

/** Lets a mail wait until a moment of the process's clock. */
export async function postponeMail(
  { db }: Pick<Deps, 'db'>,
  id: number,
  lease: Uint8Array<ArrayBuffer>,
  notBefore: Date,
): Promise<void> {
  await db.mail.updateMany({ where: { id, lease }, data: { notBefore, lease: null, leasedUntil: null } })
}

/** the sender drops older mail; this is for an installation whose mail server was removed */
const FORGOTTEN_AFTER = 2 * 24 * 60 * 60 * 1_000

/** Deletes mail that has been queued for two days; returns the number. */
export async function pruneMail({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> {
  const before = new Date(now().getTime() - FORGOTTEN_AFTER)
  const { count } = await db.mail.deleteMany({ where: { createdAt: { lt: before } } })
  return count
}

/**
 * Queues mails about users' things, at most one about each: one that joins a waiting mail renews that mail's age, so that the process
 * that was about to drop the mail as pointless or too old keeps it.
 */
export async function queueMailsAbout(
  { tx, now }: Pick<Write, 'tx' | 'now'>,
  kind: MailKind,
  mails: readonly { userId: number; about: string; notBefore: Date }[],
): Promise<void> {
  const values = mails.map(
    ({ userId, about, notBefore }) =>
      Prisma.sql`(${userId}, ${kind}, 'default', ${about}, ${randomBytes(32)}, ${now}, ${notBefore})`,
  )
  await tx.$executeRaw`
    INSERT INTO Mail (userId, kind, language, about, nonce, createdAt, notBefore) VALUES ${Prisma.join(values)}
    ON DUPLICATE KEY UPDATE createdAt = VALUES(createdAt)`
}

/** Keeps a mail that was sent, as a new one that waits for `delay` milliseconds. */
export async function queueAgain(
  deps: Pick<Deps, 'db' | 'now'>,
  id: number,
  { lease, delay }: { lease: Uint8Array<ArrayBuffer>; delay: number },
): Promise<void> {
  const now = deps.now()
  await deps.db.mail.updateMany({ where: { id, lease }, data: { createdAt: now, attempts: 0 } })
  await postponeMail(deps, id, lease, new Date(now.getTime() + delay))
}
