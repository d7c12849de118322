import { describe, expect, it } from 'vitest'
import { read } from './reading.ts'

// Days and ratings in the formats that users write.

const dayOf = async (written: string) => {
  const { drafts } = await read(`Artist;Album;Date\nBjörk;Post;"${written}"\n`)
  return drafts[0]!.problem ?? drafts[0]!.date
}

describe('a day', () => {
  it.each([
    ['13.03.24', '2024-03-13'],
    ['13.03.99', '1999-03-13'],
    ["13/03/'24", '2024-03-13'],
    ['13. 3. 2024', '2024-03-13'],
    ['2024/3/13', '2024-03-13'],
    ['2024. 3. 13.', '2024-03-13'],
    ['2024年3月13日', '2024-03-13'],
    ['20240313', '2024-03-13'],
    ['13-Mar-2024', '2024-03-13'],
    ['13Mar2024', '2024-03-13'],
    ['12 Ocak 2024', '2024-01-12'],
    ['12 OCAK 2024', '2024-01-12'],
    ['12 Oca 24', '2024-01-12'],
    ['12 Ağu. 2024', '2024-08-12'],
    ['12 Şub 2024 Pazartesi', '2024-02-12'],
    ['Salı, 12 Mart 2024', '2024-03-12'],
    ['March 12th, 2024', '2024-03-12'],
    ['Mar 12, 2024', '2024-03-12'],
    ["Mar 12 '24", '2024-03-12'],
    ['the 3rd of May 2024', '2024-05-03'],
    ['Tuesday, March 12th, 2024', '2024-03-12'],
    ['Tue Mar 12 2024 21:10:00 GMT+0300', '2024-03-12'],
    ['Tue, 12 Mar 2024 21:10:00 GMT', '2024-03-12'],
    ['2024 Mar 12', '2024-03-12'],
    ['12.03.2024 21:10', '2024-03-12'],
    ['2024-03-12 21:10:05', '2024-03-12'],
    ['12. März 2024', '2024-03-12'],
    ['12. Mrz. 2024', '2024-03-12'],
    ['1. Dez 2024', '2024-12-01'],
    ['3. Oktober 2024', '2024-10-03'],
    ['5 févr. 2024', '2024-02-05'],
    ['1er août 2024', '2024-08-01'],
    ['14 juillet 2024', '2024-07-14'],
    ['3 déc. 2024', '2024-12-03'],
    ['5 de enero de 2024', '2024-01-05'],
    ['5 ene 2024', '2024-01-05'],
    ['12 abr. 2024', '2024-04-12'],
    ['12 de março de 2024', '2024-03-12'],
    ['12 maggio 2024', '2024-05-12'],
    ['12 mei 2024', '2024-05-12'],
    ['12 stycznia 2024', '2024-01-12'],
    ['12 марта 2024', '2024-03-12'],
    ['12 мая 2024 г.', '2024-05-12'],
    ['2024', null],
    ['2024-03', null],
    ['03/2024', null],
    ['2024-03-00', null],
    ['2024-00-00', null],
    ['March 2024', null],
    ['Mart 2024', null],
    ['2024 Mart', null],
    ['mars 2024', null],
    ['summer 2024', null],
    ['2024 yazı', null],
    ['12 Mar', null],
    ['12 Mart', null],
    ['Mar 12', null],
    ['March 12th', null],
    ['13.03.', null],
    ['-', null],
    ['n/a', null],
    ['(2024)', null],
    ['2024?', null],
    ['24-Jan', null],
    ['Mar 5, 2024 9:10 PM', '2024-03-05'],
    ['3/5/24 9:10 PM', '2024-05-03'],
    ['40 Mar', 'badDate'],
    ['2024-13', 'badDate'],
    ['31.02.24', 'badDate'],
    ['12 Foo 2024', 'badDate'],
    ['1850', 'badDate'],
    ['2099', 'badDate'],
    ['yesterday', 'badDate'],
    ['12', 'badDate'],
  ])('%s is %s', async (written, day) => {
    expect(await dayOf(written)).toBe(day)
  })

  it('two-digit years have an order, too', async () => {
    const table = 'Artist;Album;Date\nBjörk;Post;03/04/24\nBjörk;Debut;03/25/24\n'
    const { asks, drafts } = await read(table)
    expect([asks.dateOrder, ...drafts.map(({ date }) => date)]).toEqual([
      'monthFirst',
      '2024-03-04',
      '2024-03-25',
    ])
  })

  it('the order comes from all rows', async () => {
    const rows = Array.from({ length: 1_500 }, (_, index) => `Björk;Album ${index};03/04/2024`)
    const { asks } = await read(['Artist;Album;Date', ...rows, 'Björk;Post;03/25/2024'].join('\n'))
    expect(asks.dateOrder).toBe('monthFirst')
  })
})

describe('a rating', () => {
  const ratingOf = async (written: string, others: string[] = []) => {
    const rows = [written, ...others].map((each, index) => `Björk;Album ${index};"${each}"`)
    const { drafts } = await read(['Artist;Album;Rating', ...rows].join('\n'))
    return drafts[0]!.problem ?? drafts[0]!.rating
  }
  it.each([
    ['★★★½', 7],
    ['★★★★★', 10],
    ['★★★☆☆', 6],
    ['★ ★ ★', 6],
    ['⭐⭐⭐⭐', 8],
    ['⭐️⭐️⭐️', 6],
    ['***', 6],
    ['½', 1],
    ['4½', 9],
    ['4 ½', 9],
    ['4 1/2', 9],
    ['8/10', 8],
    ['8 / 10', 8],
    ['7,5/10', 8],
    ['4,5/5', 9],
    ['4/5', 8],
    ['17/20', 9],
    ['90/100', 9],
    ['8 out of 10', 8],
    ['8 von 10', 8],
    ['85%', 9],
    ['85 %', 9],
    ['%85', 9],
    ['3,5', 7],
    ['3.5', 7],
    ['4 stars', 8],
    ['4 yıldız', 8],
    ['4 out of 5 stars', 8],
    ['4 ★', 8],
    ['4⭐️', 8],
    ['0', 0],
    ['-', 0],
    ['', 0],
    ['A', 'badRating'],
    ['B+', 'badRating'],
    ['11/10', 'badRating'],
    ['4/0', 'badRating'],
    ['-3', 'badRating'],
    ['150%', 'badRating'],
  ])('%s is %s', async (written, rating) => {
    expect(await ratingOf(written)).toBe(rating)
  })

  it('stands on the scale of all rows, except one with a scale of its own', async () => {
    expect(await ratingOf('4', ['9', '3/5'])).toBe(4)
    expect(await ratingOf('3/5', ['9', '80'])).toBe(6)
    expect(await ratingOf('40', ['90'])).toBe(4)
  })

  it('the scale can be in the name of the column', async () => {
    const { asks, drafts } = await read('Artist,Album,Rating (1-10)\nBjörk,Post,4\nBjörk,Debut,5\n')
    expect([asks.scale, ...drafts.map(({ rating }) => rating)]).toEqual(['10', 4, 5])
  })
})

it.each([
  ['Date', '1'.repeat(900_000)],
  ['Date', '12 '.repeat(300_000)],
  ['Rating', '★ '.repeat(200_000)],
  ['Rating', '1/'.repeat(400_000)],
  ['Status', ' -'.repeat(400_000)],
  ['Tags', ' ,'.repeat(400_000)],
  ['Favorite', 'e'.repeat(900_000)],
  ['Notes', '(('.repeat(400_000)],
])(
  'a column %s with a cell of nearly a million letters is read at once',
  async (heading, cell) => {
    const begun = performance.now()
    await read(`Artist;Album;${heading}\nBjörk;Post;${cell}\n`)
    await read(`Artist;Album;Track;${heading}\nBjörk;Post;Isobel;${cell}\n`)
    expect(performance.now() - begun).toBeLessThan(10_000)
  },
  30_000,
)
