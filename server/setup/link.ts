import { paths } from '../../shared/paths.ts'
import type { Deps } from '../core/deps.ts'
import { newToken, tokenHash } from '../lib/crypto.ts'
import { transaction, type Tx } from '../lib/db.ts'
import { hasAdmin } from '../users/roles.ts'

// The setup link: whoever has it makes the first administrator. Only its hash is stored.

const ROW = { id: 1 }

type Hash = Uint8Array<ArrayBuffer>

/**
 * Makes a link, which ends the one before. Returns null if there is an administrator already, and in the demo, whose people are
 * given.
 */
export async function makeSetupLink({
  db,
  settings,
  audit,
}: Pick<Deps, 'db' | 'settings' | 'audit'>): Promise<string | null> {
  if (settings.PLAK_DEMO || (await hasAdmin(db))) return null
  const token = newToken()
  const link = { tokenHash: tokenHash(token) }
  await transaction(db, async (tx) => {
    await tx.setup.upsert({ where: ROW, create: { ...ROW, ...link }, update: link, select: ROW_ID })
    await audit.write(tx, { event: 'admin.setup-link', actor: null })
  })
  return settings.PUBLIC_URL + paths.setup(token)
}

const ROW_ID = { id: true } as const

/** True if the link is the newest one and nobody has used it. */
export async function isLinkGood(db: Tx, hash: Hash): Promise<boolean> {
  return (await db.setup.count({ where: { ...ROW, tokenHash: hash } })) > 0 && !(await hasAdmin(db))
}

/** Runs in the transaction that makes the first administrator. Of two at once, one gets false. */
export async function spendLink(tx: Tx, hash: Hash): Promise<boolean> {
  const spent = await tx.setup.updateMany({ where: { ...ROW, tokenHash: hash }, data: { tokenHash: null } })
  return spent.count > 0 && !(await hasAdmin(tx))
}

export async function isFinished({ db }: Pick<Deps, 'db'>): Promise<boolean> {
  return (await db.setup.count({ where: { ...ROW, finishedAt: { not: null } } })) > 0
}

/** Idempotent. A link that is still unused ends, too. */
export async function finishSetup({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<null> {
  const end = { tokenHash: null, finishedAt: now() }
  await db.setup.upsert({ where: ROW, create: { ...ROW, ...end }, update: end, select: ROW_ID })
  return null
}
