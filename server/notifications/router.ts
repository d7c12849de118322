import * as shared from '../../shared/notifications.ts'
import { liveInput } from '../../shared/page.ts'
import { router, signedIn, signedInToSwitch } from '../core/trpc.ts'
import { liveNotifications, liveUnread } from './read/live.ts'
import { getSettings, isMuted, listNotifications, readUnread } from './read/queries.ts'
import { suggestPeople } from './read/suggestions.ts'
import { markRead, muteThread, setNotifications } from './write/settings.ts'

export const notificationsRouter = router({
  list: signedIn
    .input(shared.notificationsInput)
    .query(({ ctx, input }) => listNotifications(ctx.deps, ctx.viewer, input)),
  unread: signedIn.query(({ ctx }) => readUnread(ctx.deps, ctx.viewer)),
  live: signedIn
    .input(liveInput)
    // A program that listens is not its owner: only an open page counts as their presence.
    .subscription(({ ctx, input, signal }) =>
      (ctx.token ? liveUnread : liveNotifications)(ctx.deps, ctx.viewer, input, signal!),
    ),
  markRead: signedIn
    .input(shared.markReadInput)
    .mutation(({ ctx, input }) => markRead(ctx.deps, ctx.viewer, input)),
  settings: signedIn.query(({ ctx }) => getSettings(ctx.deps, ctx.viewer)),
  set: signedInToSwitch
    .input(shared.setNotificationsInput)
    .mutation(({ ctx, input }) => setNotifications(ctx.deps, ctx.viewer, input)),
  muted: signedIn
    .input(shared.mutedThreadInput)
    .query(({ ctx, input }) => isMuted(ctx.deps, ctx.viewer, input)),
  muteThread: signedInToSwitch
    .input(shared.muteThreadInput)
    .mutation(({ ctx, input }) => muteThread(ctx.deps, ctx.viewer, input)),
  suggest: signedIn
    .input(shared.suggestPeopleInput)
    .query(({ ctx, input }) => suggestPeople(ctx.deps, ctx.viewer, input)),
})
