import { TRPCError } from '@trpc/server'
import { publicProcedure } from '../core/trpc.ts'
import { isAdmin } from '../users/roles.ts'

/** The error for a procedure that does not exist, which everyone without access gets. */
export const noProcedure = (path: string): TRPCError =>
  new TRPCError({ code: 'NOT_FOUND', message: `No procedure found on path "${path}"` })

export const adminProcedure = publicProcedure.use(async ({ ctx, path, next }) => {
  const { viewer, deps } = ctx
  if (!viewer || !(await isAdmin(deps.db, viewer))) throw noProcedure(path)
  return await next({ ctx: { ...ctx, viewer } })
})
