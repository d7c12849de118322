import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { beforeEach, describe, expect, it } from 'vitest'
import { exportedSections, type ExportedSection } from '../../shared/exportFile.ts'
import type { Person } from '../harness/client.ts'
import { downloadData } from '../support/download.ts'
import { runProduct } from '../support/runProduct.ts'
import { oneMore, randomDiary, type Diary } from './randomDiary.ts'
import { bring, counted, preview, until } from './world.ts'

const plak = runProduct()
let owner: Person
beforeEach(async () => {
  owner = await plak.harness.register('owner')
  for (const nickname of ['deniz', 'fatma']) await plak.harness.register(nickname)
})

async function restOf(person: Person, id: number): Promise<string> {
  const answer = await fetch(`${plak.server.url}/account/import/${id}/rest.csv`, {
    headers: { cookie: person.cookies.header() },
  })
  expect(answer.status).toBe(200)
  return await answer.text()
}

async function importAll(person: Person, file: string | Uint8Array) {
  const { id } = await preview(plak.server.url, person, file)
  return await bring(person, id)
}

// Where it came from and when it was made are no part of what is brought.
const made = new Set(['createdAt', 'updatedAt', 'reviewedAt', 'addedAt', 'source', 'clonedFrom'])
type Sections = Record<ExportedSection, unknown[]>

/** The sections that an import reads; hearts and listenings of one day have no order. */
function sectionsOf(data: Sections): Sections {
  const held = Object.fromEntries(Object.keys(exportedSections).map((name) => [name, data[name as 'lists']]))
  const { listenings, hearts, ...rest } = JSON.parse(
    JSON.stringify(held, (name, value: unknown) => (made.has(name) ? undefined : value)),
  ) as Sections
  const inNoOrder = (rows: unknown[]) => rows.map((each) => JSON.stringify(each, sortedKeys)).toSorted()
  return { listenings: inNoOrder(listenings), hearts: inNoOrder(hearts), ...rest }
}
const sortedKeys = (_: string, value: unknown) =>
  value && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted())
    : value

async function sectionsHeld(person: Person): Promise<Sections> {
  return sectionsOf((await downloadData(plak.server.url, person.cookies.header())).data)
}

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9))

describe(`everything by chance, SEED=${seed}`, () => {
  it('comes back by plak.json', async () => {
    const diary = randomDiary(seed)
    const done = await importAll(owner, JSON.stringify(diary))
    expect(counted(done)).toEqual({ written: done.counts.written })
    expect(await sectionsHeld(owner)).toEqual(sectionsOf(diary))
  })

  it('comes back by the tables', async () => {
    const diary = randomDiary(seed + 1)
    await importAll(owner, JSON.stringify(diary))
    const { tables } = await downloadData(plak.server.url, owner.cookies.header())
    const other = await plak.harness.register('other')
    for (const name of ['listenings', 'hearts', 'list-albums', 'listen-later', 'top-four', 'follows']) {
      const done = await importAll(other, tables.get(`${name}.csv`)!)
      expect(counted(done), name).toEqual({ written: done.counts.written })
    }
    expect(await sectionsHeld(other)).toEqual(sectionsOf(diary))
  })

  it.each(['as it is', 'saved by a spreadsheet'])('comes back by the rest, %s', async (way) => {
    const diary = randomDiary(seed + 2)
    const { unknown, corrected } = withUnknownNames(diary)
    // An import without any row that is ready cannot be started.
    const extra = { ...diary.listenings[0]!, album: oneMore, date: '2019-01-02' }
    const file = { ...unknown, listenings: [...unknown.listenings, extra] }
    const done = await importAll(owner, JSON.stringify(file))
    expect(counted(done)).toEqual({ written: 3, missing: done.counts.missing })
    const rest = corrected(await restOf(owner, done.id))
    const again = await importAll(owner, way === 'as it is' ? rest : resaved(rest))
    expect(counted(again)).toEqual({ written: done.counts.missing })
    const whole = { ...diary, listenings: [...diary.listenings, extra] }
    expect(await sectionsHeld(owner)).toEqual(sectionsOf(whole))
  })
})

type Album = { artist: string; name: string }

/** The same diary with names that nobody knows, and what puts the right ones into a text. */
function withUnknownNames(diary: Diary) {
  const albums: Album[] = []
  const renamed = (album: Album): Album => {
    const known = albums.findIndex(({ artist, name }) => artist === album.artist && name === album.name)
    const number = known < 0 ? albums.push(album) - 1 : known
    const code = `Qzx${String(number).padStart(3, '0')}`
    return { artist: `${code} A`, name: `${code} N` }
  }
  const rows = <Row extends { album: Album }>(all: Row[]) =>
    all.map((row) => ({ ...row, album: renamed(row.album) }))
  const unknown = {
    ...diary,
    listenings: rows(diary.listenings),
    hearts: rows(diary.hearts),
    lists: diary.lists.map((list) => ({ ...list, albums: rows(list.albums) })),
    listenLater: rows(diary.listenLater),
    topFour: rows(diary.topFour),
  }
  const corrected = (text: string) =>
    text.replaceAll(/Qzx(\d{3}) A,Qzx\d{3} N,/g, (_, number: string) => {
      const { artist, name } = albums[Number(number)]!
      return `"${artist.replaceAll('"', '""')}","${name.replaceAll('"', '""')}",`
    })
  return { unknown, corrected }
}

describe('the rest of a file', () => {
  const lists = async (person: Person) =>
    (await downloadData(plak.server.url, person.cookies.header())).data.lists.map(
      ({ name, description, ranked, visibility, albums }) => ({
        name,
        description,
        ranked,
        visibility,
        albums: albums.map(({ album, note }) => [album.name, note]),
      }),
    )
  const misspelt = () =>
    readFile(new URL('cases/own-export-with-misspelt-albums.json', import.meta.url), 'utf8')
  const snow = {
    name: 'Snow',
    description: 'for January',
    ranked: true,
    visibility: 'everyone',
    albums: [
      ['Homogenic', 'first'],
      ['Hounds of Love', ''],
    ],
  }
  const ratings = async () =>
    Object.fromEntries(
      (
        await plak.server.deps.db.log.findMany({
          select: { rating: true, album: { select: { name: true } } },
        })
      ).map(({ rating, album }) => [album.name, rating]),
    )

  it('is imported with the same stars, and the list, when its titles are corrected', async () => {
    const { id } = await importAll(owner, await misspelt())
    const rest = await restOf(owner, id)
    const corrected = rest.replaceAll('Homogenik', 'Homogenic').replaceAll('Luve', 'Love')
    const again = await preview(plak.server.url, owner, corrected)
    expect(again).toMatchObject({ format: 'plak', asks: { scale: null, columns: null } })
    expect(counted(again)).toEqual({ ready: 4 })
    await bring(owner, again.id)
    expect(await ratings()).toEqual({ 'Kid A': 8, Homogenic: 4, 'Hounds of Love': 3 })
    expect(await lists(owner)).toEqual([snow])
    const third = await preview(plak.server.url, owner, corrected)
    expect(counted(third)).toEqual({ here: 4 })
    const { items } = await owner.client.imports.rows.query({ id: third.id })
    expect(items.at(-1)!.why).toBe('It is already on this list')
  })

  it.each([
    ['the first', 'Homogenik', 'Homogenic', 'Luve', 'Love'],
    ['the second', 'Luve', 'Love', 'Homogenik', 'Homogenic'],
  ])(
    'completes a list of which %s album was corrected before; undone it is as before',
    async (_, ...names) => {
      const [wrong, right, later, love] = names as [string, string, string, string]
      const { id } = await importAll(owner, await misspelt())
      const first = await importAll(owner, (await restOf(owner, id)).replaceAll(wrong, right))
      const before = await lists(owner)
      expect(before[0]!.albums).toHaveLength(1)
      const rest = (await restOf(owner, first.id)).replaceAll(later, love)
      const second = await importAll(owner, rest)
      expect(await lists(owner)).toEqual([snow])

      await owner.client.imports.undo.mutate({ id: second.id })
      const undone = await until(owner, second.id, ({ state }) => state === 'undone')
      expect(undone.undone).toEqual({ removed: 2, kept: 0 })
      expect(await lists(owner)).toEqual(before)
      await owner.client.imports.undo.mutate({ id: first.id })
      await until(owner, first.id, ({ state }) => state === 'undone')
      expect(await lists(owner)).toEqual([])
      expect(await ratings()).toEqual({ 'Kid A': 8 })
    },
  )

  it('leaves a list that was edited since when it is undone', async () => {
    const { id } = await importAll(owner, (await misspelt()).replaceAll('Homogenik', 'Homogenic'))
    const second = await importAll(owner, (await restOf(owner, id)).replaceAll('Luve', 'Love'))
    const [{ id: listId }] = (await plak.server.deps.db.list.findMany()) as [{ id: number }]
    const album = { artist: 'Radiohead', album: 'Kid A' }
    await owner.client.lists.setAlbum.mutate({ id: listId, contained: true, ...album })
    await owner.client.imports.undo.mutate({ id: second.id })
    const { undone } = await until(owner, second.id, ({ state }) => state === 'undone')
    expect(undone).toEqual({ removed: 1, kept: 1 })
    expect((await lists(owner))[0]!.albums).toHaveLength(3)
  })

  it('does not add to a list that more people see', async () => {
    const row = (level: string) =>
      `Kind,Artist,Album,Rating (of 10),Visible to,List,Place\nlist,Björk,Homogenic,,${level},Snow,1\n`
    await owner.client.lists.create.mutate({
      submission: crypto.randomUUID(),
      name: 'Snow',
      description: '',
      albums: [{ artist: 'Radiohead', album: 'Kid A' }],
    })
    const seen = await preview(plak.server.url, owner, row('Followers'))
    expect(counted(seen)).toEqual({ here: 1 })
    await owner.client.imports.cancel.mutate({ id: seen.id })
    const other = await preview(plak.server.url, owner, row('Everyone'))
    expect(counted(other)).toEqual({ ready: 1 })
    await owner.client.imports.set.mutate({ id: other.id, settings: { visibility: 'me' } })
    expect(counted(await bring(owner, other.id))).toEqual({ here: 1 })
  })

  it('has what a table could not read as the table has it, and the level that was chosen', async () => {
    const table = [
      'Artist,Album,Date,Rating,Review',
      'Radiohead,Kid A,2024-01-02,4,',
      'Radiohead,OK Computer,2024-02-30,3,"Good, "',
      'Nobody Ever,Nothing At All,2024-05-06,2.5,',
      'Björk,Post,2024-05-06,=1,',
      ',Nameless,2024-05-06,5,',
    ].join('\n')
    const { id } = await preview(plak.server.url, owner, table)
    await owner.client.imports.set.mutate({ id, settings: { visibility: 'me' } })
    await bring(owner, id)
    const [header, ...rows] = parse(await restOf(owner, id), { bom: true }) as string[][]
    const cells = (row: string[]) =>
      ['Artist', 'Album', 'Date', 'Rating (of 10)', 'Review', 'Visible to'].map(
        (name) => row[header!.indexOf(name)],
      )
    expect(rows.map(cells)).toEqual([
      ['Radiohead', 'OK Computer', '2024-02-30', '6', 'Good,', 'Only me'],
      ['Nobody Ever', 'Nothing At All', '2024-05-06', '5', '', 'Only me'],
      ['Björk', 'Post', '2024-05-06', "'=1", '', 'Only me'],
      ['', 'Nameless', '2024-05-06', '10', '', 'Only me'],
    ])
    const again = await preview(plak.server.url, owner, await restOf(owner, id))
    expect(again.format).toBe('table')
    expect(counted(again)).toEqual({ missing: 1, unreadable: 3 })
  })

  it('asks again about an album that a history may have heard', async () => {
    const play = (track: number) => `17436204${track}0,x,Björk,,Homogenik,,Track ${track},`
    const plays = ['uts,utc_time,artist,artist_mbid,album,album_mbid,track,track_mbid']
    for (let track = 0; track < 6; track++)
      plays.push(play(track), play(track).replace('Homogenik', 'Vespertine'))
    const { id } = await preview(plak.server.url, owner, plays.join('\n'))
    await owner.client.imports.confirm.mutate({ id })
    const done = await bring(owner, id)
    expect(counted(done)).toEqual({ written: 1, missing: 1 })
    const rest = (await restOf(owner, id)).replace('Homogenik', 'Homogenic')
    const again = await preview(plak.server.url, owner, rest)
    expect(counted(again)).toEqual({ decide: 1 })
    const [row] = (await owner.client.imports.rows.query({ id: again.id })).items
    expect(row).toMatchObject({ heard: { plays: 6 } })
  })
})

/** A table as a spreadsheet of a country with decimal commas saves it. */
function resaved(text: string): string {
  const [header, ...lines] = parse(text, { bom: true }) as string[][]
  const day = header!.indexOf('Date')
  const rows = lines.map((cells) =>
    cells.map((cell, index) => (index === day ? cell.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3.$2.$1') : cell)),
  )
  const written = (cell: string) => `"${cell.replaceAll('"', '""')}"`
  return [header!, ...rows].map((cells) => cells.map(written).join(';')).join('\r\n')
}
