import { albumRef, artistRef, popularInput, searchInput } from '../../shared/catalog.ts'
import { publicProcedure, router } from '../trpc.ts'
import { getArtist, getArtistPicture, popularArtists, searchArtists } from './artists.ts'
import { getAlbum, popularAlbums, searchAlbums } from './queries.ts'

export const catalogRouter = router({
  search: publicProcedure.input(searchInput).query(({ ctx, input }) => searchAlbums(ctx.deps, input)),
  popular: publicProcedure.input(popularInput).query(({ ctx, input }) => popularAlbums(ctx.deps, input)),
  album: publicProcedure.input(albumRef).query(({ ctx, input }) => getAlbum(ctx.deps, input)),
  searchArtists: publicProcedure.input(searchInput).query(({ ctx, input }) => searchArtists(ctx.deps, input)),
  popularArtists: publicProcedure
    .input(popularInput)
    .query(({ ctx, input }) => popularArtists(ctx.deps, input)),
  artist: publicProcedure.input(artistRef).query(({ ctx, input }) => getArtist(ctx.deps, input)),
  artistPicture: publicProcedure
    .input(artistRef)
    .query(({ ctx, input }) => getArtistPicture(ctx.deps, input)),
})
