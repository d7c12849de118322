import { publicProcedure, router } from '../trpc.ts'
import { randomLists } from './queries.ts'

export const listsRouter = router({
  random: publicProcedure.query(({ ctx }) => randomLists(ctx.deps)),
})
