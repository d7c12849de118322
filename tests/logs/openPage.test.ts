import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { setRole } from '../../server/account/operator.ts'
import type { SeenReview } from '../../shared/logs.ts'
import * as feed from '../../web/activity/feed.ts'
import { refetchAfter } from '../../web/lib/liveRows.ts'
import { applyEvent, initialState, readReviews } from '../../web/logs/review/reviewState.ts'
import { makeHarness, type Harness, type Person, type Visitor } from '../harness/client.ts'
import { startServer, type TestServer } from '../support/server.ts'

// An open page shows the same as a fetched one after every kind of change, for each group of readers.

let server: TestServer
let harness: Harness
let author: Person
let readers: Record<'visitor' | 'stranger' | 'follower', Visitor>
const homogenic = { artist: 'Björk', album: 'Homogenic' }
beforeAll(async () => {
  server = await startServer()
  harness = makeHarness(server.url)
})
afterAll(async () => {
  await harness.close()
  await server.close()
})
beforeEach(async () => {
  await server.reset()
  author = await harness.register('author')
  const follower = await harness.register('follower')
  await follower.client.follows.set.mutate({ nickname: 'author', following: true })
  readers = { visitor: harness.visitor(), stranger: await harness.register('stranger'), follower }
})

/** Opens an album's reviews like a page, which refetches when the real one would. */
async function openPage({ client }: Visitor) {
  const read = () => client.logs.reviews.query(homogenic)
  let number = 0
  let pages = [{ ...(await read()), requestedAt: number }]
  let state = initialState
  let fetches = 0
  const fetch = async () => {
    const requestedAt = number
    fetches++
    const answer = await read()
    pages = [{ ...answer, requestedAt }]
  }
  client.logs.liveReviews.subscribe(
    { ...homogenic, lastEventId: pages[0]!.live },
    {
      onData({ data }) {
        state = applyEvent(state, ++number, data)
        if (refetchAfter(pages, state) > 0) void fetch()
      },
    },
  )
  return {
    shown: () => readReviews(pages, state).reviews,
    fetches: () => fetches,
    read: async () => (await read()).items,
  }
}
type Page = Awaited<ReturnType<typeof openPage>>

const save = (more: object) => author.client.logs.save.mutate({ ...homogenic, ...more })
let submissions = 0
const again = (more: object = {}) =>
  author.client.logs.add.mutate({
    ...homogenic,
    submission: `0b0a3f0e-5a4d-4a43-8f0b-${String(++submissions).padStart(12, '0')}`,
    ...more,
  })
const remove = (id: number) => author.client.logs.remove.mutate({ id })
const sees = (reviews: readonly SeenReview[]) => reviews.map(({ review, listens }) => [review, listens])

/** Opens the page of each reader, makes the changes, and waits until each shows the same as a fetched page. */
async function compared(changes: () => Promise<unknown>): Promise<Record<keyof typeof readers, Page>> {
  const opened = await Promise.all(
    Object.entries(readers).map(async ([name, reader]) => [name, await openPage(reader)] as const),
  )
  await changes()
  for (const [name, page] of opened)
    await vi.waitFor(async () => expect([name, page.shown()]).toEqual([name, await page.read()]))
  return Object.fromEntries(opened) as Record<keyof typeof readers, Page>
}

describe('an open page of an album’s reviews shows what a fetched one does', () => {
  it('when the author logs again, with a text or without, without a fetch', async () => {
    await save({ review: 'First.', date: '2026-01-01' })
    const pages = await compared(() => again({ review: 'Second.', date: '2026-01-02' }))
    expect(sees(pages.visitor.shown())).toEqual([['Second.', 2]])
    expect(sees((await compared(() => again({ date: '2026-01-03' }))).visitor.shown())).toEqual([
      ['Second.', 3],
    ])
    expect(sees((await compared(() => save({ rating: 7 }))).visitor.shown())).toEqual([['Second.', 3]])
    expect([pages.visitor.fetches(), pages.follower.fetches()]).toEqual([0, 0])
  })

  it('when the author logs again and the heart changes, without a fetch of the hidden reviews', async () => {
    await save({ review: 'First.', date: '2026-01-01' })
    await again({ review: 'Second.', date: '2026-01-02' })
    const pages = await compared(() => again({ review: 'Third.', date: '2026-01-03', favorite: true }))
    expect(sees(pages.visitor.shown())).toEqual([['Third.', 3]])
    const { visitor } = await compared(() => again({ date: '2026-01-04', favorite: false }))
    expect([sees(visitor.shown()), visitor.fetches()]).toEqual([[['Third.', 4]], 0])
    expect([pages.visitor.fetches(), pages.follower.fetches()]).toEqual([0, 0])
  })

  it('when somebody’s newest is deleted, blanked, or of another day', async () => {
    const first = await save({ review: 'First.', date: '2026-01-01' })
    await readers.follower.client.logs.like.mutate({ id: first.id, liked: true })
    const other = await harness.register('other')
    await other.client.logs.save.mutate({ ...homogenic, review: 'Other.' })
    const { id } = await again({ review: 'Second.', date: '2026-01-02' })
    const pages = await compared(() => save({ id, date: '2025-01-01' }))
    expect(sees(pages.follower.shown())).toEqual([
      ['Other.', 1],
      ['First.', 2],
    ])
    expect(pages.follower.shown()[1]!.liked).toBe(true)
    await compared(() => save({ id, date: '2026-01-02' }))
    await compared(() => save({ id, review: '' }))
    await compared(() => save({ id, review: 'Second again.' }))
    await compared(() => remove(id))
    await compared(async () => remove((await again({ date: '2026-03-03' })).id))
    await compared(() =>
      author.client.logs.setListened.mutate({ ...homogenic, listened: false, evenIfRated: true }),
    )
  })

  it('when a listening is for other people than before, and those who never see it learn nothing', async () => {
    const { id: forAll } = await save({ review: 'For all.', date: '2026-01-01' })
    const heard: string[] = []
    readers.visitor.client.logs.liveReviews.subscribe(homogenic, {
      onData: ({ data }) => void heard.push(data.type),
    })
    /** Everybody receives a like: all events before it are then complete. */
    const mark = async (liked: boolean) => {
      await readers.stranger.client.logs.like.mutate({ id: forAll, liked })
      await vi.waitFor(() => expect(heard.at(-1)).toBe('review.liked'))
      return heard.splice(0)
    }
    await mark(true)
    const { id } = await again({ date: '2026-01-02', visibility: 'followers' })
    const pages = await compared(() =>
      again({ review: 'For few.', date: '2026-01-03', visibility: 'followers' }),
    )
    expect(sees(pages.follower.shown())).toEqual([['For few.', 3]])
    expect(sees(pages.visitor.shown())).toEqual([['For all.', 1]])
    await compared(() => again({ date: '2026-01-04', visibility: 'me' }))
    expect(await mark(false)).toEqual(['review.liked'])
    await compared(() => save({ id, visibility: 'everyone' }))
    await compared(() => save({ id, visibility: 'me' }))
    await compared(() => remove(id))
  })

  it('when a moderator hides a review and shows it again', async () => {
    const moderator = await harness.register('moderator')
    await setRole(server.deps, 'moderator', 'moderator')
    const { id } = await save({ review: 'First.' })
    await readers.stranger.client.logs.like.mutate({ id, liked: true })
    const report = await readers.stranger.client.moderation.report.mutate({
      thing: { review: id },
      reason: 'spam',
    })
    let decision = { id: 0 }
    await compared(async () => {
      const input = { id: report.id, kind: 'hide', reason: 'Spam.', seen: 0 } as const
      decision = await moderator.client.moderation.act.mutate(input)
    })
    // The page is opened while the review is hidden: the event does not contain whether the viewer likes it.
    const pages = await compared(() => moderator.client.moderation.undo.mutate(decision))
    expect(pages.stranger.shown()).toMatchObject([{ id, liked: true }])
  })

  it('when the account becomes private and public, and when its name is another', async () => {
    await save({ review: 'First.' })
    await again({ visibility: 'followers' })
    await compared(() => author.client.visibility.setPrivate.mutate({ isPrivate: true }))
    await compared(() => again({ review: 'Second.' }))
    await compared(() => author.client.visibility.setPrivate.mutate({ isPrivate: false }))
    const pages = await compared(async () => {
      await again()
      await author.client.users.update.mutate({ nickname: 'writer' })
      await again()
    })
    expect(pages.visitor.shown()).toMatchObject([{ user: { nickname: 'writer' }, listens: 4 }])
  })
})

it('an open feed shows a listening again that was for nobody in between, without a fetch', async () => {
  const { client } = readers.follower
  const { id } = await save({ review: 'First.' })
  const read = () => client.activity.feed.query({})
  const pages = [{ ...(await read()), requestedAt: 0 }]
  let state = feed.initialState
  let number = 0
  client.activity.live.subscribe(
    { lastEventId: pages[0]!.live },
    { onData: ({ data }) => void (state = feed.applyEvent(state, ++number, data)) },
  )
  const shown = () => feed.readFeed(pages, state)
  for (const visibility of ['me', 'followers', 'me', 'everyone'] as const) {
    await save({ id, visibility })
    await vi.waitFor(async () => expect(shown()).toEqual((await read()).items))
    expect(shown()).toHaveLength(visibility === 'me' ? 0 : 1)
  }
  expect(feed.refetchAfter(pages, state)).toBe(0)
})
