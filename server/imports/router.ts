import * as shared from '../../shared/imports.ts'
import { liveInput } from '../../shared/page.ts'
import { withBudget } from '../catalog/budget.ts'
import { router, signedIn, signedInToSwitch } from '../core/trpc.ts'
import { liveImports } from './live.ts'
import { cancelImport, chooseAlbum, confirmHeard, setImport, startImport, undoImport } from './mutations.ts'
import { getImport, listImports, listProposals, listRows } from './queries.ts'

export const importsRouter = router({
  list: signedIn
    .input(shared.importListInput)
    .query(({ ctx, input }) => listImports(ctx.deps, ctx.viewer, input, ctx.texts())),
  get: signedIn
    .input(shared.importInput)
    .query(({ ctx, input }) => getImport(ctx.deps, ctx.viewer, input, ctx.texts())),
  rows: signedIn
    .input(shared.importRowsInput)
    .query(({ ctx, input }) => listRows(ctx.deps, ctx.viewer, input, ctx.texts())),
  proposals: signedIn
    .input(shared.proposalsInput)
    .query(({ ctx, input }) => listProposals(ctx.deps, ctx.viewer, input)),
  choose: signedInToSwitch
    .input(shared.chooseInput)
    .mutation(({ ctx, input }) => chooseAlbum(withBudget(ctx), ctx.viewer, input)),
  confirm: signedInToSwitch
    .input(shared.importInput)
    .mutation(({ ctx, input }) => confirmHeard(ctx.deps, ctx.viewer, input)),
  set: signedInToSwitch
    .input(shared.setImportInput)
    .mutation(({ ctx, input }) => setImport(ctx.deps, ctx.viewer, input)),
  start: signedInToSwitch
    .input(shared.importInput)
    .mutation(({ ctx, input }) => startImport(ctx.deps, ctx.viewer, input)),
  cancel: signedIn
    .input(shared.importInput)
    .mutation(({ ctx, input }) => cancelImport(ctx.deps, ctx.viewer, input)),
  undo: signedIn
    .input(shared.importInput)
    .mutation(({ ctx, input }) => undoImport(ctx.deps, ctx.viewer, input)),
  live: signedIn
    .input(liveInput)
    .subscription(({ ctx, input, signal }) => liveImports(ctx.deps, ctx.viewer, input, signal!)),
})
