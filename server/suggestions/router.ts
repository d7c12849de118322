import { topics, type FollowsEvent } from '../../shared/events.ts'
import { liveInput } from '../../shared/page.ts'
import { nicknameInput } from '../../shared/users.ts'
import { withBudget } from '../catalog/budget.ts'
import { router, signedIn } from '../core/trpc.ts'
import { liveOwn } from '../live/liveOwn.ts'
import { suggestAlbums } from './albums.ts'
import { suggestPeople, suggestToNewcomer } from './people.ts'
import { compareTaste } from './taste.ts'
import { popularThisWeek } from './week.ts'

/** Follows in the viewer's other tabs; a block, a mute or a follow request resets the subscription. */
const liveFollows = liveOwn<FollowsEvent>({
  topic: topics.follows,
  types: ['follow.added', 'follow.removed'],
})

export const suggestionsRouter = router({
  people: signedIn.query(async ({ ctx }) => ({ people: await suggestPeople(ctx.deps, ctx.viewer) })),
  arriving: signedIn.query(async ({ ctx }) => ({ people: await suggestToNewcomer(ctx.deps, ctx.viewer) })),
  albums: signedIn.query(async ({ ctx }) => ({ albums: await suggestAlbums(ctx.deps, ctx.viewer) })),
  live: signedIn
    .input(liveInput)
    .subscription(({ ctx, input, signal }) => liveFollows(ctx.deps, ctx.viewer, input, signal!)),
  week: signedIn.query(async ({ ctx }) => ({ albums: await popularThisWeek(withBudget(ctx)) })),
})

/** A part of `users`. */
export const tasteRouter = router({
  taste: signedIn.input(nicknameInput).query(({ ctx, input }) => compareTaste(ctx.deps, ctx.viewer, input)),
})
