import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { backupFolder, backupNames } from '../backup/dump.ts'
import type { Deps } from '../core/deps.ts'
import { countImports } from '../imports/counts.ts'
import type { Db } from '../lib/db.ts'
import { rawQuery, rows } from '../lib/sql.ts'

type Counts = Record<string, number>

export async function countAll(deps: Pick<Deps, 'db'>): Promise<Counts> {
  const [people, things] = await Promise.all([countPeople(deps), countThings(deps)])
  return { ...people, ...things }
}

/** Tables that stay small. */
export async function countPeople({ db }: Pick<Deps, 'db'>): Promise<Counts> {
  const counts = {
    accounts: db.user.count(),
    disabled: db.user.count({ where: { disabledAt: { not: null } } }),
    moderators: db.user.count({ where: { role: 'moderator' } }),
    admins: db.user.count({ where: { role: 'admin' } }),
    sessions: db.session.count(),
    openReports: db.report.count({ where: { isOpen: true } }),
    invitations: db.invitation.count(),
  }
  return { ...(await all(counts)), ...(await countImports(db)) }
}

/** Reads whole tables, which takes seconds with millions of rows. */
export const countThings = ({ db }: Pick<Deps, 'db'>): Promise<Counts> =>
  all({
    albums: db.album.count(),
    logs: db.log.count(),
    reviews: db.log.count({ where: { reviewedAt: { not: null } } }),
    lists: db.list.count(),
    comments: db.comment.count(),
    follows: db.follow.count(),
    auditLines: db.auditEntry.count(),
  })

async function all(counts: Record<string, Promise<number>>): Promise<Counts> {
  const entries = Object.entries(counts).map(async ([name, count]) => [name, await count] as const)
  return Object.fromEntries(await Promise.all(entries))
}

/** Indexes included, as the database estimates it. */
export async function databaseSize(db: Db): Promise<number> {
  const query = sql<{ bytes: number | string | null }>`SELECT SUM(DATA_LENGTH + INDEX_LENGTH) AS bytes
    FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE()`
  const [row] = await rows(db, rawQuery(query))
  return Number(row?.bytes ?? 0)
}

export async function backupsSize(folder = backupFolder()): Promise<number> {
  const sizes = (await backupNames(folder)).map(async (name) => {
    const stats = await stat(join(folder, name)).catch(() => null)
    return stats?.size ?? 0
  })
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}
