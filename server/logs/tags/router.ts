import * as shared from '../../../shared/tags.ts'
import { publicProcedure, router, signedIn } from '../../core/trpc.ts'
import { renameOwnTag } from './mutations.ts'
import { getRenaming, listTagged, listTags, suggestTags } from './queries.ts'

export const tagsRouter = router({
  list: publicProcedure
    .input(shared.tagListInput)
    .query(({ ctx, input }) => listTags(ctx.deps, ctx.viewer, input)),
  listenings: publicProcedure
    .input(shared.taggedInput)
    .query(({ ctx, input }) => listTagged(ctx.deps, ctx.viewer, input)),
  suggest: signedIn
    .input(shared.suggestInput)
    .query(({ ctx, input }) => suggestTags(ctx.deps, ctx.viewer, input)),
  renaming: signedIn
    .input(shared.renamingInput)
    .query(({ ctx, input }) => getRenaming(ctx.deps, ctx.viewer, input)),
  rename: signedIn
    .input(shared.renameTagInput)
    .mutation(({ ctx, input }) => renameOwnTag(ctx.deps, ctx.viewer, input)),
})
