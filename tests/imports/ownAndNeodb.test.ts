import { beforeEach, expect, it } from 'vitest'
import type { Person } from '../harness/client.ts'
import { downloadData } from '../support/download.ts'
import { runProduct } from '../support/runProduct.ts'
import { theCase } from './files.ts'
import { randomDiary } from './randomDiary.ts'
import { importAll } from './restWorld.ts'
import { preview } from './world.ts'

const plak = runProduct()
let owner: Person
beforeEach(async () => {
  owner = await plak.harness.register('owner')
  for (const nickname of ['deniz', 'fatma']) await plak.harness.register(nickname)
})

const held = async () => (await downloadData(plak.server.url, owner.cookies.header())).data

it('NeoDB brings earlier listenings and collections', async () => {
  await importAll(plak.server.url, owner, await theCase('neodb-earlier-and-lists.zip'))
  const { listenings, lists } = await held()
  expect(listenings.map(({ album, date }) => [album.name, date])).toEqual([
    ['Kid A', '2021-07-04'],
    ['Kid A', '2024-03-05'],
  ])
  expect(lists).toMatchObject([{ name: 'Snow', description: 'for January', ranked: false }])
  expect(lists[0]!.albums.map(({ album, note }) => [album.name, note])).toEqual([
    ['Kid A', 'first'],
    ['Homogenic', ''],
  ])
})

it('our tables bring wishes and lists, and no listenings', async () => {
  await importAll(plak.server.url, owner, await theCase('own-listen-later.csv'))
  await importAll(plak.server.url, owner, await theCase('own-list-albums.csv'))
  const { listenings, lists, listenLater } = await held()
  expect(listenings).toEqual([])
  expect(listenLater.map(({ album, addedOn }) => [album.name, addedOn])).toEqual([
    ['Vespertine', '2026-02-03'],
    ['Hounds of Love', '2026-02-04'],
  ])
  expect(
    lists.map(({ name, albums }) => [name, albums.map(({ album, note }) => [album.name, note])]),
  ).toEqual([
    [
      'Snow',
      [
        ['Vespertine', 'for January'],
        ['Disintegration', ''],
      ],
    ],
  ])
})

it('what is not taken is counted in the preview', async () => {
  const diary = { ...randomDiary(1), forReading: { comments: [{}, {}], listLikes: [{}], sessions: [{}] } }
  const { notTaken } = await preview(plak.server.url, owner, JSON.stringify(diary))
  expect(notTaken).toEqual({ comments: 2, likes: 1 })
})
