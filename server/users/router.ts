import { nicknameInput, updateProfileInput, userSearchInput } from '../../shared/users.ts'
import { publicProcedure, router, signedIn, signedInToSwitch } from '../core/trpc.ts'
import { finishWelcome, updateProfile } from './mutations.ts'
import { removeAvatar } from './picture.ts'
import { getProfile, searchUsers } from './queries.ts'

export const usersRouter = router({
  profile: publicProcedure
    .input(nicknameInput)
    .query(({ ctx, input }) => getProfile(ctx.deps, ctx.viewer, input)),
  search: publicProcedure
    .input(userSearchInput)
    .query(({ ctx, input }) => searchUsers(ctx.deps, ctx.viewer, input)),
  update: signedIn
    .input(updateProfileInput)
    .mutation(({ ctx, input }) => updateProfile(ctx.deps, ctx.viewer, input)),
  removePicture: signedIn.mutation(({ ctx }) => removeAvatar(ctx.deps, ctx.viewer)),
  welcome: signedInToSwitch.mutation(({ ctx }) => finishWelcome(ctx.deps, ctx.viewer)),
})
