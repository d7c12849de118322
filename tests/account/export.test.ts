import type { Connection } from 'mariadb'
import { beforeEach, describe, expect, it } from 'vitest'
import { readingModels, readingName } from '../../server/account/export/json.ts'
import { exportedColumns } from '../../server/account/export/rows.ts'
import { exportedModels } from '../../server/account/personalData.ts'
import type { Person } from '../harness/client.ts'
import { runExports, zip } from './exportWorld.ts'
import { plant } from './plant.ts'

const { people, download, exported } = runExports()
let ayse: Person
let fatma: Person
let connection: Connection
beforeEach(() => void ({ ayse, fatma, connection } = people()))

const homogenic = { artist: 'Björk', album: 'Homogenic' }
const album = { artist: 'Björk', name: 'Homogenic' }
const moment = expect.stringMatching(/^2\d{3}-\d\d-\d\dT.*Z$/) as unknown

it('needs a sign-in, and no cache keeps it; its former addresses redirect to it', async () => {
  const refused = await download()
  expect([refused.status, await refused.json()]).toEqual([
    401,
    { error: 'Login required', id: 'auth.loginRequired' },
  ])
  for (const path of [zip, '/account/export.json', '/account/logs.csv']) {
    const { status, headers, url } = await download(path, ayse)
    expect([status, url]).toEqual([200, people().url + zip])
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('content-type')).toBe('application/zip')
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="plak-ayse-\d{4}-\d\d-\d\d\.zip"$/,
    )
  }
})

it('cannot be asked for again and again', async () => {
  const statuses = []
  for (let round = 0; round < 21; round++) {
    const answer = await download(zip, ayse)
    statuses.push(answer.status)
    await answer.arrayBuffer()
  }
  expect(statuses).toEqual([...Array<number>(20).fill(200), 429])
  expect((await download(zip, fatma)).status).toBe(200)
})

describe('everything in plak.json', () => {
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
    const { data } = await exported()
    expect(data).toMatchObject({ format: 'plak-export', version: 1, exportedAt: moment })
    expect(data.account).toEqual({
      nickname: 'ayse',
      email: 'ayse@plak.example',
      emailConfirmedAt: null,
      avatar: null,
      bio: 'Vinyl.',
      role: 'member',
      defaultVisibility: 'everyone',
      isPrivate: false,
      suggestMe: true,
      personalSuggestions: true,
      language: 'default',
      timeZone: null,
      createdAt: moment,
      updatedAt: moment,
    })
    expect(data.listenings).toEqual([
      {
        album,
        source: 'manual',
        visibility: 'everyone',
        rating: 9,
        review: 'Cold\nand warm.',
        reviewedAt: moment,
        date: '2026-11-19',
        relisten: false,
        tags: [],
        createdAt: moment,
        updatedAt: moment,
      },
    ])
    expect(data.hearts).toEqual([{ album, createdAt: moment }])
    expect(data.topFour).toEqual([{ album }])
    expect(data.follows).toEqual([{ following: { nickname: 'fatma' }, createdAt: moment }])
    expect(data.forReading['profileLinks']).toEqual([
      { position: 0, type: 'custom', url: 'https://ayse.example/' },
    ])
    expect(data.forReading['sessions']).toHaveLength(1)
  })

  it('lists, listenings and albums to listen to later keep their order', async () => {
    const { client } = ayse
    const [kid, rainbows, ok] = ['Kid A', 'In Rainbows', 'OK Computer'].map((name) => ({
      artist: 'Radiohead',
      album: name,
    })) as [typeof homogenic, typeof homogenic, typeof homogenic]
    const add = (which: typeof homogenic, date: string | null) =>
      client.logs.add.mutate({ ...which, date, submission: crypto.randomUUID(), rating: 0, review: '' })
    await add(kid, '2026-11-03')
    await add(rainbows, '2026-11-01')
    await add(ok, null)
    await add(homogenic, '2026-11-01')
    const submission = crypto.randomUUID()
    const { id } = await client.lists.create.mutate({
      submission,
      name: 'Cold',
      description: 'Winter',
      ranked: true,
      visibility: 'followers',
      albums: [
        { ...ok, note: 'First' },
        { ...kid, note: '' },
      ],
    })
    await client.lists.save.mutate({
      id,
      version: 1,
      name: 'Cold',
      description: 'Winter',
      albums: [
        { ...kid, note: '' },
        { ...ok, note: 'First' },
      ],
    })
    for (const each of [kid, ok, rainbows])
      await client.listenLater.set.mutate({ ...each, wanted: true, today: '2026-11-20' })
    const { data, tables } = await exported()
    const namesOf = (rows: { album: { name: string } }[]) => rows.map((row) => row.album.name)
    expect(namesOf(data.listenings)).toEqual(['OK Computer', 'In Rainbows', 'Homogenic', 'Kid A'])
    expect(data.lists).toMatchObject([{ name: 'Cold', ranked: true, visibility: 'followers' }])
    expect(data.lists[0]!.albums).toEqual([
      { album: { artist: 'Radiohead', name: 'Kid A' }, note: '', addedAt: moment },
      { album: { artist: 'Radiohead', name: 'OK Computer' }, note: 'First', addedAt: moment },
    ])
    const later = await client.listenLater.list.query({})
    expect(namesOf(data.listenLater)).toEqual(later.items.map(({ album: { name } }) => name))
    const made = data.lists.find(({ name }) => name === 'Cold')!.createdAt
    expect(tables.get('list-albums.csv')!.split('\r\n')).toEqual([
      '\uFEFFList,Place,Artist,Album,Note,Description,Ranked,Visible to,Added',
      `Cold,1,Radiohead,Kid A,,Winter,yes,Followers,${made}`,
      `Cold,2,Radiohead,OK Computer,First,Winter,yes,Followers,${made}`,
      '',
    ])
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

    // With a block, the export would not name the other users.
    await connection.query('DELETE FROM Block WHERE blockerId = ?', [theirs])

    const { json: text, tables } = await exported()
    const data = JSON.parse(text) as Record<string, unknown> & { forReading: Record<string, unknown> }
    const rowsOf: Partial<Record<string, unknown>> = {
      User: [data['account']],
      Log: data['listenings'],
      Favorite: data['hearts'],
      List: data['lists'],
      ListAlbum: (data['lists'] as { albums: unknown }[])[0]!.albums,
      ListenLater: data['listenLater'],
      TopAlbum: data['topFour'],
      Follow: data['follows'],
      ...Object.fromEntries(readingModels.map((model) => [model, data.forReading[readingName(model)]])),
    }
    for (const model of exportedModels) {
      const rows = rowsOf[model] as object[]
      expect(rows?.length, model).toBeGreaterThan(0)
      const names = exportedColumns(model).map(([name, kind]) =>
        ['exported', 'json', 'day', 'flag'].includes(kind)
          ? name
          : name.replace(/Id$/, '').replace('tagCount', 'tags'),
      )
      // Their order is their position; a list contains its albums.
      const held = names.filter(
        (name) =>
          !(['ListAlbum', 'ListenLater', 'TopAlbum'].includes(model) && ['position', 'list'].includes(name)),
      )
      if (model === 'List') held.push('albums')
      for (const row of rows) expect(Object.keys(row).toSorted(), model).toEqual(held.toSorted())
    }
    expect(data.forReading['spotifyConnections']).toMatchObject([{ summary: { said: 'mine_word' } }])
    expect(data.forReading['commentLikes']).toMatchObject([{ comment: { author: 'ayse' } }])
    expect(text).toContain('mine_word')
    const all = [text, ...tables.values()].join()
    expect(all).not.toMatch(/their_word|fatma@|argon2|[A-Za-z0-9_-]{43}/)
    expect(all).not.toContain(Buffer.from('mine_word').toString('hex'))
  })
})

describe('the tables', () => {
  it('quote what needs it, and hide no formula', async () => {
    await ayse.client.logs.save.mutate({
      ...homogenic,
      rating: 9,
      review: '=HYPERLINK("http://evil.example"),\n"loud"',
      date: '2026-11-19',
    })
    const { tables } = await exported()
    const [names, ...rest] = tables.get('listenings.csv')!.split('\r\n')
    expect(names).toBe('\uFEFFArtist,Album,Date,Rating,Review,Tags,Relisten,Visible to,Added')
    expect(rest.join('|')).toMatch(
      /^Björk,Homogenic,2026-11-19,4\.5,"'=HYPERLINK\(""http:\/\/evil\.example""\),\n""loud""",,,Everyone,2[^,]+Z\|$/,
    )
  })
})
