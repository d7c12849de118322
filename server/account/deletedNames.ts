import { deletedName } from '../../shared/deletedName.ts'
import type { Deps } from '../core/deps.ts'
import type { Tx } from '../lib/db.ts'

// Nicknames of deleted accounts. The audit trail shows them for 180 days, and the ids of the accounts after that.

const DAY = 24 * 60 * 60 * 1000
const KEPT = 180 * DAY

const ownerOf = (id: number) => `deleted account ${id}`

export async function keepName(
  tx: Tx,
  { id, nickname }: { id: number; nickname: string },
  { now, seal }: Pick<Deps, 'now' | 'seal'>,
): Promise<void> {
  await tx.deletedAccount.create({
    data: { id, nickname: seal.seal(nickname, ownerOf(id)), deletedAt: now() },
    select: { id: true },
  })
}

export async function readNames(
  { db, seal, now }: Pick<Deps, 'db' | 'seal' | 'now'>,
  ids: readonly number[],
): Promise<(id: number) => string> {
  const where = { id: { in: [...new Set(ids)] } }
  const whereRetained = { ...where, deletedAt: { gt: new Date(now().getTime() - KEPT) } }
  const [people, deleted] = await Promise.all([
    db.user.findMany({ where, select: { id: true, nickname: true } }),
    db.deletedAccount.findMany({ where: whereRetained, select: { id: true, nickname: true } }),
  ])
  const names = new Map<number, string | null>([
    ...deleted.map(({ id, nickname }) => [id, seal.open(nickname, ownerOf(id))] as const),
    ...people.map(({ id, nickname }) => [id, nickname] as const),
  ])
  return (id) => names.get(id) ?? deletedName(id)
}

export async function pruneNames({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> {
  const deletedAt = { lte: new Date(now().getTime() - KEPT) }
  return (await db.deletedAccount.deleteMany({ where: { deletedAt } })).count
}
