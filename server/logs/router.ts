import { albumRef } from '../../shared/catalog.ts'
import * as shared from '../../shared/logs.ts'
import { liveInput } from '../../shared/page.ts'
import { withBudget } from '../catalog/budget.ts'
import { publicProcedure, router, signedIn, signedInToLike } from '../core/trpc.ts'
import { likeReview } from './likes.ts'
import { liveOwnLogs } from './live.ts'
import { addLog, removeLog, saveLog, setListened } from './mutations.ts'
import { getAlbumState, getHoldings, listListens, listOwnRatings } from './read/queries.ts'
import { listReviews, liveReviews } from './read/reviews.ts'
import { listDiary, listListened, listReviewsBy } from './read/shelf.ts'
import { listStates } from './read/states.ts'
import { getStats } from './read/stats.ts'

export const logsRouter = router({
  /** The viewer's newest listening of an album, or the one with the given id, and whether the album is a favorite. */
  mine: signedIn
    .input(shared.mineInput)
    .query(({ ctx, input }) => getAlbumState(ctx.deps, ctx.viewer, input)),
  /** A user's listenings of an album; the viewer's own by default. */
  listens: publicProcedure
    .input(shared.listensInput)
    .query(({ ctx, input }) => listListens(ctx.deps, ctx.viewer, input)),
  /** Notifies all tabs of the viewer that their listenings of an album changed. */
  live: signedIn
    .input(liveInput)
    .subscription(({ ctx, input, signal }) => liveOwnLogs(ctx.deps, ctx.viewer, input, signal!)),
  /** The viewer's rated listenings of an album, oldest first. */
  ratings: signedIn.input(albumRef).query(({ ctx, input }) => listOwnRatings(ctx.deps, ctx.viewer, input)),
  /** Counts what would be deleted with the viewer's listenings of an album. */
  holdings: signedIn.input(albumRef).query(({ ctx, input }) => getHoldings(ctx.deps, ctx.viewer, input)),
  /** The viewer's marks for all album cards of a page. */
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
    .input(shared.shelfInput)
    .query(({ ctx, input }) => listListened(ctx.deps, ctx.viewer, input)),
  diary: publicProcedure
    .input(shared.shelfInput)
    .query(({ ctx, input }) => listDiary(ctx.deps, ctx.viewer, input)),
  reviewsBy: publicProcedure
    .input(shared.shelfInput)
    .query(({ ctx, input }) => listReviewsBy(ctx.deps, ctx.viewer, input)),
  save: signedIn
    .input(shared.saveLogInput)
    .mutation(({ ctx, input }) => saveLog(withBudget(ctx), ctx.viewer, input)),
  add: signedIn
    .input(shared.addLogInput)
    .mutation(({ ctx, input }) => addLog(withBudget(ctx), ctx.viewer, input)),
  setListened: signedIn
    .input(shared.setListenedInput)
    .mutation(({ ctx, input }) => setListened(withBudget(ctx), ctx.viewer, input)),
  remove: signedIn
    .input(shared.removeLogInput)
    .mutation(({ ctx, input }) => removeLog(ctx.deps, ctx.viewer, input)),
  like: signedInToLike
    .input(shared.likeInput)
    .mutation(({ ctx, input }) => likeReview(ctx.deps, ctx.viewer, input)),
})
