import { accountRouter } from './account/router.ts'
import { activityRouter } from './activity/router.ts'
import { adminRouter } from './admin/router.ts'
import { albumsRouter } from './albums/router.ts'
import { authRouter } from './auth/router.ts'
import { catalogRouter } from './catalog/router.ts'
import { commentsRouter } from './comments/router.ts'
import { mergeRouters, router } from './core/trpc.ts'
import { followsRouter } from './follows/router.ts'
import { importsRouter } from './imports/router.ts'
import { listenLaterRouter } from './listenLater/router.ts'
import { listsRouter } from './lists/router.ts'
import { favoritesRouter } from './logs/favorites/router.ts'
import { logsRouter } from './logs/router.ts'
import { tagsRouter } from './logs/tags/router.ts'
import { albumEditsRouter } from './moderation/albumsRouter.ts'
import { moderationRouter } from './moderation/router.ts'
import { notificationsRouter } from './notifications/router.ts'
import { passkeysRouter } from './passkeys/router.ts'
import { peopleRouter } from './people/router.ts'
import { playsRouter } from './plays/router.ts'
import { scrobblingRouter } from './plays/scrobblingRouter.ts'
import { pushRouter } from './push/router.ts'
import { setupRouter } from './setup/router.ts'
import { sharingRouter } from './sharing/router.ts'
import { spotifyRouter } from './spotify/router.ts'
import { statsRouter } from './stats/router.ts'
import { suggestionsRouter, tasteRouter } from './suggestions/router.ts'
import { tokensRouter } from './tokens/router.ts'
import { usersRouter } from './users/router.ts'
import { visibilityRouter } from './visibility/router.ts'

export const appRouter = router({
  catalog: catalogRouter,
  albums: mergeRouters(albumsRouter, albumEditsRouter),
  users: mergeRouters(usersRouter, tasteRouter),
  auth: mergeRouters(authRouter, accountRouter),
  passkeys: passkeysRouter,
  tokens: tokensRouter,
  follows: followsRouter,
  listenLater: listenLaterRouter,
  logs: logsRouter,
  tags: tagsRouter,
  favorites: favoritesRouter,
  activity: activityRouter,
  lists: listsRouter,
  visibility: visibilityRouter,
  comments: commentsRouter,
  notifications: notificationsRouter,
  push: pushRouter,
  people: peopleRouter,
  moderation: moderationRouter,
  spotify: spotifyRouter,
  imports: importsRouter,
  plays: playsRouter,
  scrobbling: scrobblingRouter,
  admin: adminRouter,
  setup: setupRouter,
  suggestions: suggestionsRouter,
  stats: statsRouter,
  sharing: sharingRouter,
})

export type AppRouter = typeof appRouter
