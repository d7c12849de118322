import {
  changeEmailInput,
  changePasswordInput,
  emailLinkInput,
  resetPasswordInput,
} from '../../shared/auth.ts'
import { proofInput } from '../../shared/passkeys.ts'
import { publicProcedure, router, signedIn } from '../core/trpc.ts'
import { changeEmail, getEmail, openEmailLink, readEmailLink, sendConfirmation } from './email.ts'
import { changePassword, resetPassword } from './password.ts'
import { deleteAccount } from './removal.ts'

/** Called `auth.…` (server/router.ts). */
export const accountRouter = router({
  resetPassword: publicProcedure
    .input(resetPasswordInput)
    .mutation(({ ctx, input }) => resetPassword(ctx.deps, ctx, input)),
  changePassword: signedIn
    .input(changePasswordInput)
    .mutation(({ ctx, input }) => changePassword(ctx.deps, ctx, ctx.viewer, input)),
  email: signedIn.query(({ ctx }) => getEmail(ctx.deps, ctx.viewer)),
  sendConfirmation: signedIn.mutation(({ ctx }) =>
    sendConfirmation(ctx.deps, ctx, ctx.viewer, ctx.texts().language),
  ),
  changeEmail: signedIn
    .input(changeEmailInput)
    .mutation(({ ctx, input }) => changeEmail(ctx.deps, ctx, ctx.viewer, input, ctx.texts().language)),
  /** a mutation, so that the token is in no URL and no access log */
  readEmailLink: publicProcedure
    .input(emailLinkInput)
    .mutation(({ ctx, input }) => readEmailLink(ctx.deps, input)),
  confirmEmail: publicProcedure
    .input(emailLinkInput)
    .mutation(({ ctx, input }) => openEmailLink(ctx.deps, ctx, input, ctx.texts().language)),
  deleteAccount: signedIn
    .input(proofInput)
    .mutation(({ ctx, input }) => deleteAccount(ctx.deps, ctx, ctx.viewer, input)),
})
