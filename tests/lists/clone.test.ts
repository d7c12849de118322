import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { disableAccount, enableAccount } from '../../server/account/operator.ts'
import type { Person } from '../harness/client.ts'
import { refusal } from '../support/refusal.ts'
import { runProduct } from '../support/runProduct.ts'
import { makeRain, saveRain } from './albums.ts'

const plak = runProduct()
let owner: Person
let reader: Person
let albums: number[]
let id: number
beforeEach(async () => {
  ;({ owner, reader, albums, id } = await makeRain(plak))
})

const noted = (index: number, note: string) => ({ id: albums[index]!, note })
const save = (more: object = {}) => saveRain({ owner, albums, id }, more)

describe('a clone', () => {
  const clone = (by: Person, submission: string = randomUUID()) =>
    by.client.lists.clone.mutate({ id, submission })

  it('is the viewer’s own list, once for a submission, and says where it is from while that is shown', async () => {
    await save({ ranked: true, description: 'Wet.', albums: [albums[3]!, noted(0, 'Yes.')] })
    const submission = randomUUID()
    const made = await Promise.all([clone(reader, submission), clone(reader, submission)])
    expect(made[0]).toEqual(made[1])
    const copy = made[0]!.id
    const seen = () => reader.client.lists.get.query({ id: copy })
    expect(await seen()).toMatchObject({
      name: 'Rain',
      description: 'Wet.',
      ranked: true,
      noted: true,
      owner: { nickname: 'reader' },
      clonedFrom: { id, name: 'Rain' },
      version: 1,
    })
    const { items } = await reader.client.lists.albums.query({ id: copy })
    expect(items.map(({ name, note }) => [name, note])).toEqual([
      ['Planted 3', ''],
      ['Planted 0', 'Yes.'],
    ])
    await save({ version: 2, name: 'Sun' })
    expect(await seen()).toMatchObject({ name: 'Rain', albumCount: 2, clonedFrom: { name: 'Sun' } })
    await disableAccount(plak.server.deps, 'owner')
    expect(await seen()).toMatchObject({ clonedFrom: null })
    await enableAccount(plak.server.deps, 'owner')
    owner = { ...owner, ...(await plak.harness.login(owner)) }
    await owner.client.lists.remove.mutate({ id })
    expect(await seen()).toMatchObject({ clonedFrom: null, albumCount: 2 })
    expect(await refusal(clone(reader))).toMatchObject({ code: 'NOT_FOUND' })
  })

  it('of a list that is edited meanwhile is what it was before or after an edit', async () => {
    const whole = (note: string) => ({ albums: albums.slice(0, 4).map((album) => ({ id: album, note })) })
    await save(whole('0'))
    const edits = (async () => {
      for (let version = 2; version < 12; version++) await save({ version, ...whole(`${version}`) })
    })()
    const copies = await Promise.all(Array.from({ length: 10 }, () => clone(reader)))
    await edits
    for (const copy of copies) {
      const { items } = await reader.client.lists.albums.query(copy)
      expect([items.length, new Set(items.map(({ note }) => note)).size]).toEqual([4, 1])
    }
  })

  it('stays when the source goes with its owner, and goes when its own maker goes', async () => {
    await clone(owner)
    const copy = await clone(reader)
    await plak.server.deps.db.user.delete({ where: { nickname: 'owner' } })
    expect(await reader.client.lists.get.query(copy)).toMatchObject({ clonedFrom: null, name: 'Rain' })
    expect(await plak.server.deps.db.list.count()).toBe(1)
  })
})
