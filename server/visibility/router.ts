import { changeOlderInput, setDefaultVisibilityInput, setPrivateInput } from '../../shared/visibility.ts'
import { router, signedIn, signedInToSwitch } from '../core/trpc.ts'
import { changeOlder, setDefaultVisibility, setPrivate } from './mutations.ts'
import { getVisibilitySettings } from './queries.ts'

export const visibilityRouter = router({
  mine: signedIn.query(({ ctx }) => getVisibilitySettings(ctx.deps, ctx.viewer)),
  setDefault: signedInToSwitch
    .input(setDefaultVisibilityInput)
    .mutation(({ ctx, input }) => setDefaultVisibility(ctx.deps, ctx.viewer, input)),
  setPrivate: signedInToSwitch
    .input(setPrivateInput)
    .mutation(({ ctx, input }) => setPrivate(ctx.deps, ctx.viewer, input)),
  changeOlder: signedInToSwitch
    .input(changeOlderInput)
    .mutation(({ ctx, input }) => changeOlder(ctx.deps, ctx.viewer, input)),
})
