import {
  albumRef,
  artistRef,
  browseInput,
  genresInput,
  liveAlbumInput,
  popularArtistsInput,
  popularInput,
  searchInput,
} from '../../shared/catalog.ts'
import { publicProcedure, router } from '../core/trpc.ts'
import { getArtist, getArtistPicture, popularArtists, searchArtists } from './artists.ts'
import { browseAlbums, browsePopular } from './browse.ts'
import { withBudget } from './budget.ts'
import { listGenres } from './genres.ts'
import { liveAlbum } from './live.ts'
import { searchOwnAlbums } from './ownSearch.ts'
import { getAlbum } from './queries.ts'
import { searchAlbums } from './search.ts'

export const catalogRouter = router({
  known: publicProcedure.input(searchInput).query(({ ctx, input }) => searchOwnAlbums(ctx.deps, input)),
  search: publicProcedure.input(searchInput).query(({ ctx, input }) => searchAlbums(withBudget(ctx), input)),
  popular: publicProcedure
    .input(popularInput)
    .query(({ ctx, input }) => browsePopular(withBudget(ctx), input)),
  browse: publicProcedure.input(browseInput).query(({ ctx, input }) => browseAlbums(withBudget(ctx), input)),
  genres: publicProcedure.input(genresInput).query(({ ctx, input }) => listGenres(ctx.deps, input)),
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
