import { beforeEach, describe, expect, it } from 'vitest'
import { transaction } from '../../server/lib/db.ts'
import { writeOpinions } from '../../server/logs/write/opinions.ts'
import { lockUser } from '../../server/users/lock.ts'
import type { Client } from '../harness/client.ts'
import { refusal } from '../support/refusal.ts'
import { runProduct } from '../support/runProduct.ts'

const plak = runProduct()
let reader: Client
let userId: number

beforeEach(async () => {
  await plak.harness.register('person')
  reader = plak.harness.visitor().client
  ;({ id: userId } = await plak.server.deps.db.user.findUniqueOrThrow({ where: { nickname: 'person' } }))
})

type Row = {
  source?: 'manual' | 'spotify'
  date?: string
  createdAt?: string
  rating?: number
  review?: string
  heart?: boolean
}

/** Creates logs of the user, each of another album: 'Album 0', 'Album 1', … */
async function logs(rows: Row[]) {
  const { db } = plak.server.deps
  await db.album.createMany({
    data: rows.map((_, index) => ({
      key: `artist-album_${index}`,
      artist: 'Artist',
      name: `Album ${index}`,
    })),
  })
  const albums = await db.album.findMany({ orderBy: { id: 'asc' } })
  for (const [
    index,
    { heart, date = '2026-01-01', createdAt = '2026-01-01T00:00:00Z', review = null, ...row },
  ] of rows.entries()) {
    const albumId = albums[index]!.id
    const at = new Date(createdAt)
    await db.log.create({
      data: {
        ...row,
        userId,
        albumId,
        review,
        reviewedAt: review === null ? null : at,
        date: new Date(date),
        createdAt: at,
      },
    })
    if (heart) await db.favorite.create({ data: { userId, albumId, createdAt: at } })
  }
  await transaction(db, async (tx) => writeOpinions(tx, await lockUser(tx, userId), 'all'))
}

async function readAll<Item>(
  read: (cursor: string | null) => Promise<{ items: Item[]; next: string | null }>,
): Promise<Item[][]> {
  const pages: Item[][] = []
  for (let cursor: string | null = null; pages.length < 20;) {
    const { items, next } = await read(cursor)
    pages.push(items)
    if (next === null) return pages
    cursor = next
  }
  throw new Error('The pages have no end')
}
const tabs = ['listened', 'diary', 'reviewsBy'] as const
const moment = (second: number) => new Date(Date.parse('2026-01-01T00:00:00Z') + second * 1_000).toISOString()
const names = (pages: { album: { name: string } }[][]) => pages.flat().map(({ album }) => album.name)
const latestFirst = (size: number) => Array.from({ length: size }, (_, index) => `Album ${size - 1 - index}`)

describe('the tabs of a profile', () => {
  it.each(tabs)('%s: 24 a page, the latest first, each once, many of one moment', async (tab) => {
    await logs(
      Array.from({ length: 60 }, (_, index) => {
        const at = moment(Math.floor(index / 7))
        return {
          createdAt: at,
          date: `2026-02-${String(1 + Math.floor(index / 7)).padStart(2, '0')}`,
          review: 'Yes.',
        }
      }),
    )
    const pages = await readAll<{ album: { name: string } }>((cursor) =>
      reader.logs[tab].query({ nickname: 'Person', cursor }),
    )
    expect(pages.map(({ length }) => length)).toEqual([24, 24, 12])
    expect(names(pages)).toEqual(latestFirst(60))
  })

  it('a full page that is the last says so', async () => {
    await logs(
      Array.from({ length: 24 }, (_, index) => ({ createdAt: moment(index), review: 'Yes.', heart: true })),
    )
    for (const tab of tabs) expect((await reader.logs[tab].query({ nickname: 'person' })).next).toBeNull()
    expect((await reader.favorites.of.query({ nickname: 'person' })).next).toBeNull()
  })

  it('listened mixes what came by hand and from the streaming service, as it came', async () => {
    await logs(
      Array.from({ length: 60 }, (_, index) => ({
        createdAt: moment(index),
        source: index % 3 === 0 ? 'spotify' : 'manual',
      })),
    )
    expect(
      names(await readAll((cursor) => reader.logs.listened.query({ nickname: 'person', cursor }))),
    ).toEqual(latestFirst(60))
  })

  it('the diary stands by its days, those before 1970 too, and carries what an entry shows', async () => {
    const rows = [
      { date: '1969-07-20' },
      { date: '2026-11-20', rating: 9, heart: true },
      { date: '1900-01-01' },
      { date: '1970-01-01' },
    ]
    await logs([...rows, ...Array.from({ length: 30 }, () => ({ date: '1950-05-05' }))])
    const pages = await readAll((cursor) => reader.logs.diary.query({ nickname: 'person', cursor }))
    expect(pages.flat()[0]).toEqual({
      id: expect.any(Number),
      relisten: false,
      tags: [],
      hidden: false,
      visibility: null,
      album: { artist: 'Artist', name: 'Album 1', image: null, year: null },
      rating: 9,
      favorite: true,
      date: '2026-11-20',
    })
    const days = pages.flat().map(({ date }) => date)
    expect([days.length, days.slice(0, 4), days.at(-1)]).toEqual([
      34,
      ['2026-11-20', '1970-01-01', '1969-07-20', '1950-05-05'],
      '1900-01-01',
    ])
  })

  it('reviews are the logs with a text, with their likes and the viewer’s own', async () => {
    await logs([
      { review: 'First.', rating: 7, createdAt: moment(1) },
      {},
      { review: 'Second.', heart: true, createdAt: moment(2) },
    ])
    const liker = await plak.harness.register('liker')
    const { items } = await liker.client.logs.reviewsBy.query({ nickname: 'person' })
    await liker.client.logs.like.mutate({ id: items[0]!.id, liked: true })
    const read = (client: Client) => client.logs.reviewsBy.query({ nickname: 'person' })
    expect((await read(liker.client)).items).toMatchObject([
      {
        review: 'Second.',
        favorite: true,
        likeCount: 1,
        liked: true,
        album: { artist: 'Artist', name: 'Album 2' },
        user: { nickname: 'person' },
      },
      { review: 'First.', rating: 7, likeCount: 0, liked: false },
    ])
    expect((await read(reader)).items[0]).toMatchObject({ likeCount: 1, liked: false })
  })

  it('favourites are the hearts, the latest first, logged or not', async () => {
    await logs(
      Array.from({ length: 50 }, (_, index) => ({ heart: true, createdAt: moment(Math.floor(index / 7)) })),
    )
    await plak.server.deps.db.log.deleteMany()
    const pages = await readAll((cursor) => reader.favorites.of.query({ nickname: 'person', cursor }))
    expect(pages.map(({ length }) => length)).toEqual([24, 24, 2])
    expect(pages.flat().map(({ name }) => name)).toEqual(latestFirst(50))
    expect(pages[0]![0]).toEqual({ artist: 'Artist', name: 'Album 49', image: null, year: null })
  })

  const reads = (nickname: string, cursor?: string) => [
    ...tabs.map((tab) => reader.logs[tab].query({ nickname, cursor })),
    reader.favorites.of.query({ nickname, cursor }),
  ]

  it('of a person who has nothing yet are empty, of nobody and of a disabled one not found', async () => {
    expect(await Promise.all(reads('person'))).toEqual(Array(4).fill({ items: [], next: null }))
    await plak.server.deps.db.user.update({ where: { nickname: 'person' }, data: { disabledAt: new Date() } })
    for (const read of [...reads('nobody'), ...reads('person')]) {
      expect(await refusal(read)).toMatchObject({ code: 'NOT_FOUND', message: 'User not found' })
    }
  })

  it.each(['zz', '', '2026-02-31.5', '9999-99-99.1', "2026-01-01.1' OR 1", 'zzzzzzzzz.zzzzzzz'])(
    'the cursor %j of nowhere breaks nothing',
    async (cursor) => {
      await logs([{ review: 'Yes.', heart: true }])
      for (const { items } of await Promise.all(reads('person', cursor))) expect(items).toHaveLength(1)
    },
  )
})

describe('albums by when they were released', () => {
  // 'Album 0' has no date; the others are of 1990, 1991, … 2019.
  beforeEach(async () => {
    await logs(Array.from({ length: 31 }, (_, index) => ({ createdAt: moment(index), heart: true })))
    const { db } = plak.server.deps
    for (let index = 1; index < 31; index++) {
      const [year, name] = [1989 + index, `Album ${index}`]
      await db.album.updateMany({ where: { name }, data: { releaseDate: `${year}-03`, year } })
    }
  })
  const shelves = ['listened', 'favorites'] as const
  type Choice = { sort?: 'date'; decade?: number }
  const shownNames = async (shelf: (typeof shelves)[number], choice: Choice) => {
    const pages = await readAll<string>(async (cursor) => {
      const input = { nickname: 'person', cursor, ...choice }
      if (shelf === 'favorites') {
        const { items, next } = await reader.favorites.of.query(input)
        return { items: items.map(({ name }) => name), next }
      }
      const { items, next } = await reader.logs.listened.query(input)
      return { items: items.map(({ album }) => album.name), next }
    })
    return pages.flat()
  }

  it.each(shelves)('%s: the newest release first, unknown ones last, in pages', async (shelf) => {
    expect(await shownNames(shelf, { sort: 'date' })).toEqual(latestFirst(31))
    const { db } = plak.server.deps
    await db.album.updateMany({ where: { name: 'Album 30' }, data: { releaseDate: '1980', year: 1980 } })
    const names = await shownNames(shelf, { sort: 'date' })
    expect([names[0], ...names.slice(-2), names.length]).toEqual(['Album 29', 'Album 30', 'Album 0', 31])
  })

  it.each(shelves)('%s: of a decade, in either order', async (shelf) => {
    const nineties = Array.from({ length: 10 }, (_, index) => `Album ${10 - index}`)
    expect(await shownNames(shelf, { decade: 1990 })).toEqual(nineties)
    expect(await shownNames(shelf, { decade: 1990, sort: 'date' })).toEqual(nineties)
    expect(await shownNames(shelf, { decade: 1970 })).toEqual([])
  })
})
