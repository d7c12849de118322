import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type Person, type Visitor } from '../harness/client.ts'
import { refusal } from '../support/refusal.ts'
import { runProduct } from '../support/runProduct.ts'
import { plantAlbums } from './albums.ts'
import { settled, watch } from './watch.ts'

const plak = runProduct()
let owner: Person
let id: number

beforeEach(async () => {
  owner = await plak.harness.register('owner')
  const albums = await plantAlbums(plak.server.deps, 1)
  ;({ id } = await owner.client.lists.create.mutate({ name: 'Rain', albums, submission: randomUUID() }))
})

const like = (by: Visitor, liked = true, of = id) => by.client.lists.like.mutate({ id: of, liked })
const crowd = (size: number) =>
  Promise.all(Array.from({ length: size }, (_, index) => plak.harness.register(`fan${index}`)))

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
    expect((await plak.harness.visitor().client.lists.search.query({})).items).toMatchObject([
      { likeCount: 1 },
    ])
    expect(await plak.server.deps.db.event.count({ where: { type: 'list.liked' } })).toBe(3)
  })

  it('can be taken back from a list that its owner hid, without learning how many like it', async () => {
    const [fan, other] = (await crowd(2)) as [Person, Person]
    for (const by of [fan, other]) await like(by)
    await plak.server.deps.db.list.update({ where: { id }, data: { visibility: 'me' } })
    expect(await like(fan, false)).toEqual({ liked: false, likeCount: 0 })
    expect(await owner.client.lists.get.query({ id })).toMatchObject({ likeCount: 1 })
  })

  it('needs a sign-in, and a list that exists', async () => {
    expect(await refusal(like(plak.harness.visitor()))).toMatchObject({
      code: 'UNAUTHORIZED',
      message: 'Login required',
    })
    const [fan] = (await crowd(1)) as [Person]
    const missing = { code: 'NOT_FOUND', message: 'List not found' }
    expect(await refusal(like(fan, true, 2 ** 31 - 1))).toMatchObject(missing)
    await plak.server.deps.db.user.update({ where: { nickname: 'owner' }, data: { disabledAt: new Date() } })
    expect(await refusal(like(fan))).toMatchObject(missing)
  })

  it('by twenty people at once who change their minds ends with the exact count, in the last event too', async () => {
    const fans = await crowd(20)
    await settled(plak.server)
    const live = await watch(plak.harness.visitor(), id)
    await Promise.all(
      fans.flatMap((fan, index) => [
        like(fan),
        like(fan),
        ...(index % 3 ? [] : [like(fan).then(() => like(fan, false))]),
      ]),
    )
    await settled(plak.server)
    const count = await plak.server.deps.db.listLike.count({ where: { listId: id } })
    expect(await owner.client.lists.get.query({ id })).toMatchObject({ likeCount: count })
    await vi.waitFor(() => expect(live.events.at(-1)).toEqual({ type: 'list.liked', id, likeCount: count }))
    live.stop()
  })

  it('names nobody in what is sent', async () => {
    const [fan] = (await crowd(1)) as [Person]
    await like(fan)
    await settled(plak.server)
    const [event] = await plak.server.deps.db.event.findMany({
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
