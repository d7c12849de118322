import { albumRef } from '../../shared/catalog.ts'
import { removeLogInput, reviewsInput, saveLogInput } from '../../shared/logs.ts'
import { publicProcedure, router, signedIn } from '../trpc.ts'
import { removeLog, saveLog } from './mutations.ts'
import { getAlbumState, listReviews } from './queries.ts'

export const logsRouter = router({
  /** the viewer's own log and heart of an album */
  mine: signedIn.input(albumRef).query(({ ctx, input }) => getAlbumState(ctx.deps, ctx.viewer, input)),
  reviews: publicProcedure.input(reviewsInput).query(({ ctx, input }) => listReviews(ctx.deps, input)),
  save: signedIn.input(saveLogInput).mutation(({ ctx, input }) => saveLog(ctx.deps, ctx.viewer, input)),
  remove: signedIn.input(removeLogInput).mutation(({ ctx, input }) => removeLog(ctx.deps, ctx.viewer, input)),
})
