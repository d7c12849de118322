import { beforeEach, expect, it } from 'vitest'
import type { Person } from '../harness/client.ts'
import { runProduct } from '../support/runProduct.ts'
import { love, planted, plantTitles } from './world.ts'

const plak = runProduct()
let reader: Person
let other: Person
beforeEach(async () => {
  reader = await plak.harness.register('reader')
  other = await plak.harness.register('other')
  await plantTitles(plak, ['Homogenic', 'Dummy', 'Post', 'Third', 'Debut'])
})

const people = async (person = reader) => (await person.client.suggestions.people.query()).people
const arriving = async (person = reader) => (await person.client.suggestions.arriving.query()).people

it('suggests somebody who loves two of the same albums', async () => {
  await love(reader, 'Homogenic', 'Dummy')
  await love(other, 'Homogenic', 'Dummy')
  expect(await people()).toEqual([
    { nickname: 'other', avatar: null, albums: ['Homogenic', 'Dummy'], more: 0, followers: 0 },
  ])
})

it('suggests a newcomer somebody who loves one of the same albums', async () => {
  await love(reader, 'Homogenic')
  await love(other, 'Homogenic')
  expect(await people()).toEqual([])
  expect(await arriving()).toMatchObject([{ nickname: 'other', albums: ['Homogenic'], more: 0 }])
})

it('fills up with people whom many follow', async () => {
  await (await plak.harness.register('fan')).client.follows.set.mutate({ nickname: 'other', following: true })
  expect(await arriving()).toEqual([{ nickname: 'other', avatar: null, albums: [], more: 0, followers: 1 }])
})

it('suggests albums with a reason, compares taste, and shows the week', async () => {
  const third = await plak.harness.register('third')
  await love(reader, 'Homogenic', 'Dummy')
  await love(other, 'Homogenic', 'Dummy', 'Post')
  await love(third, 'Homogenic', 'Dummy', 'Post')
  const { albums } = await reader.client.suggestions.albums.query()
  expect(albums).toMatchObject([{ artist: 'Artist', name: 'Post', because: 'Homogenic' }])
  for (const person of [reader, other])
    for (const title of ['Homogenic', 'Dummy', 'Third'])
      await person.client.logs.save.mutate({ ...planted(title), rating: 8 })
  expect(await reader.client.users.taste.query({ nickname: 'other' })).toMatchObject({ both: 3, agree: 3 })
  const week = await reader.client.suggestions.week.query()
  expect(week.albums.slice(0, 3).map(({ name }) => name)).toEqual(['Dummy', 'Homogenic', 'Third'])
})

it('has two switches', async () => {
  await reader.client.visibility.setSuggestions.mutate({ suggestMe: false })
  expect(await reader.client.visibility.settings.query()).toMatchObject({
    suggestMe: false,
    personalSuggestions: true,
  })
})
