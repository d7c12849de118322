import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { change } from '../../server/core/change.ts'
import { replaceSynced } from '../../server/logs/write/bulk.ts'
import { lockUser } from '../../server/users/lock.ts'
import type { Person } from '../harness/client.ts'
import { runProduct } from '../support/runProduct.ts'
import { dummy, homogenic, kidA, listCalls, mezzanine } from './calls.ts'

let today = '2026-11-22'
const plak = runProduct({ now: () => new Date(`${today}T12:00:00Z`) })
let owner: Person
beforeEach(async () => {
  today = '2026-11-22'
  owner = await plak.harness.register('owner')
})
const { set, addAll, names } = listCalls(() => owner)

describe('a listening by hand', () => {
  const logs = () => owner.client.logs
  const add = (more: object = {}) => logs().add.mutate({ ...dummy, submission: randomUUID(), ...more })
  const off = { position: expect.any(Number), addedOn: '2026-11-22' }

  it('dated on the day of the adding or later takes the album off, and says where it stood', async () => {
    await addAll()
    expect((await logs().save.mutate({ ...homogenic, rating: 7 })).takenOff).toEqual(off)
    expect((await logs().setListened.mutate({ ...mezzanine, listened: true })).takenOff).toEqual(off)
    today = '2026-11-23'
    const { takenOff } = await add()
    expect(takenOff).toEqual(off)
    expect(await names()).toEqual(['Kid A'])
    expect((await logs().mine.query(dummy)).listenLater).toBe(false)
    await set(dummy, true, { position: takenOff!.position, today: takenOff!.addedOn })
    expect(await names()).toEqual(['Dummy', 'Kid A'])
  })

  it('of an earlier day, without a day, or that is an edit, leaves it; so does a retry', async () => {
    await addAll()
    const submission = randomUUID()
    expect((await add({ submission })).takenOff).toEqual(off)
    await set(dummy, true)
    // A retry gets the first answer.
    expect((await add({ submission })).takenOff).toEqual(off)
    expect((await add({ date: '2026-11-21' })).takenOff).toBeUndefined()
    expect((await add({ date: null })).takenOff).toBeUndefined()
    expect((await logs().save.mutate({ ...dummy, rating: 3, date: '2026-11-23' })).takenOff).toBeUndefined()
    expect((await logs().setListened.mutate({ ...dummy, listened: true })).takenOff).toBeUndefined()
    const old = { ...kidA, date: '2026-11-20' }
    expect((await logs().save.mutate(old)).takenOff).toBeUndefined()
    await logs().setListened.mutate({ ...kidA, listened: false, evenIfRated: true })
    expect((await names()).toSorted()).toEqual(['Dummy', 'Homogenic', 'Kid A', 'Mezzanine'])
    // The day in the user's time zone, ahead of UTC.
    await set(kidA, false)
    await set(kidA, true, { today: '2026-11-23' })
    expect((await add({ ...kidA, today: '2026-11-22' })).takenOff).toBeUndefined()
    expect((await add({ ...kidA, today: '2026-11-23' })).takenOff).toMatchObject({ addedOn: '2026-11-23' })
  })

  it('is none that a sync brings', async () => {
    await addAll()
    const { db } = plak.server.deps
    const { id } = await db.user.findUniqueOrThrow({ where: { nickname: 'owner' } })
    const albums = await db.album.findMany({ select: { id: true } })
    const saved = new Map(albums.map((album) => [album.id, new Date(`${today}T11:00:00Z`)]))
    const noon = () => new Date(`${today}T12:00:00Z`)
    await change({ ...plak.server.deps, now: noon }, async (write) =>
      replaceSynced(write, await lockUser(write.tx, id), saved),
    )
    expect((await logs().states.query({ albums: [dummy] }))[0]).toMatchObject({
      listened: true,
      listenLater: true,
    })
    // Nor does editing a listening that the sync created.
    expect((await logs().save.mutate({ ...dummy, rating: 9 })).takenOff).toBeUndefined()
    expect(await names()).toHaveLength(4)
  })

  it('and its Undo in two tabs at once end in one state, told alike', async () => {
    await set(dummy, true)
    const answers = await Promise.all([add(), add(), set(dummy, false)])
    expect(answers.filter(({ takenOff }) => takenOff)).toHaveLength(1)
    const back = { position: 0, today }
    await Promise.all([set(dummy, true, back), set(dummy, true, back)])
    expect(await names()).toEqual(['Dummy'])
  })
})
