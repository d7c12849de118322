import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { foldedWords } from '../../server/lists/foldedText.ts'
import { indexLists } from '../../server/lists/write/texts.ts'
import type { Person } from '../harness/client.ts'
import { runProduct } from '../support/runProduct.ts'
import { plantAlbums } from './albums.ts'

const plak = runProduct()
let owner: Person
let albums: number[]

beforeEach(async () => {
  owner = await plak.harness.register('needle_drop')
  albums = await plantAlbums(plak.server.deps, 1)
})

const create = (name: string, description = '', by = owner) =>
  by.client.lists.create.mutate({ name, description, albums, submission: randomUUID() })
const search = async (query?: string) =>
  (await plak.harness.visitor().client.lists.search.query({ query })).items.map(({ name }) => name)

describe('a search', () => {
  it('for nothing shows all lists, newest first', async () => {
    for (const name of ['First', 'Second', 'Third']) await create(name)
    for (const nothing of [undefined, '', '   '])
      expect(await search(nothing)).toEqual(['Third', 'Second', 'First'])
  })

  it('looks into name, description and owner, for any part of a word', async () => {
    await create('Winter evenings')
    await create('Another', 'Strings for the winterless')
    await create('Third', '', await plak.harness.register('midwinter'))
    expect(await search('wint')).toEqual(['Third', 'Another', 'Winter evenings'])
    expect(await search('dle_dr')).toEqual(['Another', 'Winter evenings'])
    expect(await search('summer')).toEqual([])
  })

  it('takes several words as all of them, wherever they are', async () => {
    await create('Rain songs', 'Slow')
    await create('Rain', 'Fast')
    expect(await search('slow  rain')).toEqual(['Rain songs'])
    expect(await search('rain needle')).toEqual(['Rain', 'Rain songs'])
    expect(await search('rain sun')).toEqual([])
  })

  it.each([
    ['bjork', 'Best of Björk'],
    ['BJÖRK', 'best of bjork'],
    ['sigur ros', 'Sigur Rós, every record'],
    ['işık', 'IŞIK'],
    ['isik', 'Işık'],
    ['ISTANBUL', 'İstanbul’da bir gün'],
    ['istanbul’da', "istanbul'da"],
    ['シティ', '80年代シティ・ポップ'],
    ['年代', '80年代シティ・ポップ'],
    ['ガム', 'ｶﾞﾑﾗﾝ'],
    ['smorrebrod', 'Smørrebrød'],
    ['strasse', 'Straße'],
    ['ёлка', 'Елка'],
    ['50%', '50% off'],
    ['a_b', 'a_b'],
    ['\\', 'AC\\DC'],
    ['🌧️', 'Songs for 🌧️'],
  ])('for %s finds %s', async (query, name) => {
    await create(name)
    expect(await search(query)).toEqual([name])
  })

  it.each([['%'], ['_a'], ['カム'], ['c_']])('for %s finds nothing that only looks alike', async (query) => {
    const plain = await plak.harness.register('plain')
    await create('ガムラン', 'abc 50 off', plain)
    expect(await search(query)).toEqual([])
  })

  it('finds what a list is called now, by the name that its owner has now', async () => {
    const { id } = await create('Rain', 'For a grey day')
    await owner.client.lists.save.mutate({
      id,
      version: 1,
      name: 'Sun',
      description: 'For a blue day',
      albums,
    })
    await owner.client.users.update.mutate({ nickname: 'vinyl', avatar: '', bio: '', links: [] })
    for (const now of ['sun', 'blue', 'vinyl']) expect(await search(now)).toEqual(['Sun'])
    for (const before of ['rain', 'grey', 'needle']) expect(await search(before)).toEqual([])
    await owner.client.lists.remove.mutate({ id })
    expect(await search('sun')).toEqual([])
  })

  it('shows no list of a disabled person', async () => {
    await create('Rain')
    await plak.server.deps.db.user.update({
      where: { nickname: 'needle_drop' },
      data: { disabledAt: new Date() },
    })
    expect([await search(), await search('rain')]).toEqual([[], []])
  })

  it('comes by the 12, each list once, many of one moment, with a query and without', async () => {
    const { id: userId } = await plak.server.deps.db.user.findUniqueOrThrow({
      where: { nickname: 'needle_drop' },
    })
    const createdAt = new Date()
    await plak.server.deps.db.list.createMany({
      data: Array.from({ length: 60 }, (_, index) => ({
        userId,
        name: `Rain ${index}`,
        submission: randomUUID(),
        createdAt,
      })),
    })
    await indexLists(plak.server.deps)
    for (const query of ['', 'rain']) {
      const found: number[] = []
      const sizes: number[] = []
      for (let cursor: string | null | undefined; cursor !== null;) {
        const { items, next } = await plak.harness.visitor().client.lists.search.query({ query, cursor })
        found.push(...items.map(({ id }) => id))
        sizes.push(items.length)
        cursor = next
      }
      expect(sizes).toEqual([12, 12, 12, 12, 12])
      expect(found).toEqual([...new Set(found)].toSorted((a, b) => b - a))
    }
  })

  it('finds lists that came from elsewhere, once they are indexed; again, nothing changes', async () => {
    const { id: userId } = await plak.server.deps.db.user.findUniqueOrThrow({
      where: { nickname: 'needle_drop' },
    })
    await plak.server.deps.db.list.createMany({
      data: Array.from({ length: 1_001 }, (_, index) => ({
        userId,
        name: `Ëlsewhere ${index}`,
        submission: randomUUID(),
      })),
    })
    expect(await search('elsewhere')).toEqual([])
    await indexLists(plak.server.deps)
    await indexLists(plak.server.deps)
    expect(await search('elsewhere 1000')).toEqual(['Ëlsewhere 1000'])
    expect(await search('elsewhere 0')).toHaveLength(12)
    expect(await plak.server.deps.db.listText.count()).toBe(1_001)
  })
})

it('the longest texts fit, whatever folding makes of them', async () => {
  const longest = '㌖'
  expect(foldedWords(longest)).toEqual(['キロメートル'])
  await create(longest.repeat(100), longest.repeat(2_000))
  expect(await search('メートルキロ')).toHaveLength(1)
})
