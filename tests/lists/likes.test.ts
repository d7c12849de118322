import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeHarness, type Harness, type Person, type Visitor } from '../harness/client.ts'
import { refusal } from '../support/refusal.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { plantAlbums } from './albums.ts'
import { settled, watch } from './watch.ts'

let server: TestServer
let harness: Harness
let owner: Person
let id: number

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
  owner = await harness.register('owner')
  const albums = await plantAlbums(server.deps, 1)
  ;({ id } = await owner.client.lists.create.mutate({ name: 'Rain', albums, submission: randomUUID() }))
})

const like = (by: Visitor, liked = true, of = id) => by.client.lists.like.mutate({ id: of, liked })
const crowd = (size: number) =>
  Promise.all(Array.from({ length: size }, (_, index) => harness.register(`fan${index}`)))

describe('a like of a list', () => {
  it('is given and taken back; the same twice changes nothing; the page and the card say so', async () => {
    const [fan] = (await crowd(1)) as [Person]
    expect(await like(fan)).toEqual({ liked: true, likeCount: 1 })
    expect(await like(fan)).toEqual({ liked: true, likeCount: 1 })
    expect(await like(owner)).toEqual({ liked: true, likeCount: 2 })
    expect(await fan.client.lists.get.query({ id })).toMatchObject({ liked: true, likeCount: 2 })
    expect(await like(fan, false)).toEqual({ liked: false, likeCount: 1 })
    expect(await like(fan, false)).toEqual({ liked: false, likeCount: 1 })
    expect(await fan.client.lists.get.query({ id })).toMatchObject({ liked: false, likeCount: 1 })
    expect((await harness.visitor().client.lists.search.query({})).items).toMatchObject([{ likeCount: 1 }])
    expect(await server.deps.db.event.count({ where: { type: 'list.liked' } })).toBe(3)
  })

  it('is for who is signed in, and for a list that is there', async () => {
    expect(await refusal(like(harness.visitor()))).toMatchObject({
      code: 'UNAUTHORIZED',
      message: 'Login required',
    })
    const [fan] = (await crowd(1)) as [Person]
    const missing = { code: 'NOT_FOUND', message: 'List not found' }
    expect(await refusal(like(fan, true, 2 ** 31 - 1))).toMatchObject(missing)
    await server.deps.db.user.update({ where: { nickname: 'owner' }, data: { disabledAt: new Date() } })
    expect(await refusal(like(fan))).toMatchObject(missing)
  })

  it('by twenty at once, who change their minds, ends exact, for the last event too', async () => {
    const fans = await crowd(20)
    await settled(server)
    const live = await watch(harness.visitor(), id)
    await Promise.all(
      fans.flatMap((fan, index) => [
        like(fan),
        like(fan),
        ...(index % 3 ? [] : [like(fan).then(() => like(fan, false))]),
      ]),
    )
    await settled(server)
    const count = await server.deps.db.listLike.count({ where: { listId: id } })
    expect(await owner.client.lists.get.query({ id })).toMatchObject({ likeCount: count })
    await vi.waitFor(() => expect(live.events.at(-1)).toEqual({ type: 'list.liked', id, likeCount: count }))
    live.stop()
  })

  it('names nobody in what is sent', async () => {
    const [fan] = (await crowd(1)) as [Person]
    await like(fan)
    await settled(server)
    const [event] = await server.deps.db.event.findMany({
      where: { type: 'list.liked' },
      select: { payload: true, userId: true, topic: true },
    })
    expect(event).toEqual({
      payload: JSON.stringify({ id, likeCount: 1 }),
      userId: null,
      topic: `list:${id}`,
    })
  })
})
