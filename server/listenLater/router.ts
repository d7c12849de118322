import { listenLaterInput, moveListenLaterInput, setListenLaterInput } from '../../shared/listenLater.ts'
import { liveInput } from '../../shared/page.ts'
import { withBudget } from '../catalog/budget.ts'
import { router, signedIn } from '../trpc.ts'
import { liveListenLater } from './live.ts'
import { moveListenLater, setListenLater } from './mutations.ts'
import { listListenLater } from './queries.ts'

/** What the viewer wants to listen to later; nobody else's can be asked for. */
export const listenLaterRouter = router({
  list: signedIn
    .input(listenLaterInput)
    .query(({ ctx, input }) => listListenLater(ctx.deps, ctx.viewer, input)),
  set: signedIn
    .input(setListenLaterInput)
    .mutation(({ ctx, input }) => setListenLater(withBudget(ctx), ctx.viewer, input)),
  move: signedIn
    .input(moveListenLaterInput)
    .mutation(({ ctx, input }) => moveListenLater(ctx.deps, ctx.viewer, input)),
  live: signedIn
    .input(liveInput)
    .subscription(({ ctx, input, signal }) => liveListenLater(ctx.deps, ctx.viewer, input, signal!)),
})
