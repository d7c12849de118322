import { firstAccountInput, setupStateInput } from '../../shared/setup.ts'
import { adminProcedure, noProcedure } from '../admin/access.ts'
import { publicProcedure, router } from '../core/trpc.ts'
import { createFirstAdmin } from './account.ts'
import { finishSetup } from './link.ts'
import { readSetupState } from './state.ts'

export const setupRouter = router({
  state: publicProcedure.input(setupStateInput).query(async ({ ctx, input, path }) => {
    const state = await readSetupState(ctx, input)
    if (!state) throw noProcedure(path)
    return state
  }),
  createAccount: publicProcedure
    .input(firstAccountInput)
    .mutation(({ ctx, input, path }) =>
      createFirstAdmin(ctx.deps, ctx, input, { path, language: ctx.texts().language }),
    ),
  finish: adminProcedure.mutation(({ ctx }) => finishSetup(ctx.deps)),
})
