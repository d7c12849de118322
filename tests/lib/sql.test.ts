import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  connectionOf,
  isDatabaseDown,
  makeDb,
  transaction,
  violatedIndex,
  type Db,
  type Tx,
} from '../../server/lib/db.ts'
import { newestFirst } from '../../server/lib/keyset.ts'
import { insertRows, kysely, padded, rawQuery, rows, run, statement } from '../../server/lib/sql.ts'
import { testDatabase } from '../support/database.ts'
import { freePort } from '../support/freePort.ts'

let db: Db
const zone = process.env.TZ
beforeAll(async () => void (db = makeDb((await testDatabase()).url)))
beforeEach(async () => (await testDatabase()).truncate())
afterAll(() => db.$disconnect())

const person = (nickname: string, more: object = {}) =>
  db.user.create({ data: { nickname, email: `${nickname}@plak.example`, ...more } })
/** Runs raw SQL like a statement of our own. */
const raw = <Row>(from: Tx, text: RawBuilder<Row>) => rows(from, rawQuery(text))
const people = (from: Tx) => rows(from, kysely.selectFrom('User').select('nickname').orderBy('id'))

describe('what a statement of our own gives', () => {
  it.each(['UTC', 'Asia/Tokyo', 'America/St_Johns'])(
    'is what Prisma gives, also where the clock shows %s',
    async (name) => {
      process.env.TZ = name
      try {
        const lastLogAt = new Date('2026-03-29T01:30:00.123Z')
        const { id: userId } = await person('june', {
          lastLogAt,
          createdAt: new Date('1969-12-31T23:59:59.999Z'),
        })
        const album = await db.album.create({
          data: { key: 'björk-homogenic', artist: 'Björk', name: 'Homogenic 🎻' },
        })
        await db.log.create({ data: { userId, albumId: album.id, rating: 7, date: new Date('2026-03-29') } })
        await db.albumAlias.create({ data: { key: Buffer.alloc(32, 0xfe), albumId: album.id } })
        expect(await rows(db, kysely.selectFrom('User').selectAll())).toEqual(await db.user.findMany())
        expect(await rows(db, kysely.selectFrom('Log').selectAll())).toEqual(await db.log.findMany())
        expect(await rows(db, kysely.selectFrom('Album').selectAll())).toEqual(await db.album.findMany())
        const [alias] = await rows(db, kysely.selectFrom('AlbumAlias').selectAll())
        expect(Buffer.from(alias!.key).equals(Buffer.alloc(32, 0xfe))).toBe(true)
        const asked = kysely.selectFrom('User').select('id').where('lastLogAt', '=', lastLogAt)
        expect(await rows(db, asked)).toEqual([{ id: userId }])
      } finally {
        if (zone === undefined) delete process.env.TZ
        else process.env.TZ = zone
      }
    },
  )

  it('is a number where the column is a large one, and an error where that would not be exact', async () => {
    const query = (value: string) => raw(db, sql`SELECT CAST(${sql.raw(value)} AS SIGNED) AS value`)
    expect(await query('9007199254740991')).toEqual([{ value: Number.MAX_SAFE_INTEGER }])
    await expect(query('9007199254740993')).rejects.toThrow('9007199254740993')
  })

  it.each([
    ['DATETIME(0)', '2026-03-29 01:30:00', '2026-03-29T01:30:00.000Z'],
    ['DATETIME(3)', '2026-12-31 23:59:59.007', '2026-12-31T23:59:59.007Z'],
    ['DATETIME(6)', '1900-01-01 00:00:00.120999', '1900-01-01T00:00:00.120Z'],
    ['DATE', '2028-02-29', '2028-02-29T00:00:00.000Z'],
  ])('is a moment where the column is a %s', async (type, written, moment) => {
    const found = await raw(db, sql`SELECT CAST(${written} AS ${sql.raw(type)}) AS value`)
    expect(found).toEqual([{ value: new Date(moment) }])
  })

  it('is true or false where the schema says so', async () => {
    await transaction(db, async (tx) => {
      await tx.$executeRaw`CREATE TEMPORARY TABLE Truth (is_so TINYINT(1) NULL)`
      await tx.$executeRaw`INSERT INTO Truth VALUES (1), (0), (NULL)`
      const found = await raw(tx, sql<{ is_so: boolean | null }>`SELECT is_so FROM Truth`)
      expect(found.map(({ is_so }) => is_so)).toEqual([true, false, null])
    })
  })
})

describe('what is written past Prisma', () => {
  const updatedAt = new Date('2026-03-29T01:30:00.123Z')
  const album = (name: string) => ({ key: `björk-${name}`, artist: 'Björk', name, image: null, updatedAt })
  const named = () =>
    rows(db, kysely.selectFrom('Album').select(['id', 'key', 'name', 'image']).orderBy('id'))

  it('is there as Prisma reads it, numbered from the first one on', async () => {
    const { id: userId } = await person('june')
    const first = await insertRows(db, 'Album', [album('Homogenic 🎻'), album("Post' \\"), album('Debut')])
    const found = await db.album.findMany({ orderBy: { id: 'asc' } })
    expect(found.map(({ id, name, image }) => ({ id, name, image }))).toEqual([
      { id: first, name: 'Homogenic 🎻', image: null },
      { id: first + 1, name: "Post' \\", image: null },
      { id: first + 2, name: 'Debut', image: null },
    ])
    const createdAt = new Date('1969-12-31T23:59:59.999Z')
    const log = {
      userId,
      albumId: first,
      rating: 7,
      date: new Date('2026-03-29'),
      relisten: true,
      createdAt,
      updatedAt,
    }
    await insertRows(db, 'Log', [log])
    expect(await db.log.findFirst()).toMatchObject(log)
    const alias = { key: Buffer.alloc(32, 0xfe), albumId: first }
    await insertRows(db, 'AlbumAlias', [alias])
    const { key } = (await db.albumAlias.findFirst())!
    expect(Buffer.from(key).equals(alias.key)).toBe(true)
  })

  it('takes the place of what has its key, in the columns that are named', async () => {
    await insertRows(db, 'Album', [album('Post')])
    const again = { ...album('Post'), name: 'POST', image: 'https://covers.example/post.jpg' }
    await insertRows(db, 'Album', [again, album('Debut')], { orUpdate: ['image'] })
    const covers = (await named()).map(({ name, image }) => [name, image])
    expect(covers).toEqual([
      ['Post', again.image],
      ['Debut', null],
    ])
  })

  it('says how many rows it met, and writes nothing where there is nothing', async () => {
    expect(await insertRows(db, 'Album', [])).toBe(0)
    await insertRows(db, 'Album', [album('Post'), album('Debut')])
    const where = kysely.deleteFrom('Album').where('name', 'in', ['Debut', 'Vespertine'])
    expect(await run(db, where)).toBe(1)
    expect((await named()).map(({ name }) => name)).toEqual(['Post'])
  })

  it.each([
    ['a statement of our own', () => insertRows(db, 'Album', [album("for key 'Post'")])],
    ['Prisma', () => db.album.create({ data: album("for key 'Post'") })],
  ])('names the index of a duplicate: %s', async (_, insert) => {
    await insertRows(db, 'Album', [album("for key 'Post'")])
    const error: unknown = await insert().catch((thrown: unknown) => thrown)
    expect(violatedIndex(error)).toBe('Album_key_key')
  })

  it('is undone with its transaction', async () => {
    const work = transaction(db, async (tx) => {
      await insertRows(tx, 'Album', [album('Post')])
      await run(tx, kysely.updateTable('Album').set({ name: 'Debut' }))
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
    expect(await named()).toEqual([])
  })
})

describe('in a transaction', () => {
  it('reads what the transaction has written, which nobody else sees yet', async () => {
    await transaction(db, async (tx) => {
      await tx.user.create({ data: { nickname: 'june', email: 'june@plak.example' } })
      expect(await people(tx)).toEqual([{ nickname: 'june' }])
      expect(await people(db)).toEqual([])
    })
    expect(await people(db)).toEqual([{ nickname: 'june' }])
  })

  it('ten at once each read their own', async () => {
    const names = Array.from({ length: 10 }, (_, index) => `person${index}`)
    const seen = await Promise.all(
      names.map((nickname) =>
        transaction(db, async (tx) => {
          await tx.user.create({ data: { nickname, email: `${nickname}@plak.example` } })
          return await rows(tx, kysely.selectFrom('User').select('nickname').where('nickname', '=', nickname))
        }),
      ),
    )
    expect(seen).toEqual(names.map((nickname) => [{ nickname }]))
  })

  it('nothing is read once it is over, as its connection is somebody else’s by then', async () => {
    let kept: Tx | undefined
    await transaction(db, (tx) => Promise.resolve(void (kept = tx)))
    await expect(people(kept!)).rejects.toThrow('The transaction is over')
    await expect(
      transaction(db, (tx) => Promise.reject(Object.assign(new Error('no'), { tx }))),
    ).rejects.toThrow('no')
  })

  it('after its time is up, an error says that the database was too slow, as Prisma does', async () => {
    const late = transaction(
      db,
      async (tx) => {
        await vi.waitFor(() => expect(() => connectionOf(tx)).toThrow('over'), 10_000)
        return await people(tx)
      },
      { timeout: 50 },
    )
    expect(isDatabaseDown(await late.catch((error: unknown) => error))).toBe(true)
  })

  it('what loses a deadlock is tried again', async () => {
    const [one, two] = [await person('one'), await person('two')]
    const locked = statement(({ id }: { id: number }) =>
      kysely.selectFrom('User').select('id').where('id', '=', id).forUpdate(),
    )
    let tries = 0
    let meet = () => {}
    const both = new Promise<void>((resolve) => (meet = resolve))
    const lock = (first: number, second: number) =>
      transaction(db, async (tx) => {
        await locked(tx, { id: first })
        if (++tries === 2) meet()
        await both
        return await locked(tx, { id: second })
      })
    expect(await Promise.all([lock(one.id, two.id), lock(two.id, one.id)])).toEqual([
      [{ id: two.id }],
      [{ id: one.id }],
    ])
    expect(tries).toBeGreaterThan(2)
  })
})

describe('a lone statement that loses a deadlock is retried', () => {
  const both = kysely.updateTable('User').set({ bio: 'both' }).where('nickname', 'in', ['ada', 'bob'])
  it.each([
    ['a statement of our own', () => run(db, both)],
    [
      'a statement of Prisma',
      async () =>
        (await db.user.updateMany({ where: { nickname: { in: ['ada', 'bob'] } }, data: { bio: 'both' } }))
          .count,
    ],
  ])('%s', async (_, update) => {
    const [ada, bob] = [await person('ada'), await person('bob')]
    for (let index = 0; index < 20; index++) await person(`other${index}`)
    const waits = () =>
      raw<{ count: number }>(
        db,
        sql`SELECT COUNT(*) AS count FROM information_schema.INNODB_TRX AS t
          JOIN information_schema.PROCESSLIST AS p ON p.id = t.trx_mysql_thread_id
          WHERE t.trx_state = 'LOCK WAIT' AND p.db = DATABASE()`,
      )
    let updated: Promise<number> | undefined
    const work = async (tx: Tx) => {
      // The database ends the one that has changed fewer rows.
      await tx.user.updateMany({ where: { nickname: { startsWith: 'other' } }, data: { bio: 'other' } })
      await tx.user.update({ where: { id: bob.id }, data: { bio: 'bob' } })
      updated = update()
      await vi.waitFor(async () => expect(await waits()).toEqual([{ count: 1 }]), 10_000)
      await tx.user.update({ where: { id: ada.id }, data: { bio: 'ada' } })
    }
    await transaction(db, work, { isolationLevel: 'ReadCommitted' })
    expect(await updated).toBe(2)
    expect((await db.user.findMany({ where: { bio: 'both' } })).map(({ nickname }) => nickname)).toEqual([
      'ada',
      'bob',
    ])
  })
})

it('a database out of reach is told apart from an answer of its', async () => {
  const timings = { acquire: 500 }
  const away = makeDb(`mysql://root@127.0.0.1:${await freePort()}/plak`, { timings })
  try {
    const error = await people(away).catch((thrown: unknown) => thrown)
    expect(isDatabaseDown(error)).toBe(true)
  } finally {
    await away.$disconnect()
  }
  const error = await raw(db, sql`SELECT nothing FROM Nowhere`).catch((thrown: unknown) => thrown)
  expect(isDatabaseDown(error)).toBe(false)
})

describe('a statement', () => {
  const found = statement(({ ids, after }: { ids: number[]; after: { at: Date; id: number } | null }) =>
    kysely
      .selectFrom('User')
      .select('nickname')
      .where('id', 'in', ids)
      .$call((query) => newestFirst(query, 'createdAt', 'id', after)),
  )

  it('holds for other values, other lengths of lists, and what is null', async () => {
    const at = new Date('2026-01-01T00:00:00.500Z')
    const ids: number[] = []
    for (const name of ['a', 'b', 'c']) ids.push((await person(name, { createdAt: at })).id)
    const names = async (...given: Parameters<typeof found>) =>
      (await found(...given)).map(({ nickname }) => nickname).join('')
    for (let round = 0; round < 2; round++) {
      expect(await names(db, { ids, after: null })).toBe('cba')
      expect(await names(db, { ids: padded(ids), after: null })).toBe('cba')
      expect(await names(db, { ids: ids.slice(1), after: null })).toBe('cb')
      expect(await names(db, { ids, after: { at, id: ids[2]! } })).toBe('ba')
      expect(await names(db, { ids, after: { at, id: ids[1]! } })).toBe('a')
      expect(await names(db, { ids, after: { at: new Date(at.getTime() - 1), id: 99 } })).toBe('')
    }
  })

  it('is another one where an object has another name for its value', async () => {
    const { id } = await person('june')
    const by = statement(({ who }: { who: { id: number } | { other: number } }) =>
      kysely
        .selectFrom('User')
        .select('id')
        .where((eb) => ('id' in who ? eb('id', '=', who.id) : eb('id', '<>', who.other))),
    )
    expect(await by(db, { who: { id } })).toEqual([{ id }])
    expect(await by(db, { who: { other: id } })).toEqual([])
  })

  it('keeps its lists to few lengths', () => {
    const lists = [[], [1], [1, 2, 3], Array.from({ length: 51 }, () => 1)]
    expect(lists.map((ids) => padded(ids).length)).toEqual([1, 1, 4, 64])
    expect(padded(['a', 'b', 'c'], '')).toEqual(['a', 'b', 'c', ''])
  })
})
