import { feedInput } from '../../shared/activity.ts'
import { liveInput } from '../../shared/page.ts'
import { router, signedIn } from '../core/trpc.ts'
import { liveActivity } from './live.ts'
import { getFeed } from './queries.ts'

export const activityRouter = router({
  feed: signedIn.input(feedInput).query(({ ctx, input }) => getFeed(ctx.deps, ctx.viewer, input)),
  live: signedIn
    .input(liveInput)
    .subscription(({ ctx, input, signal }) => liveActivity(ctx.deps, ctx.viewer, input, signal!)),
})
