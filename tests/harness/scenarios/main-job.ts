import type { ActivityEvent } from '../../../shared/events.ts'
import { expectMatch, listen } from '../expectations.ts'
import type { Scene } from '../scenario.ts'

const album = { artist: 'Radiohead', album: 'Kid A' }

/** The main purpose of the product: one user logs an album, and their followers see it at once. */
export async function scenario({ register, step }: Scene): Promise<void> {
  const [author, reader] = await step('two people register', () =>
    Promise.all([register('author'), register('reader')]),
  )

  const feed = await step('the reader follows the author and watches her activity', async () => {
    await reader.client.follows.set.mutate({ nickname: author.nickname, following: true })
    const { items, live } = await reader.client.activity.feed.query({})
    expectMatch(items, [])
    const from = { lastEventId: live }
    return listen<ActivityEvent>((hear) => reader.client.activity.live.subscribe(from, hear))
  })

  const log = { ...album, rating: 9, review: 'Everything in its right place.' }
  await step('the author logs an album with stars and a review', () => author.client.logs.save.mutate(log))

  const { rating, review } = log
  const shown = { user: { nickname: author.nickname }, album: { name: album.album }, rating, review }
  const { entry } = await step('the reader sees it live', async () => {
    const event = await feed.soon('log.saved')
    expectMatch(event.entry, shown)
    return event
  })

  await step('it stands in the follower’s feed and on the author’s profile', async () => {
    const { items } = await reader.client.activity.feed.query({})
    expectMatch(items, [{ id: entry.id, ...shown }])
    const diary = await reader.client.logs.diary.query({ nickname: author.nickname })
    expectMatch(diary.items, [{ id: entry.id, rating: 9 }])
  })

  await step('the reader likes the review, twice, and it counts once', async () => {
    for (const liked of [true, true]) await reader.client.logs.like.mutate({ id: entry.id, liked })
    const { items } = await reader.client.logs.reviewsBy.query({ nickname: author.nickname })
    expectMatch(items, [{ id: entry.id, likeCount: 1, liked: true }])
  })

  await step('the author changes her mind, and the reader sees the same entry anew', async () => {
    await author.client.logs.save.mutate({ ...album, rating: 10 })
    const { entry: changed } = await feed.soon('log.saved')
    expectMatch(changed, { ...shown, id: entry.id, rating: 10 })
  })

  await step('the author removes the log, and it leaves the reader’s feed', async () => {
    await author.client.logs.remove.mutate({ id: entry.id })
    expectMatch(await feed.soon('log.removed'), { id: entry.id })
    expectMatch(await reader.client.activity.feed.query({}), { items: [] })
  })
  feed.stop()
}
