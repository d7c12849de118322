import {
  changeOlderInput,
  setDefaultVisibilityInput,
  setPrivateInput,
  setSuggestionsInput,
} from '../../shared/visibility.ts'
import { router, signedIn, signedInToSwitch } from '../core/trpc.ts'
import { changeOlder, setDefaultVisibility, setPrivate, setSuggestions } from './mutations.ts'
import { getVisibilitySettings } from './queries.ts'

const settings = signedIn.query(({ ctx }) => getVisibilitySettings(ctx.deps, ctx.viewer))

export const visibilityRouter = router({
  settings,
  // Pages that were opened before an upgrade still call it by this name; the next release removes it.
  mine: settings,
  setDefault: signedInToSwitch
    .input(setDefaultVisibilityInput)
    .mutation(({ ctx, input }) => setDefaultVisibility(ctx.deps, ctx.viewer, input)),
  setPrivate: signedInToSwitch
    .input(setPrivateInput)
    .mutation(({ ctx, input }) => setPrivate(ctx.deps, ctx.viewer, input)),
  setSuggestions: signedInToSwitch
    .input(setSuggestionsInput)
    .mutation(({ ctx, input }) => setSuggestions(ctx.deps, ctx.viewer, input)),
  changeOlder: signedInToSwitch
    .input(changeOlderInput)
    .mutation(({ ctx, input }) => changeOlder(ctx.deps, ctx.viewer, input)),
})
