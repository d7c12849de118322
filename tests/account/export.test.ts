import type { Connection } from 'mariadb'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { exportedColumns } from '../../server/account/export.ts'
import { exportedModels } from '../../server/account/personalData.ts'
import { databaseConfig } from '../../server/lib/databaseUrl.ts'
import { makeHarness, type Harness, type Person } from '../harness/client.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { testConnection } from '../support/testServer.ts'
import { plant } from './plant.ts'

let server: TestServer
let harness: Harness
let connection: Connection
let ayse: Person
let fatma: Person
beforeAll(async () => {
  server = await startServer({ settings: { LIMITS_FACTOR: '1' } })
  harness = makeHarness(server.url)
  connection = await testConnection(databaseConfig(server.deps.settings.DATABASE_URL).database)
})
afterAll(async () => {
  await connection.end()
  await harness.close()
  await server.close()
})
beforeEach(async () => {
  await server.reset()
  ;[ayse, fatma] = [await harness.register('ayse'), await harness.register('fatma')]
})

const download = (path: string, person?: Person) =>
  fetch(server.url + path, { headers: person ? { cookie: person.cookies.header() } : {} })
const exported = async (person = ayse) =>
  (await (await download('/account/export.json', person)).json()) as Record<string, Record<string, unknown>[]>
const homogenic = { artist: 'Björk', album: 'Homogenic' }

it.each(['/account/export.json', '/account/logs.csv'])(
  '%s is for who is signed in, and kept by nobody on the way',
  async (path) => {
    const refused = await download(path)
    expect([refused.status, await refused.json()]).toEqual([401, { error: 'Login required' }])
    const { status, headers } = await download(path, ayse)
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="plak-ayse-\d{4}-\d\d-\d\d(-logs\.csv|\.json)"$/,
    )
  },
)

describe('everything as one JSON document', () => {
  it('holds what a person did, by the names that they know', async () => {
    await ayse.client.users.update.mutate({
      nickname: 'ayse',
      avatar: '',
      bio: 'Vinyl.',
      links: [{ type: 'custom', url: 'https://ayse.example' }],
    })
    await ayse.client.logs.save.mutate({
      ...homogenic,
      rating: 9,
      review: 'Cold\nand warm.',
      date: '2026-11-19',
      favorite: true,
    })
    await ayse.client.follows.set.mutate({ nickname: 'fatma', following: true })
    await ayse.client.favorites.setTop.mutate({ albums: [homogenic] })
    const data = await exported()
    const album = { artist: 'Björk', name: 'Homogenic' }
    expect(data.users).toEqual([
      {
        nickname: 'ayse',
        email: 'ayse@plak.example',
        emailConfirmedAt: null,
        avatar: null,
        bio: 'Vinyl.',
        role: 'member',
        defaultVisibility: 'everyone',
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    ])
    expect(data.logs).toEqual([
      {
        album,
        source: 'manual',
        visibility: 'everyone',
        rating: 9,
        review: 'Cold\nand warm.',
        reviewedAt: expect.any(String),
        date: '2026-11-19',
        relisten: false,
        tags: [],
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    ])
    expect(data.profileLinks).toEqual([{ position: 0, type: 'custom', url: 'https://ayse.example/' }])
    expect(data.favorites).toEqual([{ album, createdAt: expect.any(String) }])
    expect(data.topAlbums).toEqual([{ position: 0, album }])
    expect(data.follows).toEqual([{ following: { nickname: 'fatma' }, createdAt: expect.any(String) }])
    expect(data.sessions).toHaveLength(1)
  })

  it('holds a row of every table and every exported column of it, and nothing of anybody else', async () => {
    const { insertId } = await connection.query<{ insertId: bigint }>(
      "INSERT INTO Album (`key`, artist, name, updatedAt) VALUES ('radiohead-kid_a', 'Radiohead', 'Kid A', NOW())",
    )
    const ids = await connection.query<{ id: number; nickname: string }[]>(
      'SELECT id, nickname FROM User ORDER BY nickname',
    )
    const [mine, theirs] = ids.map(({ id }) => id) as [number, number]
    await plant(connection, 'mine_word', { user: mine, other: theirs, album: Number(insertId) })
    const second = await connection.query<{ insertId: bigint }>(
      "INSERT INTO Album (`key`, artist, name, updatedAt) VALUES ('radiohead-amnesiac', 'Radiohead', 'Amnesiac', NOW())",
    )
    await plant(connection, 'their_word', { user: theirs, other: mine, album: Number(second.insertId) })

    const response = await download('/account/export.json', ayse)
    const text = await response.text()
    const data = JSON.parse(text) as Record<string, Record<string, unknown>[]>
    for (const model of exportedModels) {
      const rows = data[`${model[0]!.toLowerCase()}${model.slice(1)}s`]
      expect(rows?.length, model).toBeGreaterThan(0)
      const names = exportedColumns(model).map(([name, kind]) =>
        ['exported', 'json', 'day', 'flag'].includes(kind)
          ? name
          : name.replace(/Id$/, '').replace('tagCount', 'tags'),
      )
      for (const row of rows!) expect(Object.keys(row).toSorted(), model).toEqual(names.toSorted())
    }
    expect(data.spotifyConnections).toMatchObject([{ summary: { said: 'mine_word' } }])
    expect(data.commentLikes).toMatchObject([{ comment: { author: 'ayse' } }])
    expect(text).toContain('mine_word')
    expect(text).not.toMatch(/their_word|fatma@|argon2|[A-Za-z0-9_-]{43}/)
    expect(text).not.toContain(Buffer.from('mine_word').toString('hex'))
  })

  it('of ten thousand logs comes whole, in pieces', async () => {
    const [row] = await connection.query<{ id: number }[]>("SELECT id FROM User WHERE nickname = 'ayse'")
    const numbers = Array.from({ length: 10_000 }, (_, number) => number)
    await connection.batch(
      "INSERT INTO Album (`key`, artist, name, updatedAt) VALUES (?, 'Somebody', ?, NOW())",
      numbers.map((number) => [`somebody-${number}`, `Album ${number}`]),
    )
    await connection.query("INSERT INTO Log (userId, albumId, date) SELECT ?, id, '2026-11-20' FROM Album", [
      row!.id,
    ])
    const { logs } = await exported()
    expect(logs).toHaveLength(10_000)
    expect(new Set(logs!.map(({ album }) => (album as { name: string }).name)).size).toBe(10_000)
  })

  it('cannot be asked for again and again', async () => {
    const statuses = []
    for (let round = 0; round < 21; round++) statuses.push((await download('/account/logs.csv', ayse)).status)
    expect(statuses).toEqual([...Array<number>(20).fill(200), 429])
    expect((await download('/account/logs.csv', fatma)).status).toBe(200)
  })
})

describe('the logs as a table', () => {
  it('quotes what needs it, and hides no formula', async () => {
    await ayse.client.logs.save.mutate({
      ...homogenic,
      rating: 9,
      review: '=HYPERLINK("http://evil.example"),\n"loud"',
      date: '2026-11-19',
    })
    const response = await download('/account/logs.csv', ayse)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const text = Buffer.from(await response.arrayBuffer()).toString('utf8')
    const [names, ...rest] = text.split('\r\n')
    expect(names).toBe(
      '\uFEFFartist,album,source,visibility,rating,review,reviewedAt,date,relisten,tags,createdAt,updatedAt',
    )
    expect(rest.join('|')).toMatch(
      /^Björk,Homogenic,manual,everyone,9,"'=HYPERLINK\(""http:\/\/evil\.example""\),\n""loud""",2\d{3}-[^,]+Z,2026-11-19,false,,2[^,]+Z,2[^,]+Z\|$/,
    )
  })
})
