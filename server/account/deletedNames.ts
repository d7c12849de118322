import type { Deps } from '../deps.ts'
import type { Tx } from '../lib/db.ts'

// What deleted accounts were called: the lines of the trail name them for so long, and then by their numbers.

const DAY = 24 * 60 * 60 * 1000
const KEPT = 180 * DAY

const ownerOf = (id: number) => `deleted account ${id}`

/** Keeps the nickname of an account that was just deleted, sealed: nothing else of it is left. */
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

/** How a line of the trail names accounts, by their ids: by the nicknames of today, or those that they had. */
export async function readNames(
  { db, seal, now }: Pick<Deps, 'db' | 'seal' | 'now'>,
  ids: readonly number[],
): Promise<(id: number) => string> {
  const where = { id: { in: [...new Set(ids)] } }
  const kept = { ...where, deletedAt: { gt: new Date(now().getTime() - KEPT) } }
  const [people, deleted] = await Promise.all([
    db.user.findMany({ where, select: { id: true, nickname: true } }),
    db.deletedAccount.findMany({ where: kept, select: { id: true, nickname: true } }),
  ])
  const names = new Map<number, string | null>([
    ...deleted.map(({ id, nickname }) => [id, seal.open(nickname, ownerOf(id))] as const),
    ...people.map(({ id, nickname }) => [id, nickname] as const),
  ])
  return (id) => names.get(id) ?? `deleted account #${id}`
}

/** Forgets the names whose time is over; gives how many. */
export async function pruneNames({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> {
  const deletedAt = { lte: new Date(now().getTime() - KEPT) }
  return (await db.deletedAccount.deleteMany({ where: { deletedAt } })).count
}
