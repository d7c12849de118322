import { pickInput, setFavoriteInput, setTopInput } from '../../../shared/favorites.ts'
import { albumShelfInput } from '../../../shared/logs.ts'
import { withBudget } from '../../catalog/budget.ts'
import { publicProcedure, router, signedInToSwitch } from '../../core/trpc.ts'
import { orFirstAnswer } from '../../submissions/submissions.ts'
import { pickAlbums, setFavorite, setTop } from './mutations.ts'
import { listFavorites } from './queries.ts'

export const favoritesRouter = router({
  of: publicProcedure
    .input(albumShelfInput)
    .query(({ ctx, input }) => listFavorites(ctx.deps, ctx.viewer, input)),
  set: signedInToSwitch
    .input(setFavoriteInput)
    .mutation(({ ctx, input }) =>
      orFirstAnswer(ctx, { procedure: 'favorites.set', id: input.submission }, () =>
        setFavorite(withBudget(ctx), ctx.viewer, input),
      ),
    ),
  setTop: signedInToSwitch
    .input(setTopInput)
    .mutation(({ ctx, input }) => setTop(withBudget(ctx), ctx.viewer, input)),
  pick: signedInToSwitch
    .input(pickInput)
    .mutation(({ ctx, input }) => pickAlbums(withBudget(ctx), ctx.viewer, input)),
})
