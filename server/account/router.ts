import { changePasswordInput, deleteAccountInput, resetPasswordInput } from '../../shared/auth.ts'
import { publicProcedure, router, signedIn } from '../trpc.ts'
import { deleteAccount } from './deletion.ts'
import { changePassword, resetPassword } from './passwordChange.ts'

/** The life of an account; its procedures are called `auth.…` (server/router.ts). */
export const accountRouter = router({
  resetPassword: publicProcedure
    .input(resetPasswordInput)
    .mutation(({ ctx, input }) => resetPassword(ctx.deps, ctx, input)),
  changePassword: signedIn
    .input(changePasswordInput)
    .mutation(({ ctx, input }) => changePassword(ctx.deps, ctx, ctx.viewer, input)),
  deleteAccount: signedIn
    .input(deleteAccountInput)
    .mutation(({ ctx, input }) => deleteAccount(ctx.deps, ctx, ctx.viewer, input)),
})
