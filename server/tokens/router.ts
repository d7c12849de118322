import { createTokenInput, revokeTokenInput } from '../../shared/tokens.ts'
import { router, signedIn, signedInToSwitch } from '../core/trpc.ts'
import { createToken, revokeToken } from './mutations.ts'
import { listTokens } from './queries.ts'

export const tokensRouter = router({
  mine: signedIn.query(({ ctx }) => listTokens(ctx.deps, ctx.viewer)),
  create: signedInToSwitch
    .input(createTokenInput)
    .mutation(({ ctx, input }) => createToken(ctx.deps, ctx, ctx.viewer, input)),
  revoke: signedIn
    .input(revokeTokenInput)
    .mutation(({ ctx, input }) => revokeToken(ctx.deps, ctx, ctx.viewer, input)),
})
