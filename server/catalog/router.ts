import {
  albumRef,
  artistRef,
  liveAlbumInput,
  popularArtistsInput,
  popularInput,
  searchInput,
} from '../../shared/catalog.ts'
import { publicProcedure, router } from '../core/trpc.ts'
import { getArtist, getArtistPicture, popularArtists, searchArtists } from './artists.ts'
import { withBudget } from './budget.ts'
import { liveAlbum } from './live.ts'
import { getAlbum, popularAlbums, searchAlbums } from './queries.ts'

export const catalogRouter = router({
  search: publicProcedure.input(searchInput).query(({ ctx, input }) => searchAlbums(withBudget(ctx), input)),
  popular: publicProcedure
    .input(popularInput)
    .query(({ ctx, input }) => popularAlbums(withBudget(ctx), input)),
  album: publicProcedure
    .input(albumRef)
    .query(({ ctx, input }) => getAlbum(withBudget(ctx), ctx.viewer, input)),
  live: publicProcedure
    .input(liveAlbumInput)
    .subscription(({ ctx, input, signal }) => liveAlbum(ctx.deps, ctx.viewer, input, signal!)),
  searchArtists: publicProcedure
    .input(searchInput)
    .query(({ ctx, input }) => searchArtists(withBudget(ctx), input)),
  popularArtists: publicProcedure
    .input(popularArtistsInput)
    .query(({ ctx, input }) => popularArtists(withBudget(ctx), input)),
  artist: publicProcedure.input(artistRef).query(({ ctx, input }) => getArtist(withBudget(ctx), input)),
  artistPicture: publicProcedure
    .input(artistRef)
    .query(({ ctx, input }) => getArtistPicture(withBudget(ctx), input)),
})
