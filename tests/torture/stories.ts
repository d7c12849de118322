import type { ActivityEvent, CommentEvent, ReviewEvent } from '../../shared/events.ts'
import type { Page } from '../../shared/page.ts'
import * as feed from '../../web/activity/feed.ts'
import * as thread from '../../web/comments/threadState.ts'
import { refetchAfter } from '../../web/lib/liveRows.ts'
import * as reviews from '../../web/logs/review/reviewState.ts'
import type { Client } from '../harness/client.ts'
import type { Line } from './line.ts'
import type { World } from './world.ts'

/** The content of an open page: pages and events, composed by the web's own code. */
type Story = {
  kind: 'thread' | 'reviews' | 'feed'
  path: string
  input: object
  /** fetches all pages; returns the position from which the events continue */
  load: () => Promise<string>
  applyEvent: (data: { type: string }) => void
  isOutdated: () => boolean
  /** a line for each visible thing, in the format of `truth.ts` */
  shown: () => string[]
}

/** Reads all pages from the newest to the last one, like the infinite query of a page. */
async function allPages<One extends Page<unknown>>(
  read: (cursor: string | null) => Promise<One>,
): Promise<One[]> {
  const pages = [await read(null)]
  for (let next = pages[0]!.next; next !== null; next = pages.at(-1)!.next) pages.push(await read(next))
  return pages
}

export const lines = {
  comment: (one: { id: number; text: string; likeCount: number }) =>
    `comment ${one.id} '${one.text}', likes: ${one.likeCount}`,
  comments: (count: number) => `comments in all: ${count}`,
  review: (one: {
    id: number
    version: number
    review: string
    rating: number
    likeCount: number
    commentCount: number
  }) =>
    `review ${one.id} version ${one.version} '${one.review}', stars: ${one.rating}, likes: ${one.likeCount}, comments: ${one.commentCount}`,
  entry: (one: { id: number; version: number; rating: number; review: string | null }) =>
    `log ${one.id} version ${one.version} '${one.review ?? ''}', stars: ${one.rating}`,
}

function threadStory({ list }: World, client: Client): Story {
  let state = thread.initialState
  let pages: thread.NumberedPage[] = []
  let number = 0
  const input = { thread: { list } }
  return {
    kind: 'thread',
    path: 'comments.live',
    input,
    async load() {
      pages = await allPages(async (cursor) => {
        const requestedAt = number
        return { ...(await client.comments.list.query({ ...input, cursor })), requestedAt }
      })
      return pages[0]!.live
    },
    applyEvent: (data) => void (state = thread.applyEvent(state, ++number, data as CommentEvent)),
    isOutdated: () => refetchAfter(pages, state) > 0,
    shown() {
      const { comments, count } = thread.readThread(pages, state)
      return [...comments.map(lines.comment), lines.comments(count)]
    },
  }
}

function reviewsStory({ album }: World, client: Client): Story {
  let state = reviews.initialState
  let pages: reviews.NumberedPage[] = []
  let number = 0
  return {
    kind: 'reviews',
    path: 'logs.liveReviews',
    input: album,
    async load() {
      pages = await allPages(async (cursor) => {
        const requestedAt = number
        return {
          ...(await client.logs.reviews.query({ ...album, cursor, sort: 'newest' })),
          requestedAt,
          sort: 'newest' as const,
        }
      })
      return pages[0]!.live
    },
    applyEvent: (data) => void (state = reviews.applyEvent(state, ++number, data as ReviewEvent)),
    isOutdated: () => refetchAfter(pages, state) > 0,
    // The position of a new review is decided by the page, not by the events, so it is not compared.
    shown: () =>
      reviews
        .readReviews(pages, state)
        .reviews.toSorted((a, b) => a.id - b.id)
        .map(lines.review),
  }
}

function feedStory(client: Client): Story {
  let state = feed.initialState
  let pages: feed.FeedPage[] = []
  let number = 0
  return {
    kind: 'feed',
    path: 'activity.live',
    input: {},
    async load() {
      pages = await allPages(async (cursor) => {
        const requestedAt = number
        return { ...(await client.activity.feed.query({ cursor })), requestedAt }
      })
      return pages[0]!.live
    },
    applyEvent: (data) => void (state = feed.applyEvent(state, ++number, data as ActivityEvent)),
    isOutdated: () => feed.refetchAfter(pages, state) > 0,
    shown: () => feed.readFeed(pages, state).map(lines.entry),
  }
}

/** Returns the number of an event in the log, from its id. */
const numberOf = (id: string): number => Number(id.split('.')[1])

export type Received = { seq: number; life: string; type: string }

/** A client that watches something live, like a page of the web. */
export type Watcher = {
  name: string
  kind: Story['kind']
  /** the user; null for a visitor */
  nickname: string | null
  /** the log position of its first page, and all events received since, in order */
  from: number
  received: Received[]
  /** true when nothing needs to be refetched */
  isWhole: () => boolean
  shown: () => string[]
}

/** Watches one thing over a line, starting with its pages. `insist` retries a call until there is a response. */
export async function watch(
  world: World,
  {
    kind,
    line,
    client,
    nickname,
    name,
  }: Pick<Watcher, 'kind' | 'nickname' | 'name'> & { line: Line; client: Client },
): Promise<Watcher> {
  const made = {
    thread: () => threadStory(world, client),
    reviews: () => reviewsStory(world, client),
    feed: () => feedStory(client),
  }
  const story = made[kind]()
  const received: Received[] = []
  let isMending = false

  async function mend() {
    if (isMending) return
    isMending = true
    while (story.isOutdated()) await world.insist(story.load)
    isMending = false
  }
  const from = await world.insist(story.load)
  line.want({
    path: story.path,
    input: story.input,
    from,
    onEvent(id, data) {
      const event = data as { type: string }
      received.push({ seq: numberOf(id), life: id.split('.')[0]!, type: event.type })
      story.applyEvent(event)
      if (story.isOutdated()) void mend()
    },
  })
  const isWhole = () => !isMending && !story.isOutdated()
  return { name, kind, nickname, from: numberOf(from), received, isWhole, shown: story.shown }
}
