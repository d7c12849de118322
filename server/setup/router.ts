import { firstAccountInput, setupStateInput } from '../../shared/setup.ts'
import { adminProcedure, noProcedure } from '../admin/access.ts'
import { publicProcedure, router } from '../core/trpc.ts'
import { tokenHash } from '../lib/crypto.ts'
import { createFirstAdmin } from './account.ts'
import { finishSetup, isLinkGood } from './link.ts'
import { readSetupState } from './state.ts'

/** The token of an input that is not parsed yet; another value than a text is a wrong one. */
async function tokenIn(getRawInput: () => Promise<unknown>): Promise<string | undefined> {
  const input = await getRawInput().catch(() => null)
  const token = typeof input === 'object' && input !== null && 'token' in input ? input.token : undefined
  return token === undefined || typeof token === 'string' ? token : ''
}

// The link is checked before the input is parsed: the mistakes of an input would show that the procedure exists.

export const setupRouter = router({
  state: publicProcedure
    .use(async ({ ctx, path, getRawInput, next }) => {
      const state = await readSetupState(ctx, { token: await tokenIn(getRawInput) })
      if (!state) throw noProcedure(path)
      return await next({ ctx: { ...ctx, state } })
    })
    .input(setupStateInput)
    .query(({ ctx }) => ctx.state),
  createAccount: publicProcedure
    .use(async ({ ctx, path, getRawInput, next }) => {
      const token = await tokenIn(getRawInput)
      if (token === undefined || !(await isLinkGood(ctx.deps.db, tokenHash(token)))) throw noProcedure(path)
      return await next()
    })
    .input(firstAccountInput)
    .mutation(({ ctx, input, path }) =>
      createFirstAdmin(ctx.deps, ctx, input, { path, language: ctx.texts().language }),
    ),
  finish: adminProcedure.mutation(({ ctx }) => finishSetup(ctx.deps)),
})
