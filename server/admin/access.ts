import { TRPCError } from '@trpc/server'
import { publicProcedure } from '../core/trpc.ts'
import { isAdmin } from '../users/roles.ts'

/** Everyone else gets the same error as for a procedure that does not exist. */
export const adminProcedure = publicProcedure.use(async ({ ctx, path, next }) => {
  const { viewer, deps } = ctx
  if (!viewer || !(await isAdmin(deps.db, viewer)))
    throw new TRPCError({ code: 'NOT_FOUND', message: `No procedure found on path "${path}"` })
  return await next({ ctx: { ...ctx, viewer } })
})
