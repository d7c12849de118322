import { statsInput, yearInput } from '../../shared/stats.ts'
import { publicProcedure, router } from '../core/trpc.ts'
import { getStats, getYear } from './queries.ts'

export const statsRouter = router({
  of: publicProcedure.input(statsInput).query(({ ctx, input }) => getStats(ctx.deps, ctx.viewer, input)),
  year: publicProcedure.input(yearInput).query(({ ctx, input }) => getYear(ctx.deps, ctx.viewer, input)),
})
