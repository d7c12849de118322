import * as shared from '../../shared/moderation.ts'
import { withBudget } from '../catalog/budget.ts'
import { router, signedIn } from '../core/trpc.ts'
import { moderatorProcedure } from './access.ts'
import { act, undo } from './actions.ts'
import { liveReports } from './live.ts'
import { mergeAlbums, previewMerge } from './merges.ts'
import { getOwnReport, sendReport } from './mutations.ts'
import { countOpen, getReport, listReports } from './queries.ts'
import { listTrail } from './trail.ts'

export const moderationRouter = router({
  report: signedIn
    .input(shared.reportInput)
    .mutation(({ ctx, input }) => sendReport(ctx.deps, ctx.viewer, input)),
  own: signedIn
    .input(shared.ownReportInput)
    .query(({ ctx, input }) => getOwnReport(ctx.deps, ctx.viewer, input)),
  count: moderatorProcedure.query(({ ctx }) => countOpen(ctx.deps, ctx.viewer)),
  reports: moderatorProcedure
    .input(shared.reportsInput)
    .query(({ ctx, input }) => listReports(ctx.deps, ctx.viewer, input)),
  get: moderatorProcedure
    .input(shared.reportIdInput)
    .query(({ ctx, input }) => getReport(ctx.deps, ctx.viewer, input)),
  act: moderatorProcedure
    .input(shared.actInput)
    .mutation(({ ctx, input }) => act(ctx.deps, ctx.viewer, input)),
  mergePreview: moderatorProcedure
    .input(shared.mergePreviewInput)
    .query(({ ctx, input }) => previewMerge(withBudget(ctx), input)),
  merge: moderatorProcedure
    .input(shared.mergeInput)
    .mutation(({ ctx, input }) => mergeAlbums(withBudget(ctx), ctx.viewer, input)),
  undo: moderatorProcedure
    .input(shared.undoInput)
    .mutation(({ ctx, input }) => undo(ctx.deps, ctx.viewer, input)),
  audit: moderatorProcedure
    .input(shared.trailInput)
    .query(({ ctx, input }) => listTrail(ctx.deps, ctx.viewer, input)),
  live: moderatorProcedure
    .input(shared.liveReportsInput)
    .subscription(({ ctx, input, signal }) => liveReports(ctx.deps, ctx.viewer, input, signal!)),
})
