import { listenLaterInput, moveListenLaterInput, setListenLaterInput } from '../../shared/listenLater.ts'
import { liveInput } from '../../shared/page.ts'
import { withBudget } from '../catalog/budget.ts'
import { router, signedIn, signedInToSwitch } from '../core/trpc.ts'
import { liveListenLater } from './live.ts'
import { moveListenLater, setListenLater } from './mutations.ts'
import { listFirst, listListenLater } from './queries.ts'

export const listenLaterRouter = router({
  list: signedIn
    .input(listenLaterInput)
    .query(({ ctx, input }) => listListenLater(ctx.deps, ctx.viewer, input)),
  first: signedIn.query(({ ctx }) => listFirst(ctx.deps, ctx.viewer)),
  set: signedInToSwitch
    .input(setListenLaterInput)
    .mutation(({ ctx, input }) => setListenLater(withBudget(ctx), ctx.viewer, input)),
  move: signedInToSwitch
    .input(moveListenLaterInput)
    .mutation(({ ctx, input }) => moveListenLater(ctx.deps, ctx.viewer, input)),
  live: signedIn
    .input(liveInput)
    .subscription(({ ctx, input, signal }) => liveListenLater(ctx.deps, ctx.viewer, input, signal!)),
})
