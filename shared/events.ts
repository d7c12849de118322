import type { ActivityEntry } from './activity.ts'
import type { Comment, Thread } from './comments.ts'
import type { ListHead } from './lists.ts'
import type { Review } from './logs.ts'
import type { SpotifyProgress, SpotifySynced } from './spotify.ts'
import type { UserCard } from './users.ts'

/** What can happen, by the event's type; each payload is the public view itself. */
export type EventPayloads = {
  /** a log was made or changed by hand; on the topic of its author */
  'log.saved': { entry: ActivityEntry }
  'log.removed': { id: number }
  /** a review was written or changed, its stars and its heart included; on the topic of its album */
  'review.saved': { review: Review }
  /** a review was removed or its text blanked */
  'review.removed': { id: number }
  /** a review has got or lost a like; the count is taken when the event gets its number */
  'review.liked': { id: number; likeCount: number }
  /** a review's thread has got or lost a comment; on the topic of its album, the count taken at numbering */
  'review.commented': { id: number; commentCount: number }
  /** a list was made or changed; on its own topic */
  'list.saved': { list: ListHead }
  'list.removed': { id: number }
  /** a list has got or lost a like; the count is taken when the event gets its number, as all counts below */
  'list.liked': { id: number; likeCount: number }
  /** on the topic of the thread; `submission` is what the author's own browser called it; `count` is the thread's */
  'comment.added': { thread: Thread; comment: Comment; submission: string; count: number }
  'comment.removed': { thread: Thread; id: number; count: number }
  'comment.liked': { id: number; likeCount: number }
  /** the viewer began or ceased to follow somebody; on the viewer's own topic */
  'follow.added': { nickname: string }
  'follow.removed': { nickname: string }
  /** a person has another nickname or avatar: whatever shows `nickname` shows `user` now; on his own topic */
  'user.changed': { nickname: string; user: UserCard }
  /** a person is gone, and all that he did with him: the id alone, because nothing may remain (never sent to a browser) */
  'user.removed': { id: number }
  /** a sync is so far; these four stand on a topic that the person alone hears */
  'spotify.progress': { progress: SpotifyProgress }
  'spotify.synced': SpotifySynced
  /** it came to nothing, and everything is as it was; why, in words, where there is more to say than that */
  'spotify.failed': { reason: string | null }
  /** the connection was made, has run out, or was taken away: fetch its state anew */
  'spotify.changed': Record<never, never>
  /** the sessions of a person that ended (their ids; never sent to a browser) */
  'session.revoked': { sessions: number[] | 'all' }
}

export type EventType = keyof EventPayloads

/** An event as it travels: the type and, with it, the type's payload. */
export type PlakEvent<Type extends EventType = EventType> = {
  [T in Type]: { type: T } & EventPayloads[T]
}[Type]

/**
 * What the activity feed's subscription sends. `live`: it begins here (sent to who named no place to begin).
 * `reset`: what was missed cannot be replayed, so fetch anew.
 */
export type ActivityEvent =
  | PlakEvent<'log.saved' | 'log.removed' | 'follow.added' | 'follow.removed' | 'user.changed'>
  | { type: 'live' }
  | { type: 'reset' }

/** What the subscription to an album's reviews sends; `live` and `reset` as in the feed. */
export type ReviewEvent =
  | PlakEvent<'review.saved' | 'review.removed' | 'review.liked' | 'review.commented'>
  | { type: 'live' }
  | { type: 'reset' }

/** What the subscription to a list sends; it ends with the list. */
export type ListEvent = PlakEvent<'list.saved' | 'list.removed' | 'list.liked'> | { type: 'live' } | { type: 'reset' }

/** What the subscription to a thread sends. */
export type CommentEvent =
  | PlakEvent<'comment.added' | 'comment.removed' | 'comment.liked'>
  | { type: 'live' }
  | { type: 'reset' }

/** What the subscription to one's own connection to the streaming service sends. */
export type SpotifyEvent =
  | PlakEvent<'spotify.progress' | 'spotify.synced' | 'spotify.failed' | 'spotify.changed'>
  | { type: 'live' }
  | { type: 'reset' }

/** Where an event belongs; whoever listens to the topic is told. */
export const topics = {
  user: (id: number) => `user:${id}`,
  /** by a hash of the identity, so that an album has its topic before anybody needed it */
  album: (hash: string) => `album:${hash}`,
  list: (id: number) => `list:${id}`,
  thread: (thread: Thread) => ('list' in thread ? `thread:list:${thread.list}` : `thread:review:${thread.review}`),
  follows: (id: number) => `follows:${id}`,
  spotify: (userId: number) => `spotify:${userId}`,
  session: (userId: number) => `session:${userId}`,
  /** that people are gone: who comes back later could not know any more that he followed one of them */
  people: () => 'people',
} as const
