import { beforeEach, describe, expect, it } from 'vitest'
import { adminOf } from '../account/adminWorld.ts'
import type { Person } from '../harness/client.ts'
import { runProduct } from '../support/runProduct.ts'
import { love, planted, plantTitles, refresh as refreshAll } from './world.ts'

const plak = runProduct()
let reader: Person
let other: Person
beforeEach(async () => {
  reader = await plak.harness.register('reader')
  other = await plak.harness.register('other')
  await plantTitles(plak, ['Homogenic', 'Dummy', 'Post', 'Third', 'Debut'])
})

const refresh = () => refreshAll(plak)
const numbered = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${name}${String(index).padStart(3, '0')}`)
const register = (nickname: string) => plak.harness.register(nickname)
const people = async (person = reader) => (await person.client.suggestions.people.query()).people
const names = async (person = reader) => (await people(person)).map(({ nickname }) => nickname)
const arriving = async (person = reader) => (await person.client.suggestions.arriving.query()).people
const albums = async () => (await reader.client.suggestions.albums.query()).albums

describe('people you may like', () => {
  it('love two of the same albums, and are named with these', async () => {
    await love(reader, 'Homogenic', 'Dummy', 'Post')
    await love(other, 'Homogenic')
    await refresh()
    expect(await people()).toEqual([])
    await love(other, 'Dummy')
    await refresh()
    const suggestion = { nickname: 'other', avatar: null, albums: ['Homogenic', 'Dummy'], followers: 0 }
    expect(await people()).toEqual([{ ...suggestion, more: 0 }])
    await love(other, 'Post')
    expect(await people()).toEqual([{ ...suggestion, more: 1 }])
  })

  it('love by a heart or by four stars of a listening for everyone', async () => {
    await love(reader, 'Homogenic', 'Dummy')
    const rate = (rating: number, visibility: 'everyone' | 'followers') =>
      other.client.logs.save.mutate({ ...planted('Dummy'), rating, visibility })
    await love(other, 'Homogenic')
    for (const [rating, visibility, isSuggested] of [
      [7, 'everyone', false],
      [8, 'everyone', true],
      [10, 'followers', false],
    ] as const) {
      await rate(rating, visibility)
      await refresh()
      expect([rating, visibility, await names()]).toEqual([rating, visibility, isSuggested ? ['other'] : []])
    }
    // A heart of an album whose only listening is not for everyone is not public, either.
    await love(other, 'Dummy')
    await refresh()
    expect(await names()).toEqual([])
    await rate(0, 'everyone')
    await refresh()
    expect(await names()).toEqual(['other'])
  })

  it('count only by their current rating', async () => {
    await love(reader, 'Homogenic', 'Dummy')
    await love(other, 'Homogenic')
    const listen = (date: string, rating: number) =>
      other.client.logs.add.mutate({ ...planted('Dummy'), date, rating, submission: crypto.randomUUID() })
    await listen('2026-01-01', 9)
    await refresh()
    expect(await names()).toEqual(['other'])
    await listen('2026-02-01', 5)
    expect(await names()).toEqual([])
  })

  it('are six at most, the most similar first, then by name', async () => {
    await love(reader, 'Homogenic', 'Dummy', 'Post')
    for (const nickname of ['gus', 'fay', 'eve', 'dan', 'cem', 'bea', 'ada']) {
      const person = await plak.harness.register(nickname)
      await love(person, 'Homogenic', 'Dummy', ...(nickname === 'gus' ? ['Post'] : []))
    }
    await refresh()
    expect(await names()).toEqual(['gus', 'ada', 'bea', 'cem', 'dan', 'eve'])
  })

  it('are the first by name of more who are equally similar than are read at once', async () => {
    await love(reader, 'Homogenic', 'Dummy')
    const others = numbered('n', 10).toReversed()
    for (const nickname of others) await love(await register(nickname), 'Homogenic', 'Dummy')
    await refresh()
    expect(await names()).toEqual(others.toReversed().slice(0, 6))
  })

  it('find each other, whoever of them has changed', async () => {
    await love(reader, 'Homogenic', 'Dummy')
    await refresh()
    await love(other, 'Homogenic', 'Dummy')
    await refresh()
    expect([await names(reader), await names(other)]).toEqual([['other'], ['reader']])
  })
})

describe('people for somebody who has just arrived', () => {
  it('love one album of the reader, at once and whoever can see the heart of the reader', async () => {
    await love(other, 'Homogenic')
    await love(reader, 'Homogenic')
    expect(await arriving()).toMatchObject([{ nickname: 'other', albums: ['Homogenic'], more: 0 }])
    await reader.client.visibility.setPrivate.mutate({ isPrivate: true })
    expect(await arriving()).toMatchObject([{ nickname: 'other' }])
    await reader.client.favorites.set.mutate({ ...planted('Homogenic'), favorite: false })
    expect(await arriving()).toEqual([])
  })

  it('are filled up with those whom the most people follow', async () => {
    const fan = await plak.harness.register('fan')
    const popular = await plak.harness.register('popular')
    await love(other, 'Homogenic')
    await love(reader, 'Homogenic')
    for (const person of [fan, other])
      await person.client.follows.set.mutate({ nickname: 'popular', following: true })
    await popular.client.follows.set.mutate({ nickname: 'fan', following: true })
    expect(await arriving()).toMatchObject([
      { nickname: 'other', albums: ['Homogenic'] },
      { nickname: 'popular', albums: [], more: 0, followers: 2 },
      { nickname: 'fan', albums: [], more: 0, followers: 1 },
    ])
  })

  it('are nobody whom the reader has asked, and only the much followed without personal suggestions', async () => {
    await love(other, 'Homogenic')
    await love(reader, 'Homogenic')
    await reader.client.visibility.setSuggestions.mutate({ personalSuggestions: false })
    expect(await arriving()).toEqual([])
    const fan = await plak.harness.register('fan')
    await fan.client.follows.set.mutate({ nickname: 'other', following: true })
    expect(await arriving()).toMatchObject([{ nickname: 'other', albums: [], followers: 1 }])
    // An account that becomes public again keeps declined requests, because the requester must not notice the refusal.
    await other.client.visibility.setPrivate.mutate({ isPrivate: true })
    await reader.client.follows.set.mutate({ nickname: 'other', following: true })
    await other.client.follows.decline.mutate({ nickname: 'reader' })
    await other.client.visibility.setPrivate.mutate({ isPrivate: false })
    expect(await arriving()).toEqual([])
  })
})

describe('people for somebody who has just arrived, of many', () => {
  const plantPeople = (nicknames: readonly string[], change: object = {}) =>
    plak.server.deps.db.user.createMany({
      data: nicknames.map((nickname) => ({ nickname, email: `${nickname}@plak.example`, ...change })),
    })
  const idsOf = async (nicknames: readonly string[]) => {
    const users = await plak.server.deps.db.user.findMany({ where: { nickname: { in: [...nicknames] } } })
    const ids = new Map(users.map(({ nickname, id }) => [nickname, id]))
    return nicknames.map((nickname) => ids.get(nickname)!)
  }
  async function plantHearts(nicknames: readonly string[], ...titles: string[]): Promise<void> {
    const albums = await plak.server.deps.db.album.findMany({ where: { name: { in: titles } } })
    const data = (await idsOf(nicknames)).flatMap((userId) =>
      albums.map(({ id: albumId }) => ({ userId, albumId })),
    )
    await plak.server.deps.db.favorite.createMany({ data })
  }
  async function follow(followers: readonly string[], followed: readonly string[]): Promise<void> {
    const followingIds = await idsOf(followed)
    const data = (await idsOf(followers)).flatMap((followerId) =>
      followingIds.map((followingId) => ({ followerId, followingId })),
    )
    await plak.server.deps.db.follow.createMany({ data })
  }
  const namesOf = async () => (await arriving()).map(({ nickname }) => nickname)

  it('those who may not be shown leave room for the others', async () => {
    await love(reader, 'Homogenic')
    const [followed, hidden, last] = [numbered('a', 70), numbered('b', 70), numbered('z', 2)]
    await plantPeople([...followed, ...last])
    await plantPeople(hidden, { suggestMe: false })
    await plantHearts([...followed, ...hidden, ...last], 'Homogenic')
    await follow(['reader'], followed)
    expect(await namesOf()).toEqual(last)
  })

  it('are found by whatever album of the reader they love, the most similar and then the first by name', async () => {
    const titles = numbered('Album ', 45)
    await plantTitles(plak, titles)
    await plantHearts(['reader'], ...titles)
    const people = numbered('p', 50).toReversed()
    await plantPeople([...people, 'near'])
    await plantHearts(people, titles[44]!, 'Post')
    await plantHearts(['near'], titles[0]!)
    expect(await namesOf()).toEqual(['near', ...people.toReversed().slice(0, 11)])
  })

  it('are found by a new heart among as many similar people as are stored', async () => {
    await love(reader, 'Homogenic', 'Dummy')
    const similar = numbered('p', 45)
    await plantPeople([...similar, 'near'])
    await plantTitles(plak, ['Vespertine'])
    await plantHearts(similar, 'Homogenic', 'Dummy', 'Debut', 'Third', 'Vespertine')
    await plantHearts(['near'], 'Post')
    await refresh()
    expect(await namesOf()).toEqual(similar.slice(0, 12))
    await love(reader, 'Post')
    // 1 / √(3 · 1) is more than 2 / √(3 · 5).
    expect(await namesOf()).toEqual(['near', ...similar.slice(0, 11)])
  })

  it('are found among more loves than are all read, however many of these people the reader follows', async () => {
    await love(reader, 'Homogenic')
    const people = numbered('p', 1_050)
    await plantPeople(people)
    await plantHearts(people, 'Homogenic')
    await follow(['reader'], people.slice(0, 1_000))
    expect(await namesOf()).toEqual(people.slice(1_000, 1_012))
  })

  it('are the first by name of those whom equally many follow, however many the reader follows', async () => {
    const [followed, others] = [numbered('a', 70), numbered('b', 14).toReversed()]
    await plantPeople([...followed, ...others, 'fan', 'fan2', 'gone'])
    await plantPeople(['disabled', 'disabled2'], { disabledAt: new Date() })
    await follow(['fan', 'fan2'], followed)
    await follow(['reader'], followed)
    await follow(['fan'], others)
    // Disabled followers count nowhere.
    await follow(['disabled', 'disabled2'], ['gone', others[0]!])
    expect(await namesOf()).toEqual(others.toReversed().slice(0, 12))
  })
})

describe('albums you may like', () => {
  it('are the first by name of more with the same score than are read at once', async () => {
    const titles = Array.from({ length: 40 }, (_, index) => `Album ${String(99 - index)}`)
    await plantTitles(plak, titles)
    await love(reader, 'Homogenic', 'Dummy')
    for (const person of [other, await register('third')]) await love(person, 'Homogenic', 'Dummy', ...titles)
    await refresh()
    expect((await albums()).map(({ name }) => name)).toEqual(titles.toReversed().slice(0, 6))
  })

  it('are loved by two people with a similar taste, with an album of the reader as the reason', async () => {
    const third = await plak.harness.register('third')
    await love(reader, 'Homogenic', 'Dummy', 'Debut')
    await love(other, 'Dummy', 'Debut', 'Post', 'Third')
    await love(third, 'Homogenic', 'Dummy', 'Post')
    await refresh()
    expect(await albums()).toEqual([
      { artist: 'Artist', name: 'Post', image: null, year: null, because: 'Dummy' },
    ])
    for (const take of [
      () => reader.client.listenLater.set.mutate({ ...planted('Post'), wanted: true }),
      () => reader.client.logs.setListened.mutate({ ...planted('Post'), listened: true }),
    ]) {
      await take()
      expect(await albums()).toEqual([])
    }
  })

  it('come from people whom the reader follows, too, but not from whoever is not suggested', async () => {
    const third = await plak.harness.register('third')
    await love(reader, 'Homogenic', 'Dummy')
    for (const person of [other, third]) await love(person, 'Homogenic', 'Dummy', 'Post')
    await reader.client.follows.set.mutate({ nickname: 'other', following: true })
    await refresh()
    expect(await albums()).toMatchObject([{ name: 'Post' }])
    await third.client.visibility.setSuggestions.mutate({ suggestMe: false })
    expect([await albums(), await names()]).toEqual([[], []])
  })
})

it('the operator computes all suggestions', async () => {
  await love(reader, 'Homogenic', 'Dummy')
  await love(other, 'Homogenic', 'Dummy')
  const admin = adminOf(plak)
  const { stdout } = await admin('suggest', '--json')
  expect(JSON.parse(stdout)).toEqual({ people: 2, albums: 2, ms: expect.any(Number) })
  expect(await names()).toEqual(['other'])
  expect((await admin('suggest')).stdout).toBe('Compared 2 people, who love 2 albums.\n')
})

it('the switches are on at first, and are stored one by one', async () => {
  const { visibility } = reader.client
  expect(await visibility.settings.query()).toMatchObject({ suggestMe: true, personalSuggestions: true })
  const first = await visibility.setSuggestions.mutate({ suggestMe: false })
  expect(first).toEqual({ suggestMe: false, personalSuggestions: true })
  await visibility.setSuggestions.mutate({ personalSuggestions: false })
  expect(await visibility.settings.query()).toMatchObject({ suggestMe: false, personalSuggestions: false })
})
