import { sql } from 'kysely'
import { tagKey } from '../../../shared/tagKey.ts'
import type { Visibility } from '../../../shared/visibility.ts'
import type { Write } from '../../core/change.ts'
import { kysely, run } from '../../lib/sql.ts'
import type { LockedUser } from '../../users/lock.ts'
import { applyEffects } from './effects.ts'
import { countColumns, widest } from './tags.ts'

// Uses a few statements for any number of listenings. The version of each listening increases, so that an editor opened earlier
// does not restore the old name. Viewers who can see none of the listenings must not learn that there was a tag.

type Renamed = { id: number; visibility: Visibility }

const applyRenaming = (write: Write, owner: LockedUser, { visibility: level }: Renamed) =>
  applyEffects(write, { owner, origin: 'tags', logs: [], refetch: { ownerId: owner, level } })

/** No other tag of the owner may have the new name. */
export async function renameTag(
  write: Write,
  owner: LockedUser,
  { tag, name }: { tag: Renamed; name: string },
): Promise<void> {
  await run(
    write.tx,
    kysely
      .updateTable(['Log as l', 'LogTag as t'])
      .set('l.version', (eb) => eb('l.version', '+', 1))
      .whereRef('t.logId', '=', 'l.id')
      .where('t.tagId', '=', tag.id),
  )
  const data = { key: tagKey(name), name }
  await write.tx.tag.update({ where: { id: tag.id, userId: owner }, data, select: { id: true } })
  await applyRenaming(write, owner, tag)
}

/** A listening with both tags keeps only the other. */
export async function mergeTags(
  write: Write,
  owner: LockedUser,
  { tag, into: target }: { tag: Renamed; into: { id: number } },
): Promise<void> {
  const { tx } = write
  const isDouble = sql<number>`EXISTS (SELECT 1 FROM LogTag o WHERE o.logId = t.logId AND o.tagId = ${target.id})`
  await run(
    tx,
    kysely
      .updateTable(['Log as l', 'LogTag as t'])
      .set('l.version', (eb) => eb('l.version', '+', 1))
      .set('l.tagCount', (eb) => eb('l.tagCount', '-', isDouble))
      .whereRef('t.logId', '=', 'l.id')
      .where('t.tagId', '=', tag.id),
  )
  // Distinct, so that the database stores the ids: it cannot delete from a table that a subquery reads.
  const others = kysely.selectFrom('LogTag').select('logId').distinct().where('tagId', '=', target.id)
  await run(
    tx,
    kysely
      .deleteFrom('LogTag')
      .where('tagId', '=', tag.id)
      .where('logId', 'in', (eb) => eb.selectFrom(others.as('o')).select('o.logId')),
  )
  await run(tx, kysely.updateTable('LogTag').set({ tagId: target.id }).where('tagId', '=', tag.id))
  const counts = countColumns((level) => {
    return sql<number>`(SELECT COUNT(*) FROM LogTag WHERE tagId = ${target.id} AND visibility = ${level})`
  })
  await run(
    tx,
    kysely
      .updateTable('Tag')
      .set({ ...counts, visibility: widest })
      .where('id', '=', target.id),
  )
  await tx.tag.delete({ where: { id: tag.id, userId: owner }, select: { id: true } })
  await applyRenaming(write, owner, tag)
}
