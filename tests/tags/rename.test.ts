import { beforeEach, describe, expect, it } from 'vitest'
import { texts } from '../../shared/texts.ts'
import type { Person } from '../harness/client.ts'
import { refusal } from '../support/refusal.ts'
import { runProduct } from '../support/runProduct.ts'
import { addTagged, dummy, expectTrueCounts, homogenic, tagsSeenBy } from './tagged.ts'

const plak = runProduct()
let owner: Person
let follower: Person

beforeEach(async () => {
  owner = await plak.harness.register('owner')
  follower = await plak.harness.register('follower')
  await follower.client.follows.set.mutate({ nickname: 'owner', following: true })
})

const add = (tags: string[], more: object = {}) => addTagged(owner, tags, more)
const tagsOf = (reader = owner) => tagsSeenBy(reader)
const counted = () => expectTrueCounts(plak.server)

describe('another name for a tag', () => {
  const rename = (tag: string, name: string, merge = false) =>
    owner.client.tags.rename.mutate({ tag, name, merge })
  const renaming = (tag: string, name: string) => owner.client.tags.renaming.query({ tag, name })

  it('says how many listenings change, changes them all at once, and the same again changes nothing', async () => {
    const log = await add(['wintr', 'jazz'])
    await add(['wintr'], { ...dummy, visibility: 'me' })
    expect(await renaming('Wintr', 'winter')).toEqual({ tag: { name: 'wintr', count: 2 }, into: null })
    expect(await rename('Wintr', ' winter ')).toEqual({ name: 'winter', count: 2 })
    expect(await rename('Wintr', ' winter ')).toEqual({ name: 'winter', count: 2 })
    expect((await owner.client.logs.mine.query(homogenic)).log).toMatchObject({
      tags: ['winter', 'jazz'],
      version: log.version + 1,
    })
    // An editor that was opened before does not restore the old name.
    const stale = { ...homogenic, id: log.id, version: log.version, tags: ['wintr'] }
    expect(await refusal(owner.client.logs.save.mutate(stale))).toMatchObject({ message: texts.logs.changed })
    // Only the spelling changes.
    expect(await renaming('winter', 'WINTER')).toMatchObject({ into: null })
    expect(await rename('winter', 'WINTER')).toEqual({ name: 'WINTER', count: 2 })
    expect(await tagsOf()).toEqual(['jazz 1', 'WINTER 2'])
    await counted()
  })

  it('merges it with the tag that has the name, where that is wanted', async () => {
    await add(['cold', 'Winter'])
    await add(['cold'], { ...dummy, visibility: 'followers' })
    await add(['winter', 'x', 'cold'], { ...dummy, visibility: 'me' })
    await add(['winter'])
    expect(await renaming('cold', 'WINTER')).toEqual({
      tag: { name: 'cold', count: 3 },
      into: { name: 'Winter', count: 3 },
    })
    expect(await refusal(rename('cold', 'winter'))).toMatchObject({
      message: texts.tags.exists,
      fields: { name: texts.tags.exists },
    })
    await counted()
    expect(await rename('cold', 'winter', true)).toEqual({ name: 'Winter', count: 4 })
    expect(await rename('cold', 'winter', true)).toEqual({ name: 'Winter', count: 4 })
    expect(await tagsOf()).toEqual(['Winter 4', 'x 1'])
    expect(await tagsOf(follower)).toEqual(['Winter 3'])
    await counted()
  })

  it('needs a tag, and a name', async () => {
    await add(['winter'])
    expect(await refusal(rename('of nobody', 'x'))).toMatchObject({ message: texts.tags.notFound })
    expect(await refusal(follower.client.tags.rename.mutate({ tag: 'winter', name: 'x' }))).toMatchObject({
      message: texts.tags.notFound,
    })
    for (const name of ['  ', '\u200b', 'x'.repeat(41)])
      expect(await refusal(rename('winter', name))).toMatchObject({ fields: { name: expect.any(String) } })
  })
})
