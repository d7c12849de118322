import { playingInput } from '../../shared/nowPlaying.ts'
import { liveInput } from '../../shared/page.ts'
import { promptInput } from '../../shared/playPrompts.ts'
import { ownPlaysInput, playInput, playsOfInput } from '../../shared/plays.ts'
import { nicknameInput } from '../../shared/users.ts'
import { publicProcedure, router, signedIn, signedInToSwitch } from '../core/trpc.ts'
import { livePlays } from './live.ts'
import { getNowPlaying } from './nowPlaying.ts'
import { listPlaying, livePlaying } from './playing.ts'
import { dismissPrompt } from './prompts/dismiss.ts'
import { listPrompts } from './prompts/read.ts'
import { listOwnPlays, listPlaysOf } from './read.ts'
import { removeAllPlays, removePlay } from './write/remove.ts'

export const playsRouter = router({
  mine: signedIn.input(ownPlaysInput).query(({ ctx, input }) => listOwnPlays(ctx.deps, ctx.viewer, input)),
  of: publicProcedure.input(playsOfInput).query(({ ctx, input }) => listPlaysOf(ctx.deps, ctx.viewer, input)),
  nowPlaying: publicProcedure
    .input(nicknameInput)
    .query(({ ctx, input }) => getNowPlaying(ctx.deps, ctx.viewer, input)),
  playing: publicProcedure
    .input(playingInput)
    .query(({ ctx, input }) => listPlaying(ctx.deps, ctx.viewer, input)),
  livePlaying: publicProcedure
    .input(playingInput.extend(liveInput.shape))
    .subscription(({ ctx, input, signal }) => livePlaying(ctx.deps, ctx.viewer, input, signal!)),
  prompts: signedIn.query(({ ctx }) => listPrompts(ctx.deps, ctx.viewer)),
  dismissPrompt: signedInToSwitch
    .input(promptInput)
    .mutation(({ ctx, input }) => dismissPrompt(ctx.deps, ctx.viewer, input)),
  remove: signedIn.input(playInput).mutation(({ ctx, input }) => removePlay(ctx.deps, ctx.viewer, input)),
  removeAll: signedIn.mutation(({ ctx }) => removeAllPlays(ctx.deps, ctx.viewer)),
  live: signedIn
    .input(liveInput)
    .subscription(({ ctx, input, signal }) => livePlays(ctx.deps, ctx.viewer, input, signal!)),
})
