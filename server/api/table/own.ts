import { z } from 'zod'
import { setTopInput } from '../../../shared/favorites.ts'
import { addLogInput, saveLogInput, type SavedLog } from '../../../shared/logs.ts'
import { markReadInput } from '../../../shared/notifications.ts'
import { makeDayIn, zoneOf } from '../../../shared/timeZones.ts'
import { findAlbumOfOwnLog } from '../../logs/read/queries.ts'
import { answers } from '../answers.ts'
import { create, list, live, remove, write, type Row } from '../row.ts'

const ownLog = (saved: SavedLog) => {
  const { takenOff: _, ...log } = saved
  return log
}

export const logRows: Row[] = [
  create({
    path: '/logs',
    procedure: 'logs.add',
    name: 'createLog',
    body: addLogInput.omit({ submission: true, today: true }),
    answer: answers.OwnLog,
    location: ({ id }) => `/logs/${id}`,
    // Without a day, a listening is of today where the person is, as on a page.
    call: async ({ caller, context: { deps, viewer }, body, submission }) => {
      const today = makeDayIn(zoneOf(viewer!.timeZone))(deps.now())
      return ownLog(await caller.logs.add({ ...body, today, submission }))
    },
  }),
  write({
    method: 'PATCH',
    path: '/logs/{id}',
    procedure: 'logs.save',
    name: 'updateLog',
    body: saveLogInput.omit({ id: true, today: true, artist: true, album: true }),
    answer: answers.OwnLog,
    call: async ({ caller, context: { deps, viewer }, params, body }) => {
      const album = await findAlbumOfOwnLog(deps, viewer!, params.id)
      return ownLog(await caller.logs.save({ ...body, ...album, ...params }))
    },
  }),
  remove({
    path: '/logs/{id}',
    procedure: 'logs.remove',
    name: 'deleteLog',
    call: ({ caller, params }) => caller.logs.remove(params),
  }),
  write({
    method: 'PUT',
    path: '/reviews/{id}/like',
    procedure: 'logs.like',
    name: 'likeReview',
    answer: answers.LikeState,
    call: ({ caller, params }) => caller.logs.like({ ...params, liked: true }),
  }),
  remove({
    path: '/reviews/{id}/like',
    procedure: 'logs.like',
    name: 'unlikeReview',
    call: ({ caller, params }) => caller.logs.like({ ...params, liked: false }),
  }),
]

export const favoriteRows: Row[] = [
  write({
    method: 'PUT',
    path: '/favorites/{artist}/{album}',
    procedure: 'favorites.set',
    name: 'addFavorite',
    answer: z.strictObject({ favorite: z.boolean() }),
    call: ({ caller, params }) => caller.favorites.set({ ...params, favorite: true }),
  }),
  remove({
    path: '/favorites/{artist}/{album}',
    procedure: 'favorites.set',
    name: 'removeFavorite',
    call: ({ caller, params }) => caller.favorites.set({ ...params, favorite: false }),
  }),
  write({
    method: 'PUT',
    path: '/favorites/top',
    procedure: 'favorites.setTop',
    name: 'setTopAlbums',
    body: setTopInput,
    answer: z.strictObject({ albums: z.array(answers.AlbumCard) }),
    call: async ({ caller, body }) => ({ albums: await caller.favorites.setTop(body) }),
  }),
]

export const listenLaterRows: Row[] = [
  list({
    path: '/listen-later',
    procedure: 'listenLater.list',
    who: 'read',
    name: 'listListenLater',
    item: answers.ListenLaterItem,
    call: ({ caller, query }) => caller.listenLater.list(query),
  }),
  write({
    method: 'PUT',
    path: '/listen-later/{artist}/{album}',
    procedure: 'listenLater.set',
    name: 'addListenLater',
    answer: z.strictObject({ listenLater: z.boolean() }),
    call: async ({ caller, params }) => {
      const { listenLater } = await caller.listenLater.set({ ...params, wanted: true })
      return { listenLater }
    },
  }),
  remove({
    path: '/listen-later/{artist}/{album}',
    procedure: 'listenLater.set',
    name: 'removeListenLater',
    call: ({ caller, params }) => caller.listenLater.set({ ...params, wanted: false }),
  }),
]

export const activityRows: Row[] = [
  list({
    path: '/activity',
    procedure: 'activity.feed',
    who: 'read',
    name: 'listActivity',
    item: answers.ActivityEntry,
    call: ({ caller, query }) => caller.activity.feed(query),
  }),
  live({
    path: '/activity/live',
    procedure: 'activity.live',
    who: 'read',
    name: 'watchActivity',
    events: ['log.saved', 'log.removed', 'user.changed', 'follow.added', 'follow.removed'],
    call: ({ caller, query }) => caller.activity.live(query),
  }),
  list({
    path: '/notifications',
    procedure: 'notifications.list',
    who: 'read',
    name: 'listNotifications',
    item: answers.NotificationGroup,
    more: answers.UnreadState.shape,
    call: ({ caller, query }) => caller.notifications.list(query),
  }),
  write({
    method: 'POST',
    path: '/notifications/read',
    procedure: 'notifications.markRead',
    name: 'markNotificationsRead',
    body: markReadInput,
    answer: answers.UnreadState,
    call: ({ caller, body }) => caller.notifications.markRead(body),
  }),
  live({
    path: '/notifications/live',
    procedure: 'notifications.live',
    who: 'read',
    name: 'watchNotifications',
    events: ['notifications.changed'],
    call: ({ caller, query }) => caller.notifications.live(query),
  }),
]
