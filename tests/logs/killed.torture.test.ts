import { afterEach, expect, it, vi } from 'vitest'
import { startDemo } from '../../demo/server.ts'
import { makeDb } from '../../server/lib/db.ts'
import type { NotificationEvent } from '../../shared/events.ts'
import { makeHarness, type Client } from '../harness/client.ts'
import { testDatabase } from '../support/database.ts'
import { startProcess } from '../support/process.ts'

// Promise R7: after many toggles at two processes, one of which is killed meanwhile, the counts equal a recount, and the
// notifications are correct.

const endings: (() => unknown)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

/** Starts a server as a separate process that can be killed. */
async function startServerProcess(databaseUrl: string, lastfmBase: string) {
  const started = await startProcess({
    DATABASE_URL: databaseUrl,
    LASTFM_BASE: lastfmBase,
    LOG_LEVEL: 'silent',
  })
  await started.isUp()
  return started
}

const albums = [
  { artist: 'Björk', album: 'Homogenic' },
  { artist: 'Portishead', album: 'Dummy' },
]
const [homogenic] = albums as [(typeof albums)[0]]
const TURNS = 20

it(
  'every count equals a recount after a storm of toggles and a kill -9 in the middle of it',
  { timeout: 240_000 },
  async () => {
    const { url: databaseUrl } = await testDatabase()
    const demo = await startDemo()
    endings.push(() => demo.close())
    const db = makeDb(databaseUrl)
    endings.push(() => db.$disconnect())
    const [doomed, survivor] = await Promise.all([
      startServerProcess(databaseUrl, demo.lastfmBase),
      startServerProcess(databaseUrl, demo.lastfmBase),
    ])
    const [there, here] = [makeHarness(doomed.url), makeHarness(survivor.url)]
    endings.push(
      () => there.close(),
      () => here.close(),
    )

    const authors = await Promise.all([1, 2].map((n) => here.register(`author${n}`)))
    const reviews = await Promise.all(
      authors.map((author) => author.client.logs.save.mutate({ ...homogenic, review: 'Strings.' })),
    )
    const people = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => here.register(`person${n}`)))
    const doubles = await Promise.all(people.map((person) => there.login(person)))

    // A visitor watches the album all the time.
    const told = new Map<number, number>()
    const { live } = await here.visitor().client.logs.reviews.query(homogenic)
    here.visitor().client.logs.liveReviews.subscribe(
      { ...homogenic, lastEventId: live },
      {
        onData: ({ data }) => data.type === 'review.liked' && told.set(data.id, data.likeCount),
      },
    )

    // An author has a tab open.
    const tab: { at: number; event: NotificationEvent }[] = []
    const opened = performance.now()
    authors[0]!.client.notifications.live.subscribe(
      {},
      {
        onData: ({ data }) =>
          data.type === 'notifications.changed' && tab.push({ at: performance.now(), event: data }),
      },
    )

    type Toggle = (client: Client, wished: boolean) => Promise<unknown>
    const toggles = (next: string): Record<string, Toggle> => ({
      ...Object.fromEntries(
        reviews.map(({ id }) => [
          `like ${id}`,
          (client: Client, liked: boolean) => client.logs.like.mutate({ id, liked }),
        ]),
      ),
      ...Object.fromEntries(
        albums.map((ref) => [
          `heart ${ref.album}`,
          (client: Client, favorite: boolean) => client.favorites.set.mutate({ ...ref, favorite }),
        ]),
      ),
      listened: (client, listened) => client.logs.setListened.mutate({ ...albums[1]!, listened }),
      follow: (client, following) => client.follows.set.mutate({ nickname: next, following }),
    })

    let acknowledged = 0
    let killed: Promise<void> | undefined
    /**
     * One user toggles one thing, half of the time at the doomed process until it is killed; returns the last value, which the
     * survivor has acknowledged.
     */
    async function lane(toggle: Toggle, person: number, seed: number): Promise<boolean> {
      let wished = false
      for (let turn = 0; turn < TURNS; turn++) {
        wished = (turn * 7 + seed) % 3 !== 0
        const double = doubles[person]!
        const first = !killed && (turn + seed) % 2 === 0 ? double : people[person]!
        // The outcome of a call to the killed process is unknown: it is repeated at another process.
        await toggle(first.client, wished).catch((error: unknown) => {
          if (first !== double) throw error
          return toggle(people[person]!.client, wished)
        })
        if (++acknowledged === (people.length * 6 * TURNS) / 2) killed = doomed.kill()
      }
      return wished
    }
    const wishes = await Promise.all(
      people.map(async (_, person) => {
        const lanes = Object.entries(toggles(people[(person + 1) % people.length]!.nickname))
        return Object.fromEntries(
          await Promise.all(
            lanes.map(
              async ([name, toggle], index) => [name, await lane(toggle, person, person + index)] as const,
            ),
          ),
        )
      }),
    )
    expect(killed).toBeDefined()
    await killed
    await vi.waitFor(async () => expect(await db.event.count({ where: { seq: null } })).toBe(0))

    const reader = here.visitor().client
    const wishedBy = (name: string) => wishes.filter((wish) => wish[name]).length
    const page = await reader.logs.reviews.query(homogenic)
    for (const { id } of reviews) {
      const recount = await db.reviewLike.count({ where: { logId: id } })
      expect(recount).toBe(wishedBy(`like ${id}`))
      expect(page.items.find((review) => review.id === id)?.likeCount).toBe(recount)
      await vi.waitFor(() => expect(told.get(id)).toBe(recount))
    }
    // The authors have one notification group per thing with the correct number; a tab received at most two messages a second.
    for (const [index, author] of authors.entries()) {
      const count = await db.reviewLike.count({ where: { logId: reviews[index]!.id } })
      const { items, unread } = await author.client.notifications.list.query({})
      expect(items.map((group) => [group.kind, group.count])).toEqual(
        count > 0 ? [['likeReview', count]] : [],
      )
      expect(unread).toBe(items.length)
      if (index === 0)
        await vi.waitFor(() => expect(tab.at(-1)?.event).toMatchObject({ unread: items.length }))
    }
    expect(tab.length).toBeLessThanOrEqual(2 * ((tab.at(-1)!.at - opened) / 1_000) + 1)
    for (const person of people) {
      const { items } = await person.client.notifications.list.query({})
      const followers = wishes.filter(
        (wish, index) => wish.follow && people[(index + 1) % people.length] === person,
      ).length
      expect(items.map((group) => [group.kind, group.count])).toEqual(
        followers > 0 ? [['follow', followers]] : [],
      )
    }
    const shown = await db.notification.groupBy({
      by: ['userId', 'groupId'],
      where: { fate: 'shown' },
      _max: { position: true },
    })
    const groups = await db.notificationGroup.findMany({
      select: { userId: true, number: true, position: true },
    })
    const lined = (rows: readonly (readonly unknown[])[]) => rows.map((row) => row.join(' ')).toSorted()
    expect(lined(groups.map(({ userId, number, position }) => [userId, number, position]))).toEqual(
      lined(shown.map(({ userId, groupId, _max }) => [userId, groupId, _max.position])),
    )
    for (const [index, person] of people.entries()) {
      const { nickname } = person
      const { id } = await db.user.findUniqueOrThrow({ where: { nickname }, select: { id: true } })
      const profile = await reader.users.profile.query({ nickname })
      const recount = {
        favorites: await db.favorite.count({ where: { userId: id } }),
        listened: await db.log.count({ where: { userId: id } }),
      }
      expect(recount).toEqual({
        favorites: albums.filter(({ album }) => wishes[index]![`heart ${album}`]).length,
        listened: wishes[index]!.listened ? 1 : 0,
      })
      expect(profile).toMatchObject({
        counts: { ...recount, reviews: 0, diary: recount.listened },
        following: await db.follow.count({ where: { followerId: id } }),
        followers: await db.follow.count({ where: { followingId: id } }),
      })
      expect(profile.following).toBe(wishes[index]!.follow ? 1 : 0)
      const [favorites, listened, diary] = await Promise.all([
        reader.favorites.of.query({ nickname }),
        reader.logs.listened.query({ nickname }),
        reader.logs.diary.query({ nickname }),
      ])
      expect([favorites, listened, diary].map(({ items }) => items.length)).toEqual([
        recount.favorites,
        recount.listened,
        recount.listened,
      ])
      const states = await person.client.logs.states.query({ albums })
      expect(states.filter(({ favorite }) => favorite)).toHaveLength(recount.favorites)
      expect(states.map((state) => state.listened)).toEqual([false, recount.listened === 1])
    }
  },
)
