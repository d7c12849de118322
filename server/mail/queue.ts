import { createHmac, randomBytes } from 'node:crypto'
import type { Texts } from '../../shared/texts.ts'
import type { Write } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import { claimQuery, isFree, makeLease, releaseQuery, type Lease } from '../jobs/lease.ts'
import { tokenHash } from '../lib/crypto.ts'
import type { Tx } from '../lib/db.ts'
import { insertRows, kysely, rows, run } from '../lib/sql.ts'

// Mail is queued in the database, so that it is written in the transaction of its cause and survives a restart. The process's
// clock determines when mail is due; a lease (database clock) determines which process sends it.

/**
 * `reset`: a link to choose a new password. `confirm` and `change`: a link that verifies an address. `changing`: a notice to the
 * current address when another one is requested. `changed`: a notice to the previous address. `notifications`: a user's
 * notifications, one mail per subject. `digest`: the notifications of a week.
 */
export type MailKind = 'reset' | 'confirm' | 'change' | 'changing' | 'changed' | 'notifications' | 'digest'

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
  lease: Lease
}

type ClaimedMail = Pick<WaitingMail, 'id' | 'lease'>

/** longer than an attempt (clients/smtp) and its preparation take */
const LEASE_SECONDS = 60

/**
 * Queues a mail to the account's address, or to `to`. Returns the hash of the token that its link will contain. Only used if
 * mail is configured.
 */
export async function queueMail(
  tx: Tx,
  deps: Pick<Deps, 'now' | 'settings'>,
  mail: { userId: number | null; kind: MailKind; language: Texts['language']; to?: string },
): Promise<{ tokenHash: Uint8Array<ArrayBuffer> }> {
  const nonce = new Uint8Array(randomBytes(32))
  const now = deps.now()
  await tx.mail.createMany({ data: { ...mail, nonce, createdAt: now, notBefore: now } })
  return { tokenHash: tokenHash(linkToken(deps, { nonce })) }
}

/** 256 bits, the same at each attempt, and never stored. It cannot be derived from the database without APP_SECRET. */
export const linkToken = (
  { settings }: Pick<Deps, 'settings'>,
  { nonce }: Pick<WaitingMail, 'nonce'>,
): string =>
  createHmac('sha256', settings.APP_SECRET).update('link in a mail').update(nonce).digest('base64url')

const isDue = (kinds: readonly MailKind[], now: Date) =>
  kysely
    .selectFrom('Mail')
    .select('id')
    // Another version of the program can have other kinds.
    .where('kind', 'in', kinds)
    .where('notBefore', '<=', now)
    .where(isFree)
    .orderBy('notBefore')
    .orderBy('id')
    .limit(1)

export async function claimMail(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  kinds: readonly MailKind[],
): Promise<WaitingMail | null> {
  for (;;) {
    const [due] = await rows(db, isDue(kinds, now()))
    if (!due) return null
    const { id } = due
    const lease = makeLease()
    const claim = claimQuery('Mail', lease, LEASE_SECONDS)
      .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
      .where('id', '=', id)
    if ((await run(db, claim)) === 0) continue
    const mail = await db.mail.findUnique({ where: { id, lease } })
    if (mail) return mail as typeof mail & WaitingMail
  }
}

/** Keeps a mail that was renewed since it was claimed; it is processed again when its lease expires. */
export async function dropMail(
  { db }: Pick<Deps, 'db'>,
  { id, lease, createdAt }: Pick<WaitingMail, 'id' | 'lease' | 'createdAt'>,
): Promise<void> {
  await db.mail.deleteMany({ where: { id, lease, createdAt } })
}

export async function dropMails(tx: Tx, userId: number, kinds: MailKind[]): Promise<void> {
  await tx.mail.deleteMany({ where: { userId, kind: { in: kinds } } })
}

export async function dropAllMails(tx: Tx, kinds: MailKind[]): Promise<void> {
  await tx.mail.deleteMany({ where: { kind: { in: kinds } } })
}

export async function postponeMail(
  { db }: Pick<Deps, 'db'>,
  { id, lease }: ClaimedMail,
  values: { notBefore: Date; createdAt?: Date; attempts?: number },
): Promise<void> {
  await run(db, releaseQuery('Mail', lease).set(values).where('id', '=', id))
}

const DAY = 24 * 60 * 60 * 1_000
/** age in milliseconds at which the sender gives up a mail, because it is no longer useful */
export const PATIENCE = DAY
/** age in milliseconds at which mail is deleted if there is no sender: the mail server was removed from the settings */
const RETENTION = 2 * DAY

export async function deleteExpiredMail({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> {
  const end = new Date(now().getTime() - RETENTION)
  const { count } = await db.mail.deleteMany({ where: { createdAt: { lt: end } } })
  return count
}

/**
 * Queues at most one mail for each thing. If one is already queued, its age is renewed, so that a process that is about to drop
 * it as obsolete or too old keeps it.
 */
export async function queueMailsAbout(
  { tx, now }: Pick<Write, 'tx' | 'now'>,
  kind: MailKind,
  mails: readonly { userId: number; about: string; notBefore: Date }[],
): Promise<void> {
  const common = { kind, language: 'default', createdAt: now }
  await insertRows(
    tx,
    'Mail',
    mails.map((mail) => ({ ...mail, ...common, nonce: randomBytes(32) })),
    { orUpdate: ['createdAt'] },
  )
}

export async function queueAgain(
  deps: Pick<Deps, 'db' | 'now'>,
  mail: ClaimedMail,
  delay: number,
): Promise<void> {
  const createdAt = deps.now()
  const notBefore = new Date(createdAt.getTime() + delay)
  await postponeMail(deps, mail, { notBefore, createdAt, attempts: 0 })
}
