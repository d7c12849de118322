import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Person } from '../harness/client.ts'
import { settled } from '../support/settled.ts'
import { albumOf, isFor, makeWorld, readerNames, type ReaderName, type World } from './world.ts'

// The same matrix over what is live: who may not see a thing hears nothing of it, on streams that were open before, too.

let made: World
beforeAll(async () => {
  made = await makeWorld()
})
afterAll(() => made.close())

const NEWS = 'news of a canary'
/** Everybody's word, after which all that came before it has come. */
const MARK = 'a mark for everybody'

it.each(['open', 'closed'] as const)(
  'of the account %s each reader hears what they may see',
  async (owner) => {
    const { db } = made.server.deps
    const author = made.people[owner]!
    const heard = new Map<ReaderName, string[]>(readerNames.map((name) => [name, []]))
    const album = albumOf(owner, 'everyone')
    await settled(made.server.deps)
    const streams = await Promise.all(
      readerNames.map(async (reader) => {
        let isOpen = false
        const onData = ({ data }: { data: unknown }) => {
          isOpen = true
          heard.get(reader)!.push(JSON.stringify(data))
        }
        const stream = made.as(reader, owner).client.logs.liveReviews.subscribe(album, { onData })
        await vi.waitFor(() => expect(isOpen).toBe(true))
        return stream
      }),
    )
    const { log } = made.things[owner].everyone
    const say = (review: string) => author.client.logs.save.mutate({ ...album, id: log, review })
    const mark = async () => {
      const bystander = made.people.moderator!
      await bystander.client.logs.add.mutate({ ...album, review: MARK, submission: randomUUID() })
      await vi.waitFor(() => {
        for (const texts of heard.values()) expect(texts.at(-1)).toContain(MARK)
      })
      const found = readerNames.filter((reader) => heard.get(reader)!.some((text) => text.includes(NEWS)))
      for (const texts of heard.values()) texts.length = 0
      return found
    }
    await say(`${NEWS}, the first`)
    const may = readerNames.filter((reader) => isFor(reader, { owner, kind: 'everyone', part: 'review' }))
    expect(await mark()).toEqual(may)

    // A follower who is removed, and whose streams are told, has no more than a stranger.
    const [follower, followed] = await Promise.all(
      ['follower', owner].map((nickname) =>
        db.user.findUniqueOrThrow({ where: { nickname }, select: { id: true } }),
      ),
    )
    const pair = { followerId: follower!.id, followingId: followed!.id }
    await db.follow.deleteMany({ where: pair })
    await say(`${NEWS}, the second`)
    const isStranger = (reader: ReaderName) => (reader === 'follower' ? 'stranger' : reader)
    expect(await mark()).toEqual(
      readerNames.filter((reader) => isFor(isStranger(reader), { owner, kind: 'everyone', part: 'review' })),
    )
    for (const stream of streams) stream.unsubscribe()
  },
)

it('who is blocked while they watch hears nothing from then on', async () => {
  const open = made.people.open! as Person
  const { everyone } = made.things.open
  const texts: string[] = []
  const stranger = made.people.stranger!
  const stream = stranger.client.comments.live.subscribe(
    { thread: { review: everyone.log } },
    { onData: ({ data }) => texts.push(JSON.stringify(data)), onError: ({ message }) => texts.push(message) },
  )
  await vi.waitFor(() => expect(texts).toHaveLength(1))
  await open.client.people.block.mutate({ nickname: 'stranger' })
  // Told to fetch anew, and nothing after that.
  await vi.waitFor(() => expect(texts).toHaveLength(2))
  expect(texts[1]).toContain('reset')
  const follower = made.people.follower!
  // The follower of before is a stranger by now, and the account is open.
  for (const { client } of [open, follower])
    await client.comments.add.mutate({
      thread: { review: everyone.log },
      text: NEWS,
      submission: randomUUID(),
    })
  await settled(made.server.deps)
  expect(texts).toHaveLength(2)
  stream.unsubscribe()
})
