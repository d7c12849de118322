import { nicknameInput, userSearchInput } from '../../shared/users.ts'
import { publicProcedure, router } from '../trpc.ts'
import { getProfile, searchUsers } from './queries.ts'

export const usersRouter = router({
  profile: publicProcedure.input(nicknameInput).query(({ ctx, input }) => getProfile(ctx.deps, ctx.viewer, input)),
  search: publicProcedure.input(userSearchInput).query(({ ctx, input }) => searchUsers(ctx.deps, input)),
})
