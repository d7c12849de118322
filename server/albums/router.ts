import { addAlbumInput, albumInput } from '../../shared/albums.ts'
import { withBudget } from '../catalog/budget.ts'
import { router, signedIn } from '../core/trpc.ts'
import { addAlbum } from './add.ts'
import { getEntry } from './queries.ts'
import { removeAlbum } from './removal.ts'

export const albumsRouter = router({
  add: signedIn
    .input(addAlbumInput)
    .mutation(({ ctx, input }) => addAlbum(withBudget(ctx), ctx.viewer, input)),
  get: signedIn.input(albumInput).query(({ ctx, input }) => getEntry(ctx.deps, ctx.viewer, input)),
  remove: signedIn.input(albumInput).mutation(({ ctx, input }) => removeAlbum(ctx.deps, ctx.viewer, input)),
})
