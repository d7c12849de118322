import {
  endSessionInput,
  forgotPasswordInput,
  invitationInput,
  loginInput,
  registerInput,
} from '../../shared/auth.ts'
import { callerUnknownProcedure, publicProcedure, router, signedIn } from '../core/trpc.ts'
import { accountOf } from '../users/handle.ts'
import { forgotPassword } from './forgotPassword.ts'
import { isInvitationGood } from './invitations.ts'
import { endListedSession, login, logout, register } from './mutations.ts'
import { getSignInMeans, signInOptions } from './queries.ts'
import { endOtherSessions, listSessions } from './sessions.ts'

export const authRouter = router({
  me: publicProcedure.query(({ ctx }) => ctx.viewer?.view ?? null),
  account: signedIn.query(async ({ ctx }) => ({ account: await accountOf(ctx.deps, ctx.viewer.id) })),
  options: publicProcedure.query(({ ctx }) => signInOptions(ctx.deps)),
  invitation: publicProcedure
    .input(invitationInput)
    .query(async ({ ctx, input }) => ({ good: await isInvitationGood(ctx.deps, input.code) })),
  register: publicProcedure
    .input(registerInput)
    .mutation(({ ctx, input }) => register(ctx.deps, ctx, input, ctx.texts().language)),
  login: callerUnknownProcedure.input(loginInput).mutation(({ ctx, input }) => login(ctx.deps, ctx, input)),
  forgotPassword: publicProcedure
    .input(forgotPasswordInput)
    .mutation(({ ctx, input }) => forgotPassword(ctx.deps, ctx, input, ctx.texts().language)),
  logout: publicProcedure.mutation(({ ctx }) => logout(ctx.deps, ctx, ctx.viewer)),
  means: signedIn.query(({ ctx }) => getSignInMeans(ctx.deps, ctx.viewer)),
  sessions: signedIn.query(({ ctx }) => listSessions(ctx.deps, ctx.viewer, ctx.texts())),
  endSession: signedIn
    .input(endSessionInput)
    .mutation(({ ctx, input }) => endListedSession(ctx.deps, ctx, ctx.viewer, input)),
  endOtherSessions: signedIn.mutation(({ ctx }) => endOtherSessions(ctx.deps, ctx, ctx.viewer)),
})
