import { TRPCError } from '@trpc/server'
import { publicProcedure } from '../core/trpc.ts'
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

/** Whether somebody is a moderator at this moment. */
export async function isModerator(db: Tx, { id }: { id: number }): Promise<boolean> {
  return (await roleOf(db, { id })).length > 0
}

/** Keeps a moderator one until the transaction's end. @throws notFound for a person who is no longer one */
export async function lockModerator(tx: Tx, { id }: { id: number }): Promise<void> {
  const [person] = await lockedRole(tx, { id })
  if (person?.role !== 'moderator' || person.disabledAt) throw notFound('moderation.notFound')
}

/** A moderator only; for everybody else there is no such procedure, in the same words as for one that was never there. */
export const moderatorProcedure = publicProcedure.use(async ({ ctx, path, next }) => {
  const { viewer, deps } = ctx
  if (!viewer || !(await isModerator(deps.db, viewer)))
    throw new TRPCError({ code: 'NOT_FOUND', message: `No procedure found on path "${path}"` })
  return await next({ ctx: { ...ctx, viewer } })
})
