import { expect, it } from 'vitest'
import { change, type Write } from '../../server/core/change.ts'
import { joinList, undoImport } from '../../server/lists/write/bulk.ts'
import { setListHidden } from '../../server/lists/write/single.ts'
import { lockUser } from '../../server/users/lock.ts'
import { say, unread } from '../notifications/world.ts'
import { runProduct } from '../support/runProduct.ts'
import { makeRain, saveRain } from './albums.ts'

// Every origin of a change of a list, and its effects (server/lists/write/effects.ts).

const plak = runProduct()

async function makeWorld() {
  const rain = await makeRain(plak)
  const { id, albums, owner, reader } = rain
  const other = await plak.harness.register('other')
  // The reader is notified of the other one's comment.
  for (const by of [reader, other]) await say(by, { list: id })
  const { db } = plak.server.deps
  const { id: ownerId } = await db.user.findUniqueOrThrow({ where: { nickname: 'owner' } })
  const write = <Result>(work: (write: Write) => Promise<Result>) => change(plak.server.deps, work)
  const added = albums[5]!
  const join = () =>
    write((write) =>
      joinList(write, {
        userId: ownerId,
        id,
        place: (rows) => ({ rows: [...rows, { albumId: added, note: '' }], added: new Set([added]) }),
      }),
    )
  const undo = (joined: number) =>
    write(async (write) =>
      undoImport(write, { userId: await lockUser(write.tx, ownerId), id, joined, albumIds: [added] }),
    )
  const hide = () => write((write) => setListHidden(write, { ownerId, id }, true))

  /** Reads everything that a change of the list can change, by its name. */
  async function read(): Promise<Record<string, unknown>> {
    const list = await db.list.findUniqueOrThrow({ where: { id }, include: { text: true, revisions: true } })
    const events = await db.event.count({ where: { OR: [{ type: 'list.saved' }, { type: 'limited' }] } })
    const { version, updatedAt, text, revisions } = list
    return {
      version,
      updatedAt: updatedAt.getTime(),
      text: Buffer.from(text!.text).toString(),
      revision: revisions.length,
      event: events,
      notifications: await unread(reader),
    }
  }
  return { ...rain, owner, join, undo, hide, read }
}
type World = Awaited<ReturnType<typeof makeWorld>>

type Case = {
  origin: string
  prepare?: (world: World) => Promise<unknown>
  make: (world: World) => Promise<unknown>
  effects: string
}
const cases: Case[] = [
  {
    origin: 'hand',
    make: (world) => saveRain(world, { name: 'Sun' }),
    effects: 'version updatedAt text revision event',
  },
  {
    origin: 'hand, hidden from everyone else',
    make: (world) => saveRain(world, { visibility: 'me' }),
    effects: 'version updatedAt revision event notifications',
  },
  { origin: 'moderation', make: ({ hide }) => hide(), effects: 'version revision event notifications' },
  {
    origin: 'visibility of all lists',
    make: ({ owner }) => owner.client.visibility.changeOlder.mutate({ things: 'lists', visibility: 'me' }),
    effects: 'version revision notifications',
  },
  { origin: 'import', make: ({ join }) => join(), effects: 'version updatedAt revision event' },
  {
    origin: 'undo',
    prepare: ({ join }) => join(),
    make: ({ undo }) => undo(2),
    effects: 'version updatedAt revision event',
  },
]

it.each(cases)('$origin: $effects', async ({ prepare, make, effects }) => {
  const world = await makeWorld()
  await prepare?.(world)
  const before = await world.read()
  await make(world)
  const after = await world.read()
  expect(Object.keys(after).filter((name) => after[name] !== before[name])).toEqual(effects.split(' '))
  expect(after.version).toBe(Number(before.version) + 1)
})
