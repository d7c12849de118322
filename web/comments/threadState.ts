import type { Comment, CommentPage, SeenComment } from '../../shared/comments.ts'
import type { CommentEvent } from '../../shared/events.ts'
import { withPresentUser, type UserChanges } from '../lib/presentUser.ts'
import { hearLikes, nothingOfLikes, withLikes, type Likes } from '../likes/likeState.ts'

/**
 * The comments are what the server's pages say, corrected by what was heard since. As with reviews one counter orders both:
 * an event gets the next number when it is heard, a page the number that stood when it was asked for.
 */
export type NumberedPage = CommentPage & { asked: number }

export type Heard = {
  added: ReadonlyMap<number, { comment: SeenComment; at: number }>
  /** for ever: no comment comes back */
  removed: ReadonlySet<number>
  count: { count: number; at: number } | null
  changed: UserChanges
  likes: Likes
  reset: number
}

export const nothingHeard: Heard = {
  added: new Map(),
  removed: new Set(),
  count: null,
  changed: [],
  likes: nothingOfLikes,
  reset: 0,
}

/** Adds the event that was heard as number `at`. */
export function hear(heard: Heard, at: number, event: CommentEvent): Heard {
  switch (event.type) {
    case 'live':
      return heard
    case 'reset':
      return { ...heard, reset: at }
    case 'comment.added':
      return withCount(withAdded(heard, at, { ...event.comment, liked: false }), at, event.count)
    case 'comment.removed':
      return withCount(withRemoved(heard, event.id), at, event.count)
    case 'comment.liked':
      return { ...heard, likes: hearLikes(heard.likes, at, event.id, event.likeCount) }
    case 'user.changed':
      return { ...heard, changed: [...heard.changed, { at, ...event }] }
  }
}

/** What the server answers to a comment of the viewer: its event says the same, sooner or later. */
export type Answer = { comment: SeenComment; count: number }

/** Adds what was answered as number `at` to what was sent as number `sent`. */
export const answerAdded = (heard: Heard, sent: number, at: number, { comment, count }: Answer): Heard =>
  withCount(withAdded(heard, at, comment), sent, count)

/** A comment is gone, as the server answered to what was sent as number `sent`. */
export const answerRemoved = (heard: Heard, sent: number, id: number, count: number): Heard =>
  withCount(withRemoved(heard, id), sent, count)

function withAdded(heard: Heard, at: number, comment: SeenComment): Heard {
  if (heard.added.has(comment.id)) return heard
  return { ...heard, added: new Map(heard.added).set(comment.id, { comment, at }) }
}

/** A comment is gone, whoever removed it. */
export const withRemoved = (heard: Heard, id: number): Heard => ({
  ...heard,
  removed: new Set(heard.removed).add(id),
})

/** What was told since a deed was sent knows its outcome, and perhaps more: an answer does not outdo it. */
const withCount = (heard: Heard, at: number, count: number): Heard =>
  heard.count && heard.count.at > at ? heard : { ...heard, count: { count, at } }

/** Whether the pages must be asked for again: events that they do not know of were lost. */
export const isOutdated = (pages: readonly NumberedPage[], { reset }: Heard): boolean =>
  pages.some(({ asked }) => asked < reset)

const compare = (a: Comment, b: Comment): number =>
  a.createdAt === b.createdAt ? a.id - b.id : a.createdAt < b.createdAt ? -1 : 1

/** The comments that are loaded, the oldest first, and how many the whole thread has. */
export function readThread(pages: readonly NumberedPage[], heard: Heard) {
  const { added, removed, changed, likes } = heard
  const comments = new Map<number, SeenComment>()
  for (const { items, asked } of pages) {
    for (const item of items) {
      comments.set(item.id, withLikes(likes, withPresentUser(changed, item, asked), item, asked))
    }
  }
  for (const { comment, at } of added.values()) {
    const page = pages.find((one) => reaches(one, comment))
    // Below what is loaded, or (heard before its page was asked for, and not in it) gone by now.
    if (!page || comments.has(comment.id) || at <= page.asked) continue
    comments.set(comment.id, withLikes(likes, withPresentUser(changed, comment, at), comment, -1))
  }
  const standing = [...comments.values()].filter(({ id }) => !removed.has(id))
  return { comments: standing.sort(compare), count: countOf(pages, heard) }
}

/** Whether a comment stands above a page's end. */
function reaches({ items, next }: NumberedPage, comment: Comment): boolean {
  const end = items.at(-1)
  return next === null || !end || compare(comment, end) >= 0
}

function countOf(pages: readonly NumberedPage[], heard: Heard): number {
  const latest = pages.reduce((one, other) => (other.asked > one.asked ? other : one))
  return heard.count && heard.count.at > latest.asked ? heard.count.count : latest.count
}

const newest = (comments: readonly Comment[]) => comments.reduce((latest, { id }) => Math.max(latest, id), 0)

/** The comments of `now` that are newer than all of `before`. */
export function arrivals<One extends Comment>(before: readonly One[], now: readonly One[]): One[] {
  const last = newest(before)
  return now.filter(({ id }) => id > last)
}
