import { setFollowInput } from '../../shared/follows.ts'
import { router, signedIn } from '../trpc.ts'
import { setFollow } from './mutations.ts'

export const followsRouter = router({
  set: signedIn.input(setFollowInput).mutation(({ ctx, input }) => setFollow(ctx.deps, ctx.viewer, input)),
})
