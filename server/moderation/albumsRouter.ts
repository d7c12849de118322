import { editAlbumInput } from '../../shared/albums.ts'
import { router, signedIn } from '../core/trpc.ts'
import { editAlbum } from './albumEdits.ts'

/** Part of the router `albums`: moderators edit every album, and leave a line in the trail. */
export const albumEditsRouter = router({
  edit: signedIn.input(editAlbumInput).mutation(({ ctx, input }) => editAlbum(ctx.deps, ctx.viewer, input)),
})
