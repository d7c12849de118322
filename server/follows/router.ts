import { followListInput, setFollowInput } from '../../shared/follows.ts'
import { publicProcedure, router, signedIn } from '../trpc.ts'
import { setFollow } from './mutations.ts'
import { listFollows } from './queries.ts'

export const followsRouter = router({
  set: signedIn.input(setFollowInput).mutation(({ ctx, input }) => setFollow(ctx.deps, ctx.viewer, input)),
  followers: publicProcedure
    .input(followListInput)
    .query(({ ctx, input }) => listFollows(ctx.deps, ctx.viewer, 'followers', input)),
  following: publicProcedure
    .input(followListInput)
    .query(({ ctx, input }) => listFollows(ctx.deps, ctx.viewer, 'following', input)),
})
