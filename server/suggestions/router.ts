import { nicknameInput } from '../../shared/users.ts'
import { withBudget } from '../catalog/budget.ts'
import { router, signedIn } from '../core/trpc.ts'
import { suggestAlbums } from './albums.ts'
import { suggestPeople, suggestToNewcomer } from './people.ts'
import { compareTaste } from './taste.ts'
import { popularThisWeek } from './week.ts'

export const suggestionsRouter = router({
  people: signedIn.query(async ({ ctx }) => ({ people: await suggestPeople(ctx.deps, ctx.viewer) })),
  arriving: signedIn.query(async ({ ctx }) => ({ people: await suggestToNewcomer(ctx.deps, ctx.viewer) })),
  albums: signedIn.query(async ({ ctx }) => ({ albums: await suggestAlbums(ctx.deps, ctx.viewer) })),
  week: signedIn.query(async ({ ctx }) => ({ albums: await popularThisWeek(withBudget(ctx)) })),
})

/** A part of `users`. */
export const tasteRouter = router({
  taste: signedIn.input(nicknameInput).query(({ ctx, input }) => compareTaste(ctx.deps, ctx.viewer, input)),
})
