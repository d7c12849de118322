import { z } from 'zod'
import { nicknameInput, updateProfileInput, userSearchInput } from '../../shared/users.ts'
import { publicProcedure, router, signedIn, signedInToSwitch } from '../core/trpc.ts'
import { finishWelcome, updateProfile } from './mutations.ts'
import { removeAvatar } from './picture.ts'
import { getProfile, searchUsers } from './queries.ts'

/** `after` is the last nickname of the previous page; the API reads one user more than its page has. */
const searchInput = userSearchInput.extend({
  after: z.string().max(400).optional(),
  limit: z.int().min(1).max(101).optional(),
})

export const usersRouter = router({
  profile: publicProcedure
    .input(nicknameInput)
    .query(({ ctx, input }) => getProfile(ctx.deps, ctx.viewer, input)),
  search: publicProcedure
    .input(searchInput)
    .query(({ ctx, input }) => searchUsers(ctx.deps, ctx.viewer, input)),
  update: signedIn
    .input(updateProfileInput)
    .mutation(({ ctx, input }) => updateProfile(ctx.deps, ctx.viewer, input)),
  removePicture: signedIn.mutation(({ ctx }) => removeAvatar(ctx.deps, ctx.viewer)),
  welcome: signedInToSwitch.mutation(({ ctx }) => finishWelcome(ctx.deps, ctx.viewer)),
})
