import type { Tx } from '../lib/db.ts'
import { notFound } from '../lib/errors.ts'
import { kysely, statement } from '../lib/sql.ts'

const roleOf = statement(({ id }: { id: number }) =>
  kysely
    .selectFrom('User')
    .select('id')
    .where('id', '=', id)
    .where('role', '=', 'moderator')
    .where('disabledAt', 'is', null),
)
const lockedRole = statement(({ id }: { id: number }) =>
  kysely.selectFrom('User').select(['role', 'disabledAt']).where('id', '=', id).forUpdate(),
)

export async function isModerator(db: Tx, { id }: { id: number }): Promise<boolean> {
  return (await roleOf(db, { id })).length > 0
}

/** The user remains a moderator until the transaction ends. @throws notFound if they no longer are one */
export async function lockModerator(tx: Tx, { id }: { id: number }): Promise<void> {
  const [person] = await lockedRole(tx, { id })
  if (person?.role !== 'moderator' || person.disabledAt) throw notFound('moderation.notFound')
}
