import { paths } from '../../shared/paths.ts'
import type { Deps } from '../core/deps.ts'
import { newToken, tokenHash } from '../lib/crypto.ts'
import { transaction, type Tx } from '../lib/db.ts'
import { kysely, run } from '../lib/sql.ts'
import { hasAdmin } from '../users/roles.ts'

// The setup link lets its holder create the first administrator. Only its hash is stored.

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
  await transaction(db, async (tx) => {
    await write(tx, { tokenHash: Buffer.from(tokenHash(token)) })
    await audit.write(tx, { event: 'admin.setup-link', actor: null })
  })
  return settings.PUBLIC_URL + paths.setup(token)
}

/** One statement: two people can write the row at once. */
const write = (db: Tx, values: { tokenHash: Buffer | null; finishedAt?: Date }) =>
  run(
    db,
    kysely
      .insertInto('Setup')
      .values({ ...ROW, ...values })
      .onDuplicateKeyUpdate(values),
  )

/** True if the link is the newest one and nobody has used it. */
export async function isLinkGood(db: Tx, hash: Hash): Promise<boolean> {
  return (await db.setup.count({ where: { ...ROW, tokenHash: hash } })) > 0 && !(await hasAdmin(db))
}

/**
 * Runs in the transaction that makes the first administrator, for whom a setup begins that an earlier one may have finished. If
 * two people use the link at once, it returns false for one of them.
 */
export async function spendLink(tx: Tx, hash: Hash): Promise<boolean> {
  const spent = await tx.setup.updateMany({
    where: { ...ROW, tokenHash: hash },
    data: { tokenHash: null, finishedAt: null },
  })
  return spent.count > 0 && !(await hasAdmin(tx))
}

export async function isFinished({ db }: Pick<Deps, 'db'>): Promise<boolean> {
  return (await db.setup.count({ where: { ...ROW, finishedAt: { not: null } } })) > 0
}

/** Idempotent. A link that is still unused ends, too. */
export async function finishSetup({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<null> {
  await write(db, { tokenHash: null, finishedAt: now() })
  return null
}
