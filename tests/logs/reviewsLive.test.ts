import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Person, Visitor } from '../harness/client.ts'
import { startTwo, type TwoServers } from '../support/twoServers.ts'
import { reviewsIn, watchReviews } from './watchReviews.ts'

let servers: TwoServers
let one: TwoServers['one']
let two: TwoServers['two']
let here: TwoServers['here']
let there: TwoServers['there']
let author: Person
let reader: Visitor

// Two processes: the author's calls go to one, a visitor who is not signed in subscribes at the other.
beforeAll(async () => {
  servers = await startTwo()
  ;({ one, two, here, there } = servers)
  return servers.close
})
beforeEach(async () => {
  await one.reset()
  author = await here.register('author')
  reader = there.visitor()
})

const homogenic = { artist: 'Björk', album: 'Homogenic' }
const dummy = { artist: 'Portishead', album: 'Dummy' }
const save = (more: object = {}, by = author, album = homogenic) =>
  by.client.logs.save.mutate({ ...album, ...more })
const favorite = (wished: boolean) => author.client.favorites.set.mutate({ ...homogenic, favorite: wished })

const watch = (album = homogenic, lastEventId: string | null = null, by: Visitor = reader) =>
  watchReviews(servers, by, album, lastEventId)

describe('live reviews', () => {
  it('bring the first one of an album that nobody needed until now, to a visitor too, as the page shows it', async () => {
    const live = await watch()
    const { id, createdAt } = await save({
      rating: 9,
      review: 'Strings.',
      favorite: true,
      date: '2026-01-02',
    })
    await vi.waitFor(() => expect(live.events).toHaveLength(1))
    expect(live.events).toEqual([
      {
        type: 'review.saved',
        review: {
          id,
          version: 1,
          user: { nickname: 'author', avatar: null },
          rating: 9,
          favorite: true,
          review: 'Strings.',
          date: '2026-01-02',
          relisten: false,
          tags: [],
          album: { artist: 'Björk', name: 'Homogenic', image: expect.stringMatching(/^http/), year: null },
          createdAt,
          likeCount: 0,
          commentCount: 0,
        },
        listens: 1,
      },
    ])
    const seen = reviewsIn(live.events).map((review) => ({
      ...review,
      liked: false,
      listens: 1,
      hidden: false,
      visibility: null,
    }))
    expect((await reader.client.logs.reviews.query(homogenic)).items).toEqual(seen)
  })

  it('a text that an older log gets is as new as the text', async () => {
    await save({ rating: 5 })
    const written = await save({ review: 'Now I know what to say.' })
    await save({ review: 'Better said.' })
    const { items } = await reader.client.logs.reviews.query(homogenic)
    expect(items.map(({ createdAt }) => createdAt)).toEqual([written.updatedAt])
  })

  it('bring new words, stars and hearts, each with a higher version, and the likes of that moment', async () => {
    const { id } = await save({ review: 'First.' })
    const live = await watch()
    await save({ review: 'Second.' })
    await save({ rating: 7 })
    const { id: userId } = await one.deps.db.user.findUniqueOrThrow({ where: { nickname: 'author' } })
    // The count is read at the moment when an event gets its number.
    await vi.waitFor(() => expect(live.events).toHaveLength(2))
    await one.deps.db.reviewLike.create({ data: { logId: id, userId } })
    await favorite(true)
    await favorite(false)
    await vi.waitFor(() => expect(live.events).toHaveLength(4))
    const states = reviewsIn(live.events).map((review) => [
      review.version,
      review.review,
      review.rating,
      review.favorite,
      review.likeCount,
    ])
    expect(states).toEqual([
      [2, 'Second.', 0, false, 0],
      [3, 'Second.', 7, false, 0],
      [4, 'Second.', 7, true, 1],
      [5, 'Second.', 7, false, 1],
    ])
  })

  it('a blanked text is a removed review, written again it is back; a removed log is removed', async () => {
    const { id } = await save({ review: 'Here.' })
    const live = await watch()
    await save({ review: '  ' })
    await save({ rating: 4 })
    await save({ review: 'Back.' })
    await author.client.logs.remove.mutate({ id })
    await vi.waitFor(() => expect(live.types()).toEqual(['review.removed', 'review.saved', 'review.removed']))
    expect(live.events[0]).toEqual({ type: 'review.removed', id })
    expect(live.events[2]).toEqual({ type: 'review.removed', id })
  })

  it('tell nothing of logs without a text, of other albums, and of what changes nothing', async () => {
    await save({ review: 'Mine.' })
    const stranger = await here.register('stranger')
    const live = await watch()
    const { id } = await save({ rating: 3 }, stranger)
    await stranger.client.logs.remove.mutate({ id })
    await save({ review: 'Elsewhere.' }, author, dummy)
    await save({ review: 'Mine.' })
    await favorite(false)
    await save({ review: 'At last.' }, stranger)
    await vi.waitFor(() => expect(live.events).toHaveLength(1))
    expect(reviewsIn(live.events)[0]).toMatchObject({ user: { nickname: 'stranger' }, review: 'At last.' })
  })

  it('an import holds no text and is not told; a text makes it its owner’s, and told', async () => {
    await save({ review: 'x' }, await here.register('somebody'))
    const { id: albumId } = await one.deps.db.album.findFirstOrThrow()
    const { id: userId } = await one.deps.db.user.findUniqueOrThrow({ where: { nickname: 'author' } })
    await one.deps.db.log.create({
      data: { userId, albumId, source: 'spotify', date: new Date('2020-01-01') },
    })
    const live = await watch()
    await favorite(true)
    await save({ review: 'Now heard.' })
    await vi.waitFor(() => expect(live.events).toHaveLength(1))
    expect(reviewsIn(live.events)[0]).toMatchObject({ review: 'Now heard.', favorite: true })
  })

  it('under an old link are those of the album it means', async () => {
    await save({ review: 'First.' }, author, { artist: 'bjork', album: 'homogenic' })
    const live = await watch({ artist: 'bjork', album: 'homogenic' })
    await save({ review: 'Second.' })
    await vi.waitFor(() => expect(reviewsIn(live.events).map(({ review }) => review)).toEqual(['Second.']))
  })
})

describe('coming back', () => {
  it('from where a page was read: nothing in between is missed', async () => {
    await save({ review: 'Before.' })
    const { live: from } = await reader.client.logs.reviews.query(homogenic)
    await save({ review: 'Between.' })
    const live = await watch(homogenic, from)
    await save({ review: 'After.' })
    await vi.waitFor(() => expect(reviewsIn(live.events).map(({ review }) => review)).toContain('After.'))
    // An event that was committed just before the page was read can be repeated.
    expect(
      reviewsIn(live.events)
        .map(({ review }) => review)
        .slice(-2),
    ).toEqual(['Between.', 'After.'])
  })

  it('from the last event: each once, in order', async () => {
    const first = await watch()
    await save({ review: '0' })
    await vi.waitFor(() => expect(first.ids).toHaveLength(2))
    first.stop()
    for (let n = 1; n <= 20; n++) await save({ review: `${n}` })
    const again = await watch(homogenic, first.ids[1]!, here.visitor())
    await vi.waitFor(() => expect(again.events).toHaveLength(20))
    expect(reviewsIn(again.events).map(({ review }) => review)).toEqual(
      Array.from({ length: 20 }, (_, n) => `${n + 1}`),
    )
  })

  it('through a broken connection, by itself', async () => {
    const live = await watch()
    for (const socket of two.sockets()) socket.terminate()
    await save({ review: 'In the dark.' })
    await vi.waitFor(() => expect(reviewsIn(live.events)).toHaveLength(1))
    await save({ review: 'In the light.' })
    await vi.waitFor(() =>
      expect(reviewsIn(live.events).map(({ review }) => review)).toEqual(['In the dark.', 'In the light.']),
    )
  })

  it('from a place of another life is a reset', async () => {
    const live = await watch(homogenic, '0123456789abcdef.7')
    await vi.waitFor(() => expect(live.types()).toEqual(['reset']))
  })
})
