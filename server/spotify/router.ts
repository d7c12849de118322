import { liveInput } from '../../shared/page.ts'
import { connectSpotifyInput, spotifyPlaylistInput } from '../../shared/spotify.ts'
import { nicknameInput } from '../../shared/users.ts'
import { publicProcedure, router, signedIn } from '../core/trpc.ts'
import { authorize, connect } from './connect.ts'
import { disconnect } from './disconnect.ts'
import { liveSpotify } from './live.ts'
import { getPlaylist, getStats, getStatus, isAvailable } from './queries.ts'
import { refreshStats } from './refreshStats.ts'
import { startSync } from './sync.ts'

export const spotifyRouter = router({
  available: publicProcedure.query(({ ctx }) => isAvailable(ctx.deps)),
  stats: publicProcedure
    .input(nicknameInput)
    .query(({ ctx, input }) => getStats(ctx.deps, ctx.viewer, input)),
  status: signedIn.query(({ ctx }) => getStatus(ctx.deps, ctx.viewer)),
  playlist: signedIn
    .input(spotifyPlaylistInput)
    .query(({ ctx, input }) => getPlaylist(ctx.deps, ctx.viewer, input)),
  authorize: signedIn.mutation(({ ctx }) => authorize(ctx.deps, ctx.viewer)),
  connect: signedIn
    .input(connectSpotifyInput)
    .mutation(({ ctx, input }) => connect(ctx.deps, ctx.viewer, input)),
  sync: signedIn.mutation(({ ctx }) => startSync(ctx.deps, ctx.viewer)),
  refresh: signedIn.mutation(({ ctx }) => refreshStats(ctx.deps, ctx.viewer)),
  disconnect: signedIn.mutation(({ ctx }) => disconnect(ctx.deps, ctx.viewer)),
  live: signedIn
    .input(liveInput)
    .subscription(({ ctx, input, signal }) => liveSpotify(ctx.deps, ctx.viewer, input, signal!)),
})
