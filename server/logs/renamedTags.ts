import { visibilities } from '../../shared/levels.ts'
import type { Visibility } from '../../shared/visibility.ts'
import { Prisma } from '../generated/prisma/client.ts'
import type { Tx } from '../lib/db.ts'
import { countAll, kysely, statement } from '../lib/sql.ts'
import type { LockedUser } from '../users/lock.ts'
import { countColumn, writeLevels } from './tags.ts'

// A tag that gets another name. A few statements, however many listenings carry it; the version of each rises, so that an
// editor that was opened before does not bring the old name back.

/** Gives a tag a name that no other one of its owner has. */
export async function renameTag(
  tx: Tx,
  userId: LockedUser,
  { tagId, key, name }: { tagId: number; key: string; name: string },
): Promise<void> {
  await tx.$executeRaw`
    UPDATE Log l JOIN LogTag t ON t.logId = l.id SET l.version = l.version + 1 WHERE t.tagId = ${tagId}`
  await tx.tag.update({ where: { id: tagId, userId }, data: { key, name }, select: { id: true } })
}

const countsOf = statement(({ tagId }: { tagId: number }) =>
  kysely
    .selectFrom('LogTag')
    .select(['visibility', countAll])
    .where('tagId', '=', tagId)
    .groupBy('visibility'),
)

/**
 * Makes all listenings of one tag carry another one of the same owner; a listening that carries both keeps the other.
 */
export async function mergeTags(
  tx: Tx,
  userId: LockedUser,
  { tagId, intoId }: { tagId: number; intoId: number },
): Promise<void> {
  await tx.$executeRaw`
    UPDATE Log l JOIN LogTag t ON t.logId = l.id LEFT JOIN LogTag o ON o.logId = l.id AND o.tagId = ${intoId}
    SET l.version = l.version + 1, l.tagCount = l.tagCount - IF(o.logId IS NULL, 0, 1) WHERE t.tagId = ${tagId}`
  await tx.$executeRaw`
    DELETE t FROM LogTag t JOIN LogTag o ON o.logId = t.logId AND o.tagId = ${intoId} WHERE t.tagId = ${tagId}`
  await tx.$executeRaw`UPDATE LogTag SET tagId = ${intoId} WHERE tagId = ${tagId}`
  const counts = await countsOf(tx, { tagId: intoId })
  const countOf = (level: Visibility) => counts.find(({ visibility }) => visibility === level)?.count ?? 0
  const columns = visibilities.map(
    (level) => Prisma.sql`${Prisma.raw(countColumn[level])} = ${countOf(level)}`,
  )
  await tx.$executeRaw`UPDATE Tag SET ${Prisma.join(columns)} WHERE id = ${intoId}`
  await writeLevels(tx, [intoId])
  await tx.tag.delete({ where: { id: tagId, userId }, select: { id: true } })
}
