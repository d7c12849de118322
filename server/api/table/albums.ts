import { z } from 'zod'
import { unauthorized } from '../../lib/errors.ts'
import { answers } from '../answers.ts'
import { numberedPages } from '../paging.ts'
import { get, list, live, type Row } from '../row.ts'

const query = z.string().optional()

export const albumRows: Row[] = [
  list({
    path: '/albums',
    procedure: ['catalog.search', 'catalog.popular'],
    who: 'public',
    name: 'searchAlbums',
    query: { query },
    item: answers.AlbumCard,
    call: ({ caller, query: { query: text, ...page } }) =>
      numberedPages(page, async (number) => {
        const found = text
          ? await caller.catalog.search({ query: text, page: number })
          : await caller.catalog.popular({ page: number })
        return { items: found.albums, hasNext: found.hasNext }
      }),
  }),
  get({
    path: '/albums/{artist}/{album}',
    procedure: 'catalog.album',
    who: 'public',
    name: 'getAlbum',
    answer: answers.AlbumDetails,
    call: ({ caller, params }) => caller.catalog.album(params),
  }),
  get({
    path: '/albums/{artist}/{album}/stats',
    procedure: 'logs.stats',
    who: 'public',
    name: 'getAlbumStats',
    answer: answers.RatingStats,
    call: ({ caller, params }) => caller.logs.stats(params),
  }),
  list({
    path: '/albums/{artist}/{album}/reviews',
    procedure: 'logs.reviews',
    who: 'public',
    name: 'listAlbumReviews',
    query: { sort: z.enum(['newest', 'liked']).default('newest') },
    item: answers.Review,
    call: ({ caller, params, query: page }) => caller.logs.reviews({ ...params, ...page }),
  }),
  live({
    path: '/albums/{artist}/{album}/reviews/live',
    procedure: 'logs.liveReviews',
    who: 'public',
    name: 'watchAlbumReviews',
    events: ['review.saved', 'review.removed', 'review.liked', 'review.commented', 'user.changed'],
    call: ({ caller, params, query: after }) => caller.logs.liveReviews({ ...params, ...after }),
  }),
  get({
    path: '/albums/{artist}/{album}/mine',
    procedure: 'logs.mine',
    who: 'read',
    name: 'getAlbumState',
    answer: answers.AlbumState,
    call: ({ caller, params }) => caller.logs.mine(params),
  }),
  list({
    path: '/albums/{artist}/{album}/listens',
    procedure: 'logs.listens',
    who: 'public',
    name: 'listAlbumListens',
    query: { nickname: z.string().optional() },
    item: answers.Listen,
    call: async ({ caller, context, params, query: page }) => {
      if (page.nickname === undefined && !context.viewer) throw unauthorized('auth.loginRequired')
      return await caller.logs.listens({ ...params, ...page })
    },
  }),
  list({
    path: '/artists',
    procedure: ['catalog.searchArtists', 'catalog.popularArtists'],
    who: 'public',
    name: 'searchArtists',
    query: { query },
    item: answers.ArtistCard,
    call: ({ caller, query: { query: text, ...page } }) =>
      numberedPages(page, async (number) => {
        const found = text
          ? await caller.catalog.searchArtists({ query: text, page: number })
          : await caller.catalog.popularArtists({ page: number })
        return { items: found.artists, hasNext: found.hasNext }
      }),
  }),
  get({
    path: '/artists/{artist}',
    procedure: 'catalog.artist',
    who: 'public',
    name: 'getArtist',
    answer: answers.ArtistDetails,
    call: ({ caller, params }) => caller.catalog.artist(params),
  }),
]
