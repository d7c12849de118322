import { z } from 'zod'
import { activityEntry } from './activity.ts'
import { albumCard, albumRef } from './catalog.ts'
import { comment, threadInput, type Thread } from './comments.ts'
import { importProgress } from './imports.ts'
import { listenLaterItem } from './listenLater.ts'
import { listHead } from './lists.ts'
import { review } from './logs.ts'
import { count, rowId } from './page.ts'
import { languages } from './preferences.ts'
import { spotifyProgress, spotifySynced } from './spotify.ts'
import { submission } from './submission.ts'
import { userCard } from './users.ts'
import { visibility } from './visibility.ts'

// All live events, grouped by the subscription that sends them. The payloads are public views. The schemas are strict, so that
// no undeclared field is sent.

/** A count that is read when the event gets its number; until then it is UNCOUNTED, which is NaN. */
const eventCount = count.or(z.nan())
const nickname = z.string()
const translations = z.record(z.enum(languages), z.string())

const people = {
  /** a user changed their nickname or avatar: pages replace `nickname` with `user` */
  'user.changed': z.strictObject({ nickname, user: userCard }),
}

/** whom the viewer follows */
const follows = {
  'follow.added': z.strictObject({ nickname }),
  'follow.removed': z.strictObject({ nickname }),
}

/** the viewer's feed, on the topics of the users they follow */
const activity = {
  'log.saved': z.strictObject({ entry: activityEntry }),
  'log.removed': z.strictObject({ id: rowId }),
  ...people,
  ...follows,
}

const reviews = {
  /**
   * a review was written or edited (its stars and heart included), or the number of its author's listenings of the album changed.
   * `listens`: that number, as the recipients of this event can see it; omitted if it did not change.
   * `returns`: the review existed before, so a page that does not have it fetches it, because the viewer may have liked it
   */
  'review.saved': z.strictObject({ review, listens: count.optional(), returns: z.literal(true).optional() }),
  /** a review was deleted or its text was emptied */
  'review.removed': z.strictObject({ id: rowId }),
  'review.liked': z.strictObject({ id: rowId, likeCount: eventCount }),
  'review.commented': z.strictObject({ id: rowId, commentCount: eventCount }),
  ...people,
}

const album = {
  /** what is known of an album changed, or its names: pages fetch it under the names in `album` */
  'album.changed': z.strictObject({ album: albumRef }),
  'album.removed': z.strictObject({}),
}

/** one list; its deletion ends the subscription */
const list = {
  'list.saved': z.strictObject({ list: listHead }),
  'list.liked': z.strictObject({ id: rowId, likeCount: eventCount }),
  'list.removed': z.strictObject({ id: rowId }),
  ...people,
}

const thread = {
  /** `submission` is the id that the author's browser generated */
  'comment.added': z.strictObject({ thread: threadInput, comment, submission, count: eventCount }),
  'comment.removed': z.strictObject({ thread: threadInput, id: rowId, count: eventCount }),
  /** a moderator unhid a comment; when one is hidden, only its author receives this, to learn of it */
  'comment.shown': z.strictObject({ thread: threadInput, comment, count: eventCount }),
  'comment.liked': z.strictObject({ id: rowId, likeCount: eventCount }),
  ...people,
}

const spotify = {
  'spotify.progress': z.strictObject({ progress: spotifyProgress }),
  'spotify.synced': spotifySynced,
  /** the sync changed nothing; `reason` explains it to the user if there is more to say */
  'spotify.failed': z.strictObject({ reason: translations.nullable() }),
  /** the connection was created, expired or removed: refetch its state */
  'spotify.changed': z.strictObject({}),
}

const moderation = {
  'moderation.changed': z.strictObject({}),
}

const listenLater = {
  /** an album was added, added back or moved: `item` has its new position */
  'listenLater.placed': z.strictObject({ item: listenLaterItem }),
  'listenLater.removed': z.strictObject({ album: albumCard }),
  /** all positions changed: refetch */
  'listenLater.renumbered': z.strictObject({}),
}

const ownLogs = {
  /** the changed album; null if too many changed to name them, which means refetch everything */
  'ownLogs.changed': z.strictObject({ album: albumCard.nullable() }),
}

const imports = {
  /** current progress; sent several times a second while the import runs */
  'import.progressed': z.strictObject({ progress: importProgress }),
  'import.changed': z.strictObject({ id: rowId }),
}

const notifications = {
  /** the number of unread ones and the position up to which all are read; the notifications page refetches its first page */
  'notifications.changed': z.strictObject({ unread: count, readUpTo: count, newest: count }),
}

/** both only for their owner */
const plays = {
  /** plays were added, completed or deleted: refetch */
  'plays.changed': z.strictObject({}),
  /** so did the prompts to log what was played */
  'prompts.changed': z.strictObject({}),
  /** plays of another service were fetched, or could not be: refetch the settings */
  'scrobbling.changed': z.strictObject({}),
}

/** what somebody plays at this moment */
const playing = {
  /** it began or ended, or other people can see it: refetch */
  'playing.changed': z.strictObject({}),
}

const followRequests = {
  'followRequests.changed': z.strictObject({}),
}

/** events between the server's processes; no subscription sends them */
const inside = {
  /** a user changed their nickname or avatar; each subscription that shows them sends 'user.changed' (server/users/live.ts) */
  'user.updated': z.strictObject({ id: rowId, nickname, user: userCard }),
  /** a user was deleted with all their data; carries only the id, because no personal data may remain */
  'user.removed': z.strictObject({ id: rowId }),
  /** a relation of the user changed (a block, a mute, a follower): their subscriptions check access again */
  'relations.changed': z.strictObject({}),
  'user.disabled': z.strictObject({ id: rowId }),
  /** the visibility or tags of many of a user's things changed: pages that show them refetch */
  'user.audience': z.strictObject({ id: rowId }),
  /**
   * `event` is for users who can see the owner's things of that level; all others on the topic receive `otherwise`, if it is
   * not null. Each subscription decides for its viewer and sends the contained event (server/live/stream.ts)
   */
  limited: z.strictObject({
    owner: rowId,
    level: visibility,
    event: z.looseObject({ type: z.string() }),
    otherwise: z.looseObject({ type: z.string() }).nullable(),
  }),
  /** an album was merged, or is no longer: what people have of it is found at another album */
  'album.merged': z.strictObject({}),
  /** a user's notifications changed: their subscription reads the state when it sends (server/notifications/read/live.ts) */
  'notifications.touched': z.strictObject({}),
  'session.revoked': z.strictObject({ sessions: z.union([z.literal('all'), z.array(z.int())]) }),
  /** access tokens of the topic's user ended: requests are refused already, and their event streams end */
  'token.revoked': z.strictObject({ ended: z.array(rowId) }),
}

export const eventSchemas = {
  ...activity,
  ...reviews,
  ...album,
  ...list,
  ...thread,
  ...spotify,
  ...listenLater,
  ...moderation,
  ...ownLogs,
  ...imports,
  ...notifications,
  ...plays,
  ...playing,
  ...followRequests,
  ...inside,
}

export type EventType = keyof typeof eventSchemas

type Fields<Schema extends z.ZodObject> = Pick<
  z.output<Schema>,
  keyof Schema['shape'] & keyof z.output<Schema>
>
export type EventPayloads = { [Type in EventType]: Fields<(typeof eventSchemas)[Type]> }

export type PlakEvent<Type extends EventType = EventType> = {
  [T in Type]: { type: T } & EventPayloads[T]
}[Type]

/**
 * Messages of a subscription in addition to its events. `live`: the subscription starts here (sent to clients without a
 * `lastEventId`). `reset`: missed events cannot be replayed, so refetch.
 */
export type ControlEvent = { type: 'live' } | { type: 'reset' }

type Message<Events> = PlakEvent<keyof Events & EventType> | ControlEvent
export type ActivityEvent = Message<typeof activity>
export type FollowsEvent = Message<typeof follows>
export type ReviewEvent = Message<typeof reviews>
export type AlbumEvent = Message<typeof album>
export type ListEvent = Message<typeof list>
export type CommentEvent = Message<typeof thread>
export type SpotifyEvent = Message<typeof spotify>
export type ModerationEvent = Message<typeof moderation>
export type ListenLaterEvent = Message<typeof listenLater>
export type OwnLogsEvent = Message<typeof ownLogs>
export type ImportEvent = Message<typeof imports>
export type NotificationEvent = Message<typeof notifications>
export type PlaysEvent = Message<typeof plays>
export type PlayingEvent = Message<typeof playing>
export type FollowRequestsEvent = Message<typeof followRequests>

export const topics = {
  user: (id: number) => `user:${id}`,
  /** by a hash of the identity, so that an album has a topic before it has a row */
  album: (hash: string) => `album:${hash}`,
  list: (id: number) => `list:${id}`,
  thread: (thread: Thread) =>
    'list' in thread ? `thread:list:${thread.list}` : `thread:review:${thread.review}`,
  follows: (id: number) => `follows:${id}`,
  spotify: (userId: number) => `spotify:${userId}`,
  ownLogs: (userId: number) => `ownLogs:${userId}`,
  imports: (userId: number) => `imports:${userId}`,
  listenLater: (userId: number) => `listenLater:${userId}`,
  notifications: (userId: number) => `notifications:${userId}`,
  plays: (userId: number) => `plays:${userId}`,
  playing: (userId: number) => `playing:${userId}`,
  moderation: () => 'moderation',
  session: (userId: number) => `session:${userId}`,
  tokens: (userId: number) => `tokens:${userId}`,
  relations: (userId: number) => `relations:${userId}`,
  followRequests: (userId: number) => `followRequests:${userId}`,
  /** users who were renamed or deleted, for every page that shows users */
  people: () => 'people',
} as const
