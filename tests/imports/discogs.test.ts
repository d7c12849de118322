import { expect, it } from 'vitest'
import { meant, read } from './reading.ts'

const header =
  'Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,CollectionFolder,Date Added,Collection Media Condition,Collection Sleeve Condition,Collection Notes'
type Pressing = { artist?: string; title?: string; rating?: string; added: string; notes?: string }
const collection = (pressings: Pressing[]) =>
  [
    header,
    ...pressings.map(
      ({ artist = 'Björk', title = 'Homogenic', rating = '', added, notes = '' }, index) =>
        `C${index},${artist},${title},L,LP,${rating},1997,${index},All,${added} 10:00:00,Mint,Mint,${notes}`,
    ),
  ].join('\n')
const rowsOf = async (pressings: Pressing[]) =>
  (await read(collection(pressings))).drafts
    .map(meant)
    .map(({ album, rating, review }) => [album, rating, review])

it.each([
  ['Various', 'Various Artists'],
  ['VARIOUS', 'Various Artists'],
  ['Various Cruelties', 'Various Cruelties'],
  ['Nirvana (2)', 'Nirvana'],
])('%s is %s', async (artist, name) => {
  expect((await rowsOf([{ artist, added: '2020-01-01' }]))[0]![0]).toBe(`${name} - Homogenic`)
})

it('the stars and the notes of every pressing count, the newest first', async () => {
  const both = ['Björk - Homogenic', 8, 'newer\n\nolder']
  expect(
    await rowsOf([
      { added: '2020-01-01', rating: '2', notes: 'older' },
      { added: '2022-01-01', rating: '4' },
      { added: '2021-01-01', notes: 'newer' },
      { title: 'Post', added: '2021-01-01', rating: '5', notes: 'alone' },
    ]),
  ).toEqual([both, both, both, ['Björk - Post', 10, 'alone']])
})

it('a newer pressing without stars takes none away, and an equal note counts once', async () => {
  const row = ['Björk - Homogenic', 6, 'gift']
  expect(
    await rowsOf([
      { added: '2020-01-01', rating: '3', notes: 'gift' },
      { added: '2022-01-01', notes: 'gift' },
      { artist: 'BJÖRK', added: '2023-01-01', rating: '0' },
    ]),
  ).toMatchObject([row, row, ['BJÖRK - Homogenic', 6, 'gift']])
})

it('the notes of wants are counted, because a wish has none', async () => {
  const header = 'Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,Notes'
  const { drafts, notTaken } = await read(
    `${header}\nX,Björk,Post,A,LP,,1995,1,blue one\nX,Björk,Debut,A,LP,,1993,2,\n`,
  )
  expect(drafts.map(({ kind }) => kind)).toEqual(['wish', 'wish'])
  expect(notTaken).toEqual({ notes: 1 })
})
