import { loginInput, registerInput } from '../../shared/auth.ts'
import { publicProcedure, router } from '../trpc.ts'
import { login, logout, register } from './mutations.ts'

export const authRouter = router({
  /** who is signed in, as he sees himself; null for a visitor */
  me: publicProcedure.query(({ ctx }) => ctx.viewer?.view ?? null),
  register: publicProcedure.input(registerInput).mutation(({ ctx, input }) => register(ctx.deps, ctx, input)),
  login: publicProcedure.input(loginInput).mutation(({ ctx, input }) => login(ctx.deps, ctx, input)),
  logout: publicProcedure.mutation(({ ctx }) => logout(ctx.deps, ctx, ctx.viewer)),
})
