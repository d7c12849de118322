import { randomBytes } from 'node:crypto'
import { paths } from '../../shared/paths.ts'
import type { Deps } from '../core/deps.ts'
import { tokenHash } from '../lib/crypto.ts'
import type { Tx } from '../lib/db.ts'
import { forbidden } from '../lib/errors.ts'

const DAY = 24 * 60 * 60 * 1000

export type Invitation = { id: number; link: string; uses: number; expiresAt: Date }

export async function makeInvitation(
  { db, now, settings }: Pick<Deps, 'now' | 'settings'> & { db: Tx },
  { uses, days }: { uses: number; days: number },
): Promise<Invitation> {
  const code = randomBytes(18).toString('base64url')
  const createdAt = now()
  const expiresAt = new Date(createdAt.getTime() + days * DAY)
  const data = { codeHash: tokenHash(code), usesLeft: uses, createdAt, expiresAt }
  const { id } = await db.invitation.create({ data, select: { id: true } })
  return { id, link: settings.PUBLIC_URL + paths.invitation(code), uses, expiresAt }
}

/** Those with which somebody can still register, newest first. */
export const listInvitations = ({ db, now }: Pick<Deps, 'db' | 'now'>) =>
  db.invitation.findMany({
    where: { expiresAt: { gt: now() }, usesLeft: { gt: 0 } },
    orderBy: { id: 'desc' },
    select: { id: true, usesLeft: true, expiresAt: true },
  })

/** Idempotent. */
export async function revokeInvitation({ db }: { db: Tx }, id: number): Promise<boolean> {
  return (await db.invitation.deleteMany({ where: { id } })).count > 0
}

export async function isInvitationGood(
  { db, now, settings }: Pick<Deps, 'db' | 'now' | 'settings'>,
  code: string,
): Promise<boolean> {
  if (settings.REGISTRATION !== 'invite') return settings.REGISTRATION === 'open'
  const where = { codeHash: tokenHash(code), usesLeft: { gt: 0 }, expiresAt: { gt: now() } }
  return (await db.invitation.count({ where })) > 0
}

/** Null if no invitation is needed. */
export type Entry = { codeHash: Uint8Array<ArrayBuffer> | null }

/**
 * `enter` checks again when the account is created.
 * @throws forbidden if registration is closed or needs an invitation, or if the code is used up or has expired
 */
export async function checkEntry(
  deps: Pick<Deps, 'db' | 'now' | 'settings'>,
  code: string | null | undefined,
): Promise<Entry> {
  const { REGISTRATION } = deps.settings
  if (REGISTRATION === 'closed') throw forbidden('auth.registrationClosed')
  if (REGISTRATION === 'open') return { codeHash: null }
  if (!code) throw forbidden('auth.registrationByInvitation')
  if (!(await isInvitationGood(deps, code))) throw forbidden('auth.invitationOver')
  return { codeHash: tokenHash(code) }
}

/** Runs in the transaction that creates the account. @throws forbidden if no use is left */
export async function enter(tx: Tx, now: Date, { codeHash }: Entry): Promise<void> {
  if (!codeHash) return
  const spent = await tx.invitation.updateMany({
    where: { codeHash, usesLeft: { gt: 0 }, expiresAt: { gt: now } },
    data: { usesLeft: { decrement: 1 } },
  })
  if (spent.count === 0) throw forbidden('auth.invitationOver')
}

export async function pruneInvitations({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> {
  const where = { OR: [{ expiresAt: { lte: now() } }, { usesLeft: 0 }] }
  return (await db.invitation.deleteMany({ where })).count
}
