import { z } from 'zod'
import { activityEntry } from './activity.ts'
import { albumCard } from './catalog.ts'
import { comment, threadInput, type Thread } from './comments.ts'
import { importProgress } from './imports.ts'
import { listenLaterItem } from './listenLater.ts'
import { listHead } from './lists.ts'
import { review } from './logs.ts'
import { count, rowId } from './page.ts'
import { languages } from './preferences.ts'
import { spotifyProgress, spotifySynced } from './spotify.ts'
import { userCard } from './users.ts'
import { visibility } from './visibility.ts'

// What can happen, by the subscription that sends it. A payload is the public view itself; the schemas are
// strict, so that nothing travels that is not said here.

/** A count that is taken when the event gets its number; until then it is UNCOUNTED, which is NaN. */
const counted = count.or(z.nan())
const nickname = z.string()
/** words in every language: the client chooses */
const said = z.record(z.enum(languages), z.string())

const people = {
  /** a person has another nickname or avatar: whatever shows `nickname` shows `user` now */
  'user.changed': z.strictObject({ nickname, user: userCard }),
}

/** the feed of a viewer, on the topics of the people they follow */
const activity = {
  /** a log was made or changed by hand */
  'log.saved': z.strictObject({ entry: activityEntry }),
  'log.removed': z.strictObject({ id: rowId }),
  ...people,
  /** the viewer began or ceased to follow somebody; on a topic of the viewer's own */
  'follow.added': z.strictObject({ nickname }),
  'follow.removed': z.strictObject({ nickname }),
}

/** the reviews of an album */
const reviews = {
  /**
   * a review was written or changed, its stars and its heart included; or its author's listenings of the album are others.
   * `listens`: their number, as the people see it who receive this event; left out where it is what it was.
   * `returns`: it was written before, so that a page that does not hold it fetches it: its readers may have liked it
   */
  'review.saved': z.strictObject({ review, listens: count.optional(), returns: z.literal(true).optional() }),
  /** a review was removed or its text blanked */
  'review.removed': z.strictObject({ id: rowId }),
  'review.liked': z.strictObject({ id: rowId, likeCount: counted }),
  /** a review's thread has got or lost a comment */
  'review.commented': z.strictObject({ id: rowId, commentCount: counted }),
  ...people,
}

/** one list; its removal ends the subscription */
const list = {
  'list.saved': z.strictObject({ list: listHead }),
  'list.liked': z.strictObject({ id: rowId, likeCount: counted }),
  'list.removed': z.strictObject({ id: rowId }),
  ...people,
}

/** the talk under a list or a review; `count` is the thread's */
const thread = {
  /** `submission` is what the author's own browser called it */
  'comment.added': z.strictObject({ thread: threadInput, comment, submission: z.uuid(), count: counted }),
  'comment.removed': z.strictObject({ thread: threadInput, id: rowId, count: counted }),
  /** a moderator shows one again that was hidden; its author alone also learns so that it is hidden */
  'comment.shown': z.strictObject({ thread: threadInput, comment, count: counted }),
  'comment.liked': z.strictObject({ id: rowId, likeCount: counted }),
  ...people,
}

/** a person's connection to the streaming service; sent to them alone */
const spotify = {
  'spotify.progress': z.strictObject({ progress: spotifyProgress }),
  'spotify.synced': spotifySynced,
  /** a sync came to nothing, and everything is as it was; why, in words, where there is more to say */
  'spotify.failed': z.strictObject({ reason: said.nullable() }),
  /** the connection was made, has run out, or was removed: refetch its state */
  'spotify.changed': z.strictObject({}),
}

/** what people report; sent to moderators alone */
const moderation = {
  /** a report was made or decided: fetch again */
  'moderation.changed': z.strictObject({}),
}

/** what a person wants to listen to later; sent to them alone */
const listenLater = {
  /** an album was added, brought back or moved: this is where it stands now */
  'listenLater.placed': z.strictObject({ item: listenLaterItem }),
  'listenLater.removed': z.strictObject({ album: albumCard }),
  /** all positions are others: refetch */
  'listenLater.renumbered': z.strictObject({}),
}

/** what a person has said of albums themselves, their hearts included; sent to them alone */
const ownLogs = {
  /** of this album, or of more of them than can be named: fetch what is shown of it */
  'ownLogs.changed': z.strictObject({ album: albumCard.nullable() }),
}

/** a file that a person brings in; sent to them alone */
const imports = {
  /** where it stands now, while something goes on several times a second */
  'import.progressed': z.strictObject({ progress: importProgress }),
  /** something else of it changed: refetch it */
  'import.changed': z.strictObject({ id: rowId }),
}

/** a person's notifications; sent to them alone */
const notifications = {
  /** how many are unread, and up to where all is read; a page that shows them fetches its first part again */
  'notifications.changed': z.strictObject({ unread: count, readUpTo: count, newest: count }),
}

/** the requests to follow a person; sent to them alone */
const followRequests = {
  /** one came, was withdrawn or was answered: fetch what is shown of them */
  'followRequests.changed': z.strictObject({}),
}

/** between the server's processes; no subscription sends them */
const inside = {
  /** a person has another nickname or avatar; each subscription that shows them sends 'user.changed' (server/users/live.ts) */
  'user.updated': z.strictObject({ id: rowId, nickname, user: userCard }),
  /** a person is gone, with all that they did: the id alone, because nothing may remain */
  'user.removed': z.strictObject({ id: rowId }),
  /** what the person is to others has changed (a block, a mute, a follower): what they watch is judged anew */
  'relations.changed': z.strictObject({}),
  /** an operator disabled a person: nothing of theirs is shown any more */
  'user.disabled': z.strictObject({ id: rowId }),
  /**
   * much of what a person made is for other people than before, or has another tag on it: pages that show them fetch again
   */
  'user.audience': z.strictObject({ id: rowId }),
  /**
   * an event for those who may see what the owner made with that level; everybody else on the topic gets the other one, if
   * any. Each subscription judges for its viewer, and sends what is in it (server/live/stream.ts)
   */
  limited: z.strictObject({
    owner: rowId,
    level: visibility,
    event: z.looseObject({ type: z.string() }),
    otherwise: z.looseObject({ type: z.string() }).nullable(),
  }),
  /** something of a person's notifications is another: their subscription reads it when it sends (server/notifications/live.ts) */
  'notifications.touched': z.strictObject({}),
  /** the sessions of a person that ended, by their ids */
  'session.revoked': z.strictObject({ sessions: z.union([z.literal('all'), z.array(z.int())]) }),
}

/** The payload of every type of event. */
export const eventSchemas = {
  ...activity,
  ...reviews,
  ...list,
  ...thread,
  ...spotify,
  ...listenLater,
  ...moderation,
  ...ownLogs,
  ...imports,
  ...notifications,
  ...followRequests,
  ...inside,
}

export type EventType = keyof typeof eventSchemas

type Fields<Schema extends z.ZodObject> = Pick<
  z.output<Schema>,
  keyof Schema['shape'] & keyof z.output<Schema>
>
export type EventPayloads = { [Type in EventType]: Fields<(typeof eventSchemas)[Type]> }

/** An event as it travels: the type and, with it, the type's payload. */
export type PlakEvent<Type extends EventType = EventType> = {
  [T in Type]: { type: T } & EventPayloads[T]
}[Type]

/**
 * What a subscription sends beside its events. `live`: it begins here (sent to clients that gave no `lastEventId`).
 * `reset`: what was missed cannot be replayed, so refetch.
 */
export type ControlEvent = { type: 'live' } | { type: 'reset' }

type Message<Events> = PlakEvent<keyof Events & EventType> | ControlEvent
export type ActivityEvent = Message<typeof activity>
export type ReviewEvent = Message<typeof reviews>
export type ListEvent = Message<typeof list>
export type CommentEvent = Message<typeof thread>
export type SpotifyEvent = Message<typeof spotify>
export type ModerationEvent = Message<typeof moderation>
export type ListenLaterEvent = Message<typeof listenLater>
export type OwnLogsEvent = Message<typeof ownLogs>
export type ImportEvent = Message<typeof imports>
export type NotificationEvent = Message<typeof notifications>
export type FollowRequestsEvent = Message<typeof followRequests>

/** The topics of events: a subscription to a topic receives its events. */
export const topics = {
  user: (id: number) => `user:${id}`,
  /** by a hash of the identity, so that an album has its topic before anybody needed it */
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
  /** for moderators */
  moderation: () => 'moderation',
  session: (userId: number) => `session:${userId}`,
  relations: (userId: number) => `relations:${userId}`,
  followRequests: (userId: number) => `followRequests:${userId}`,
  /** that people changed their names or are gone, for every page that shows people */
  people: () => 'people',
} as const
