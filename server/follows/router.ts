import { followListInput, followRequestsInput, setFollowInput } from '../../shared/follows.ts'
import { liveInput } from '../../shared/page.ts'
import { nicknameInput } from '../../shared/users.ts'
import { publicProcedure, router, signedIn } from '../core/trpc.ts'
import { removeFollower, setFollow } from './mutations.ts'
import { listFollows } from './queries.ts'
import { listRequests, liveRequests } from './requestQueries.ts'
import { acceptRequest, declineRequest } from './requests.ts'

export const followsRouter = router({
  set: signedIn.input(setFollowInput).mutation(({ ctx, input }) => setFollow(ctx.deps, ctx.viewer, input)),
  followers: publicProcedure
    .input(followListInput)
    .query(({ ctx, input }) => listFollows(ctx.deps, ctx.viewer, 'followers', input)),
  following: publicProcedure
    .input(followListInput)
    .query(({ ctx, input }) => listFollows(ctx.deps, ctx.viewer, 'following', input)),
  removeFollower: signedIn
    .input(nicknameInput)
    .mutation(({ ctx, input }) => removeFollower(ctx.deps, ctx.viewer, input)),
  requests: signedIn
    .input(followRequestsInput)
    .query(({ ctx, input }) => listRequests(ctx.deps, ctx.viewer, input)),
  liveRequests: signedIn
    .input(liveInput)
    .subscription(({ ctx, input, signal }) => liveRequests(ctx.deps, ctx.viewer, input, signal!)),
  accept: signedIn
    .input(nicknameInput)
    .mutation(({ ctx, input }) => acceptRequest(ctx.deps, ctx.viewer, input)),
  decline: signedIn
    .input(nicknameInput)
    .mutation(({ ctx, input }) => declineRequest(ctx.deps, ctx.viewer, input)),
})
