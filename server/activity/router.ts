import { feedInput } from '../../shared/activity.ts'
import { liveInput } from '../../shared/page.ts'
import { router, signedIn } from '../core/trpc.ts'
import { liveActivity } from './live.ts'
import { getFeed, getNewest } from './queries.ts'

export const activityRouter = router({
  feed: signedIn.input(feedInput).query(({ ctx, input }) => getFeed(ctx.deps, ctx.viewer, input)),
  newest: signedIn.query(({ ctx }) => getNewest(ctx.deps, ctx.viewer)),
  live: signedIn
    .input(liveInput)
    .subscription(({ ctx, input, signal }) => liveActivity(ctx.deps, ctx.viewer, input, signal!)),
})
