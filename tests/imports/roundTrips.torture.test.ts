import { beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../harness/client.ts'
import { downloadData } from '../support/download.ts'
import { runProduct } from '../support/runProduct.ts'
import { oneMore, randomDiary } from './randomDiary.ts'
import { importAll, resaved, restOf, sectionsHeld, sectionsOf, withUnknownNames } from './restWorld.ts'
import { counted, until } from './world.ts'

const plak = runProduct()
let owner: Person
beforeEach(async () => {
  owner = await plak.harness.register('owner')
  for (const nickname of ['deniz', 'fatma']) await plak.harness.register(nickname)
})

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9))

describe(`everything by chance, SEED=${seed}`, () => {
  it('comes back by plak.json', async () => {
    const diary = randomDiary(seed)
    const done = await importAll(plak.server.url, owner, JSON.stringify(diary))
    expect(counted(done)).toEqual({ written: done.counts.written })
    expect(await sectionsHeld(plak.server.url, owner)).toEqual(sectionsOf(diary))
  })

  it('comes back by the tables', async () => {
    const diary = randomDiary(seed + 1)
    await importAll(plak.server.url, owner, JSON.stringify(diary))
    const { tables } = await downloadData(plak.server.url, owner.cookies.header())
    const other = await plak.harness.register('other')
    for (const name of ['listenings', 'hearts', 'list-albums', 'listen-later', 'top-four', 'follows']) {
      const done = await importAll(plak.server.url, other, tables.get(`${name}.csv`)!)
      expect(counted(done), name).toEqual({ written: done.counts.written })
    }
    expect(await sectionsHeld(plak.server.url, other)).toEqual(sectionsOf(diary))
  })

  it.each(['as it is', 'saved by a spreadsheet'])('comes back by the rest, %s', async (way) => {
    const diary = randomDiary(seed + 2)
    const { unknown, corrected } = withUnknownNames(diary)
    // An import without any row that is ready cannot be started.
    const extra = { ...diary.listenings[0]!, album: oneMore, date: '2019-01-02' }
    const file = { ...unknown, listenings: [...unknown.listenings, extra] }
    const done = await importAll(plak.server.url, owner, JSON.stringify(file))
    expect(counted(done)).toEqual({ written: 3, missing: done.counts.missing })
    const rest = corrected(await restOf(plak.server.url, owner, done.id))
    const again = await importAll(plak.server.url, owner, way === 'as it is' ? rest : resaved(rest))
    expect(counted(again)).toEqual({ written: done.counts.missing })
    const whole = { ...diary, listenings: [...diary.listenings, extra] }
    expect(await sectionsHeld(plak.server.url, owner)).toEqual(sectionsOf(whole))
  })

  it('everything that an import wrote goes when it is undone', async () => {
    const before = await sectionsHeld(plak.server.url, owner)
    const done = await importAll(plak.server.url, owner, JSON.stringify(randomDiary(seed + 3)))
    await owner.client.imports.undo.mutate({ id: done.id })
    const { undone } = await until(owner, done.id, ({ state }) => state === 'undone')
    expect(undone).toEqual({ removed: done.counts.written, kept: 0 })
    expect(await sectionsHeld(plak.server.url, owner)).toEqual(before)
  })
})
