import { describe, expect, it } from 'vitest'
import { theCase, zipped } from './files.ts'
import { meant, read } from './reading.ts'

// Our own tables, and NeoDB, as far as rows can be interpreted without look-ups.

const levelsOf = ({ drafts }: Awaited<ReturnType<typeof read>>) =>
  drafts.map(({ content }) => content?.visibility ?? content?.list?.head?.visibility)

describe('the tables of Download my data', () => {
  it('listenings have their level, their day and their stars', async () => {
    const found = await read(await theCase('own-listenings.csv'))
    expect(found.format).toBe('plak')
    expect(levelsOf(found)).toEqual(['me', 'followers'])
    expect(found.drafts.map(meant)).toEqual([
      {
        kind: 'listening',
        album: 'Radiohead - Kid A',
        date: '2024-03-05',
        rating: 7,
        review: 'Nobody else should see it.',
      },
      {
        kind: 'listening',
        album: 'Björk - Homogenic',
        date: '2024-03-06',
        rating: 4,
        review: 'For friends.',
      },
    ])
  })

  it.each([
    ['Everyone', 'everyone'],
    ['FOLLOWERS', 'followers'],
    ['only me ', 'me'],
    ['me', 'me'],
    ['Herkes', 'everyone'],
    ['TAKİPÇİLER', 'followers'],
    ['Yalnızca ben', 'me'],
    ['Folowers', 'me'],
    ['private', 'me'],
    ['', undefined],
  ])('the level %s is %s', async (word, level) => {
    const found = await read(`Artist,Album,Date,Rating,Visible to\nBjörk,Post,,,${word}\n`)
    expect(levelsOf(found)).toEqual([level])
  })

  it('a level is kept when a person has removed or moved columns', async () => {
    const found = await read('Visible to;Album;Artist\r\nOnly me;Post;Björk\r\n')
    expect(levelsOf(found)).toEqual(['me'])
    expect(found.drafts[0]!.named).toEqual({ artist: 'Björk', album: 'Post' })
  })

  it('a rating above 5 in a table with our columns asks for its scale', async () => {
    const table = (rows: string) => `Artist,Album,Rating,Visible to\nBjörk,Post,4,me\n${rows}`
    const ten = await read(table('Björk,Homogenic,8,me\n'))
    expect(ten.asks.scale).toBe('10')
    expect(ten.drafts.map(({ rating, problem }) => [rating, problem])).toEqual([
      [4, undefined],
      [8, undefined],
    ])
    const chosen = await read(table('Björk,Homogenic,8,me\n'), { scale: '100' })
    expect(chosen.asks.scale).toBe('100')
    expect((await read(table('Björk,Homogenic,5,me\n'))).asks.scale).toBeNull()
    const late = await read(table('Björk,Homogenic,3,me\n'.repeat(1_200) + 'Björk,Vespertine,90,me\n'))
    expect(late.asks.scale).toBe('100')
  })

  it('albums for Listen later are wishes, in their order', async () => {
    const { drafts } = await read(await theCase('own-listen-later.csv'))
    expect(drafts.map(({ kind, named, date }) => [kind, named!.album, date])).toEqual([
      ['wish', 'Vespertine', '2026-02-03'],
      ['wish', 'Hounds of Love', '2026-02-04'],
    ])
  })

  it('the albums of lists are lists, told apart by their names and their places', async () => {
    const { drafts } = await read(await theCase('own-list-albums.csv'))
    expect(drafts.map(({ kind, named, content }) => [kind, named!.album, content!.list])).toEqual([
      [
        'listed',
        'Vespertine',
        expect.objectContaining({ name: 'Snow', number: 0, nth: 1, place: 1, note: 'for January' }),
      ],
      [
        'listed',
        'Disintegration',
        expect.objectContaining({ name: 'Snow', number: 0, nth: 1, place: 2, note: '' }),
      ],
    ])
    const table = 'List,Place,Artist,Album,Note\nA,2,x,y,\nA,1,x,z,\nB,1,x,y,\nA,1,x,y,\n'
    const other = await read(table)
    expect(other.drafts.map(({ content }) => [content!.list!.number, content!.list!.nth])).toEqual([
      [0, 1],
      [0, 1],
      [1, 1],
      [2, 2],
    ])
  })

  it.each([
    ['hearts', 'Artist,Album,Added\nBjörk,Post,2024-03-05T10:00:00.000Z\n', 'heart'],
    ['the top four', 'Place,Artist,Album\n1,Björk,Post\n2,Björk,Debut\n', 'top'],
    ['follows', 'Nickname,Since\ndeniz,2024-03-05T10:00:00.000Z\n', 'follow'],
    ['with other separators', 'Place;Artist;Album;Added\r\n1;Björk;Post;03.02.2026\r\n', 'wish'],
  ])('%s are what they were', async (_, table, kind) => {
    const { format, drafts } = await read(table)
    expect(format).toBe('plak')
    expect(new Set(drafts.map((draft) => draft.kind))).toEqual(new Set([kind]))
    expect(drafts.every(({ problem }) => problem === undefined)).toBe(true)
  })

  it.each([
    ['a ranking of others', `Place,Artist,Album\n${[1, 2, 3, 4, 5].map((n) => `${n},A,B${n}`).join('\n')}\n`],
    ['additions of others', 'Artist,Album,Added\nBjörk,Post,2024-03-05\n'],
  ])('%s is a table like any other', async (_, table) => {
    expect((await read(table)).format).toBe('table')
  })

  it.each([
    'List,Description,Ranked,Visible to,Albums,Made,Changed\nSnow,,,Everyone,2,,\n',
    'On,Title,By,Comment,Written\nreview,x,y,z,\n',
    'Of,Title,By,Liked\nlist,x,y,\n',
  ])('%s is refused, with the file to take instead', async (table) => {
    await expect(read(table)).rejects.toMatchObject({ id: 'imports.ownTable' })
  })

  it('a zip with plak.json and tables is read once', async () => {
    const zip = await zipped({
      'listenings.csv': await theCase('own-listenings.csv'),
      'plak.json': await theCase('own-export-with-misspelt-albums.json'),
      'list-albums.csv': await theCase('own-list-albums.csv'),
    })
    expect((await read(zip)).drafts).toHaveLength(5)
  })
})

describe('NeoDB', () => {
  it('has the strictest level of all records of an album', async () => {
    const found = await read(await theCase('neodb-levels.zip'))
    expect(found.drafts.map(({ named }) => named!.album)).toEqual(['Kid A', 'Homogenic', 'Kind of Blue'])
    expect(levelsOf(found)).toEqual(['me', 'followers', 'everyone'])
  })

  it('has earlier listenings, and collections as lists', async () => {
    const { drafts } = await read(await theCase('neodb-earlier-and-lists.zip'))
    expect(drafts.map(({ kind, named, date = null }) => [kind, named!.album, date])).toEqual([
      ['listening', 'Kid A', '2024-03-05'],
      ['listening', 'Kid A', '2021-07-04'],
      ['listed', 'Kid A', null],
      ['listed', 'Homogenic', null],
    ])
    expect(drafts.slice(2).map(({ content }) => content!.list)).toEqual([
      {
        number: 0,
        name: 'Snow',
        nth: 1,
        place: 1,
        note: 'first',
        head: {
          description: 'for January',
          ranked: false,
          visibility: 'everyone',
          createdAt: '2024-03-06T03:03:03.000Z',
        },
      },
      { number: 0, name: 'Snow', nth: 1, place: 2, note: '' },
    ])
  })

  const album = (id: string, title: string, artist: unknown) => ({ id, type: 'Album', title, artist })
  const lines = (...objects: object[]) =>
    [{ server: 'x', neodb_version: '0.12' }, ...objects].map((each) => JSON.stringify(each)).join('\n')
  const about = (type: string, item: string, visibility: number, content: object = {}) => ({
    type,
    content: { withRegardTo: item, ...content },
    visibility,
    metadata: {},
  })
  const finished = { status: 'complete', published: '2024-03-05T20:10:00+00:00' }
  const neodb = async (journal: object[], catalog: object[]) =>
    await read(await zipped({ 'journal.ndjson': lines(...journal), 'catalog.ndjson': lines(...catalog) }))

  it.each(['Rating', 'Comment', 'Review', 'Note', 'TagMember', 'ShelfMember'])(
    'keeps an album to its owner for a single record, a %s',
    async (type) => {
      const records = ['Rating', 'Comment', 'Review', 'Note', 'TagMember', 'ShelfMember'].map((each) =>
        about(each, 'a', each === type ? 2 : 0, { ...finished, value: 7, content: 'x', tag: 't' }),
      )
      expect(levelsOf(await neodb(records, [album('a', 'Kid A', ['Radiohead'])]))).toEqual(['me'])
    },
  )

  it('takes a level that it does not know for the strictest', async () => {
    const found = await neodb([about('ShelfMember', 'a', 3, finished)], [album('a', 'Kid A', ['Radiohead'])])
    expect(levelsOf(found)).toEqual(['me'])
  })

  it('counts what is not imported', async () => {
    const { notTaken } = await neodb(
      [
        about('ShelfMember', 'b', 0, finished),
        about('Note', 'a', 0, { content: 'x' }),
        { type: 'Article', content: {} },
        { type: 'post', post: {} },
        { type: 'Collection', content: { name: 'Read' }, items: [{ item: 'b', metadata: {} }] },
      ],
      [album('a', 'Kid A', ['Radiohead']), { id: 'b', type: 'Edition', title: 'A book' }],
    )
    expect(notTaken).toEqual({ otherMedia: 1, otherLists: 1, notes: 1, posts: 2 })
  })

  it('counts the comments and tags of wishes', async () => {
    const wished = { status: 'wishlist', published: '2024-03-05T20:10:00+00:00' }
    const { drafts, notTaken } = await neodb(
      [
        about('ShelfMember', 'a', 0, wished),
        about('Comment', 'a', 0, { content: 'Ada says so.' }),
        about('ShelfMember', 'b', 0, wished),
        about('Comment', 'b', 0, { content: 'Heard once.' }),
        about('Rating', 'b', 0, { value: 7 }),
        about('ShelfMember', 'c', 0, wished),
      ],
      [album('a', 'Kid A', ['Radiohead']), album('b', 'Post', ['Björk']), album('c', 'Homogenic', ['Björk'])],
    )
    expect(drafts.map(({ kind }) => kind)).toEqual(['wish', 'wish', 'listening', 'wish'])
    expect(notTaken).toEqual({ opinionsOfWishes: 1 })
  })

  it('has several artists as names that may be meant', async () => {
    const { drafts } = await neodb(
      [about('ShelfMember', 'a', 0, finished)],
      [album('a', 'Hounds of Love', ['Kate Bush', 'The Choir'])],
    )
    expect([drafts[0]!.named, ...drafts[0]!.others!].map((each) => each!.artist)).toEqual([
      'Kate Bush',
      'Kate Bush & The Choir',
      'The Choir',
    ])
    const table = await read(await theCase('names-two-artists-neodb.csv'))
    expect(table.drafts[0]!.others).toContainEqual({ artist: 'Kate Bush', album: 'Hounds of Love' })
  })

  it('a wish that was finished before is both; an earlier time has its own rating and comment', async () => {
    const log = (status: string, timestamp: string, metadata: object) => ({
      type: 'ShelfLog',
      item: 'a',
      status,
      timestamp,
      metadata,
    })
    const { drafts } = await neodb(
      [
        about('ShelfMember', 'a', 1, { status: 'wishlist', published: '2024-03-05T20:10:00+00:00' }),
        about('Rating', 'a', 1, { value: 9 }),
        log('complete', '2021-07-04T10:00:00+00:00', { rating_grade: 6, comment_text: 'Long ago.' }),
        log('complete', '2022-07-04T10:00:00+00:00', {}),
        log('progress', '2020-07-04T10:00:00+00:00', {}),
      ],
      [album('a', 'Kid A', ['Radiohead'])],
    )
    expect(drafts.map(({ kind, date, rating = 0 }) => [kind, date, rating])).toEqual([
      ['wish', '2024-03-05', 0],
      ['listening', '2022-07-04', 9],
      ['listening', '2021-07-04', 6],
    ])
    expect(drafts[2]!.content).toMatchObject({ review: 'Long ago.', visibility: 'followers' })
  })
})
