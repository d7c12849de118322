import { setScrobblingInput } from '../../shared/plays.ts'
import { router, signedIn, signedInToSwitch } from '../core/trpc.ts'
import { pullNow } from './pulls/settings.ts'
import { getScrobbling, setScrobbling, turnOffScrobbling, turnOnScrobbling } from './scrobbling.ts'

export const scrobblingRouter = router({
  mine: signedIn.query(({ ctx }) => getScrobbling(ctx.deps, ctx.viewer, ctx.texts())),
  turnOn: signedInToSwitch.mutation(({ ctx }) => turnOnScrobbling(ctx.deps, ctx.viewer)),
  turnOff: signedInToSwitch.mutation(({ ctx }) => turnOffScrobbling(ctx.deps, ctx.viewer)),
  pullNow: signedIn.mutation(({ ctx }) => pullNow(ctx.deps, ctx.viewer)),
  set: signedInToSwitch
    .input(setScrobblingInput)
    .mutation(({ ctx, input }) => setScrobbling(ctx.deps, ctx.viewer, input, ctx.texts())),
})
