import { addPasskeyInput, passkeyLoginInput, proofInput, removePasskeyInput } from '../../shared/passkeys.ts'
import { callerUnknownProcedure, publicProcedure, router, signedIn } from '../core/trpc.ts'
import { beginLogin, loginWithPasskey } from './login.ts'
import { addPasskey, beginAdding, beginProof, removePasskey } from './mutations.ts'
import { listPasskeys } from './queries.ts'

export const passkeysRouter = router({
  mine: signedIn.query(({ ctx }) => listPasskeys(ctx.deps, ctx, ctx.viewer, ctx.texts())),
  beginLogin: publicProcedure.mutation(({ ctx }) => beginLogin(ctx.deps, ctx)),
  login: callerUnknownProcedure
    .input(passkeyLoginInput)
    .mutation(({ ctx, input }) => loginWithPasskey(ctx.deps, ctx, input)),
  beginProof: signedIn.mutation(({ ctx }) => beginProof(ctx.deps, ctx.viewer)),
  beginAdding: signedIn
    .input(proofInput)
    .mutation(({ ctx, input }) => beginAdding(ctx.deps, ctx, ctx.viewer, input)),
  add: signedIn
    .input(addPasskeyInput)
    .mutation(({ ctx, input }) => addPasskey(ctx.deps, ctx, ctx.viewer, input, ctx.texts())),
  remove: signedIn
    .input(removePasskeyInput)
    .mutation(({ ctx, input }) => removePasskey(ctx.deps, ctx, ctx.viewer, input)),
})
