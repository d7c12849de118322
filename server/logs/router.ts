import { albumRef } from '../../shared/catalog.ts'
import * as shared from '../../shared/logs.ts'
import { liveInput } from '../../shared/page.ts'
import { withBudget } from '../catalog/budget.ts'
import { publicProcedure, router, signedIn, signedInToLike } from '../core/trpc.ts'
import { orFirstAnswer } from '../submissions/submissions.ts'
import { likeReview } from './likes.ts'
import { liveOwnLogs } from './live.ts'
import { addLog, removeLog, saveLog, setListened } from './mutations.ts'
import { getAlbumState, getHoldings, listListens, listOwnRatings } from './read/queries.ts'
import { listReviews, liveReviews } from './read/reviews.ts'
import { listDiary, listListened, listReviewsBy } from './read/shelf.ts'
import { listStates } from './read/states.ts'
import { getStats } from './read/stats.ts'

export const logsRouter = router({
  mine: signedIn
    .input(shared.mineInput)
    .query(({ ctx, input }) => getAlbumState(ctx.deps, ctx.viewer, input)),
  listens: publicProcedure
    .input(shared.listensInput)
    .query(({ ctx, input }) => listListens(ctx.deps, ctx.viewer, input)),
  live: signedIn
    .input(liveInput)
    .subscription(({ ctx, input, signal }) => liveOwnLogs(ctx.deps, ctx.viewer, input, signal!)),
  ratings: signedIn.input(albumRef).query(({ ctx, input }) => listOwnRatings(ctx.deps, ctx.viewer, input)),
  holdings: signedIn.input(albumRef).query(({ ctx, input }) => getHoldings(ctx.deps, ctx.viewer, input)),
  states: signedIn
    .input(shared.statesInput)
    .query(({ ctx, input }) => listStates(ctx.deps, ctx.viewer, input)),
  stats: publicProcedure.input(albumRef).query(({ ctx, input }) => getStats(ctx.deps, input)),
  reviews: publicProcedure
    .input(shared.reviewsInput)
    .query(({ ctx, input }) => listReviews(ctx.deps, ctx.viewer, input)),
  liveReviews: publicProcedure
    .input(shared.liveReviewsInput)
    .subscription(({ ctx, input, signal }) => liveReviews(ctx.deps, ctx.viewer, input, signal!)),
  listened: publicProcedure
    .input(shared.albumShelfInput)
    .query(({ ctx, input }) => listListened(ctx.deps, ctx.viewer, input)),
  diary: publicProcedure
    .input(shared.shelfInput)
    .query(({ ctx, input }) => listDiary(ctx.deps, ctx.viewer, input)),
  reviewsBy: publicProcedure
    .input(shared.shelfInput)
    .query(({ ctx, input }) => listReviewsBy(ctx.deps, ctx.viewer, input)),
  save: signedIn
    .input(shared.saveLogInput)
    .mutation(({ ctx, input }) =>
      orFirstAnswer(ctx, { procedure: 'logs.save', id: input.submission }, () =>
        saveLog(withBudget(ctx), ctx.viewer, input),
      ),
    ),
  add: signedIn
    .input(shared.addLogInput)
    .mutation(({ ctx, input }) =>
      orFirstAnswer(ctx, { procedure: 'logs.add', id: input.submission }, () =>
        addLog(withBudget(ctx), ctx.viewer, input),
      ),
    ),
  setListened: signedIn
    .input(shared.setListenedInput)
    .mutation(({ ctx, input }) =>
      orFirstAnswer(ctx, { procedure: 'logs.setListened', id: input.submission }, () =>
        setListened(withBudget(ctx), ctx.viewer, input),
      ),
    ),
  remove: signedIn
    .input(shared.removeLogInput)
    .mutation(({ ctx, input }) => removeLog(ctx.deps, ctx.viewer, input)),
  like: signedInToLike
    .input(shared.likeInput)
    .mutation(({ ctx, input }) => likeReview(ctx.deps, ctx.viewer, input)),
})
