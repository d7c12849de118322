import { visibilities } from '../../shared/levels.ts'
import type { Visibility } from '../../shared/visibility.ts'
import { Prisma } from '../generated/prisma/client.ts'
import type { Tx } from '../lib/db.ts'
import { countAll, kysely, statement } from '../lib/sql.ts'
import type { LockedUser } from '../users/lock.ts'
import { countColumn, writeLevels } from './tags.ts'

// Renames and merges tags, with a few statements for any number of listenings. The version of each listening increases,
// so that an editor opened earlier does not restore the old name.

/** Renames a tag; no other tag of its owner may have the new name. */
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

/** Replaces a tag on all listenings with another one of the same owner. A listening with both keeps only the other. */
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
