import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Person } from '../harness/client.ts'
import { runProduct } from '../support/runProduct.ts'
import { love, planted, plantTitles } from './world.ts'

const plak = runProduct()
let reader: Person
let other: Person
const titles = ['Homogenic', 'Dummy', 'Post', 'Third', 'Debut']
beforeEach(async () => {
  reader = await plak.harness.register('reader')
  other = await plak.harness.register('other')
  await plantTitles(plak, titles)
})

type Level = 'everyone' | 'followers' | 'me'
const rate = (person: Person, title: string, rating: number, visibility: Level = 'everyone') =>
  person.client.logs.save.mutate({ ...planted(title), rating, visibility })
const taste = (nickname = 'other', person = reader) => person.client.users.taste.query({ nickname })

describe('taste in common', () => {
  it('is shown from three albums on that both have heard', async () => {
    for (const title of titles.slice(0, 2)) for (const person of [reader, other]) await rate(person, title, 0)
    await rate(reader, 'Post', 0, 'me')
    expect(await taste()).toBeNull()
    await rate(other, 'Post', 0)
    expect(await taste()).toEqual({ both: 3, agree: 0, examples: [] })
  })

  it('is agreement by ratings at most a star apart or by two hearts, the best rated first', async () => {
    const ratings = { Homogenic: [10, 9], Dummy: [6, 8], Post: [10, 7], Third: [8, 0], Debut: [0, 0] }
    for (const [title, [own, theirs]] of Object.entries(ratings)) {
      await rate(reader, title, own!)
      await rate(other, title, theirs!)
    }
    const named = (...names: string[]) => names.map((name) => expect.objectContaining({ name }))
    expect(await taste()).toEqual({ both: 5, agree: 2, examples: named('Homogenic', 'Dummy') })
    for (const person of [reader, other]) await love(person, 'Post', 'Debut')
    expect(await taste()).toEqual({ both: 5, agree: 4, examples: named('Homogenic', 'Post', 'Dummy') })
  })

  it('is what the reader sees', async () => {
    for (const title of titles.slice(0, 3)) {
      await rate(reader, title, 8, 'me')
      await rate(other, title, 8, title === 'Post' ? 'followers' : 'everyone')
    }
    expect(await taste()).toBeNull()
    await reader.client.follows.set.mutate({ nickname: 'other', following: true })
    expect(await taste()).toMatchObject({ both: 3, agree: 3 })
    await other.client.visibility.setPrivate.mutate({ isPrivate: true })
    expect(await taste()).toMatchObject({ both: 3 })
    await reader.client.follows.set.mutate({ nickname: 'other', following: false })
    expect(await taste()).toBeNull()
    await other.client.people.block.mutate({ nickname: 'reader' })
    await expect(taste()).rejects.toMatchObject({ data: { httpStatus: 404 } })
  })

  it('is not compared with oneself, and not for visitors', async () => {
    for (const title of titles) await rate(reader, title, 8)
    expect(await taste('reader')).toBeNull()
    const { client } = plak.harness.visitor()
    await expect(client.users.taste.query({ nickname: 'reader' })).rejects.toMatchObject({
      data: { httpStatus: 401 },
    })
  })
})

describe('popular this week', () => {
  const week = async () => (await reader.client.suggestions.week.query()).albums.map(({ name }) => name)

  it('is what the most people have publicly listened to in seven days, then what is trending', async () => {
    const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
    const listen = (person: Person, title: string, date: string, visibility: Level = 'everyone') =>
      person.client.logs.add.mutate({ ...planted(title), date, visibility, submission: crypto.randomUUID() })
    await listen(reader, 'Post', dayBefore(2))
    await listen(other, 'Post', dayBefore(5))
    // Several listenings are one listener.
    for (const days of [0, 1, 2]) await listen(reader, 'Dummy', dayBefore(days))
    await listen(other, 'Third', dayBefore(8))
    await listen(other, 'Debut', dayBefore(1), 'followers')
    const charts = vi.spyOn(plak.server.deps.catalogue, 'topAlbums')
    const albums = await week()
    expect(charts.mock.calls).toEqual([[1, 'trending']])
    expect(albums.slice(0, 2)).toEqual(['Post', 'Dummy'])
    expect(albums).toHaveLength(6)
    expect(albums).not.toEqual(expect.arrayContaining(['Third']))
    expect(albums).not.toEqual(expect.arrayContaining(['Debut']))
    await other.client.visibility.setPrivate.mutate({ isPrivate: true })
    expect((await week()).slice(0, 2)).toEqual(['Dummy', 'Post'])
  })
})
