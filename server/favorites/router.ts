import { setFavoriteInput } from '../../shared/favorites.ts'
import { router, signedIn } from '../trpc.ts'
import { setFavorite } from './mutations.ts'

export const favoritesRouter = router({
  set: signedIn.input(setFavoriteInput).mutation(({ ctx, input }) => setFavorite(ctx.deps, ctx.viewer, input)),
})
