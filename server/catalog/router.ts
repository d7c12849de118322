import { albumRef, popularInput, searchInput } from '../../shared/catalog.ts'
import { publicProcedure, router } from '../trpc.ts'
import { getAlbum, popularAlbums, searchAlbums } from './queries.ts'

export const catalogRouter = router({
  search: publicProcedure.input(searchInput).query(({ ctx, input }) => searchAlbums(ctx.deps, input)),
  popular: publicProcedure.input(popularInput).query(({ ctx, input }) => popularAlbums(ctx.deps, input)),
  album: publicProcedure.input(albumRef).query(({ ctx, input }) => getAlbum(ctx.deps, input)),
})
