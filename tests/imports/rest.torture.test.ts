import { readFile } from 'node:fs/promises'
import Papa from 'papaparse'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../harness/client.ts'
import { downloadData } from '../support/download.ts'
import { runProduct } from '../support/runProduct.ts'
import { randomDiary } from './randomDiary.ts'
import { importAll, restOf } from './restWorld.ts'
import { bring, counted, preview, until } from './world.ts'

const plak = runProduct()
let owner: Person
beforeEach(async () => {
  owner = await plak.harness.register('owner')
  for (const nickname of ['deniz', 'fatma']) await plak.harness.register(nickname)
})

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
    const { id } = await importAll(plak.server.url, owner, await misspelt())
    const rest = await restOf(plak.server.url, owner, id)
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
    { wrong: 'Homogenik', right: 'Homogenic', later: 'Luve', corrected: 'Love' },
    { wrong: 'Luve', right: 'Love', later: 'Homogenik', corrected: 'Homogenic' },
  ])(
    'completes a list when $wrong was corrected before; undone it is as before',
    async ({ wrong, right, later, corrected }) => {
      const { id } = await importAll(plak.server.url, owner, await misspelt())
      const first = await importAll(
        plak.server.url,
        owner,
        (await restOf(plak.server.url, owner, id)).replaceAll(wrong, right),
      )
      const before = await lists(owner)
      expect(before[0]!.albums).toHaveLength(1)
      const rest = (await restOf(plak.server.url, owner, first.id)).replaceAll(later, corrected)
      const second = await importAll(plak.server.url, owner, rest)
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
    const { id } = await importAll(
      plak.server.url,
      owner,
      (await misspelt()).replaceAll('Homogenik', 'Homogenic'),
    )
    const second = await importAll(
      plak.server.url,
      owner,
      (await restOf(plak.server.url, owner, id)).replaceAll('Luve', 'Love'),
    )
    const { id: listId } = await plak.server.deps.db.list.findFirstOrThrow()
    const album = { artist: 'Radiohead', album: 'Kid A' }
    await owner.client.lists.setAlbum.mutate({ id: listId, contained: true, ...album })
    await owner.client.imports.undo.mutate({ id: second.id })
    const { undone } = await until(owner, second.id, ({ state }) => state === 'undone')
    expect(undone).toEqual({ removed: 1, kept: 1 })
    expect((await lists(owner))[0]!.albums).toHaveLength(3)
  })

  it('completes a top four, and leaves one that was chosen otherwise; undone it is as before', async () => {
    const top = async () =>
      (await downloadData(plak.server.url, owner.cookies.header())).data.topFour.map(
        ({ album }) => album.name,
      )
    const names = [
      ['Qzx', 'Kid A'],
      ['Björk', 'Homogenic'],
      ['Qzx', 'OK Computer'],
      ['Björk', 'Vespertine'],
    ]
    const topFour = names.map(([artist, name]) => ({ album: { artist, name } }))
    const file = JSON.stringify({
      ...randomDiary(1),
      listenings: [],
      hearts: [],
      lists: [],
      listenLater: [],
      topFour,
    })
    const first = await importAll(plak.server.url, owner, file)
    expect(await top()).toEqual(['Homogenic', 'Vespertine'])
    const rest = (await restOf(plak.server.url, owner, first.id)).replaceAll('Qzx', 'Radiohead')
    const second = await importAll(plak.server.url, owner, rest)
    expect(await top()).toEqual(names.map(([, name]) => name))
    expect(counted(await preview(plak.server.url, owner, file))).toEqual({ here: 4, missing: 2 })
    const active = (await owner.client.imports.list.query({})).items[0]!
    await owner.client.imports.cancel.mutate({ id: active.id })
    for (const [id, left] of [
      [second.id, ['Homogenic', 'Vespertine']],
      [first.id, []],
    ] as const) {
      await owner.client.imports.undo.mutate({ id })
      const { undone } = await until(owner, id, ({ state }) => state === 'undone')
      expect(undone!.kept).toBe(0)
      expect(await top()).toEqual(left)
    }
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

  it('can be downloaded from a preview of which no row is ready', async () => {
    const diary = JSON.parse(await misspelt()) as { listenings: object[] }
    const file = JSON.stringify({ ...diary, listenings: diary.listenings.slice(1) })
    const { id, counts } = await preview(plak.server.url, owner, file)
    // Similar albums are offered.
    expect([counts.ready, counts.missing + counts.decide]).toEqual([0, 4])
    const rest = await restOf(plak.server.url, owner, id)
    await owner.client.imports.cancel.mutate({ id })
    const corrected = rest.replaceAll('Homogenik', 'Homogenic').replaceAll('Luve', 'Love')
    await importAll(plak.server.url, owner, corrected)
    expect(await ratings()).toEqual({ Homogenic: 4, 'Hounds of Love': 3 })
    expect(await lists(owner)).toEqual([snow])
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
    const [header, ...rows] = Papa.parse<string[]>(await restOf(plak.server.url, owner, id), {
      skipEmptyLines: true,
    }).data
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
    const again = await preview(plak.server.url, owner, await restOf(plak.server.url, owner, id))
    expect(again.format).toBe('table')
    expect(counted(again)).toEqual({ missing: 1, unreadable: 3 })
  })

  it('asks again about an album that a history may have heard', async () => {
    const play = (track: number) => `17436204${track}0,x,Björk,,Qwertz,,Track ${track},`
    const plays = ['uts,utc_time,artist,artist_mbid,album,album_mbid,track,track_mbid']
    for (let track = 0; track < 6; track++)
      plays.push(play(track), play(track).replace('Qwertz', 'Vespertine'))
    const { id } = await preview(plak.server.url, owner, plays.join('\n'))
    await owner.client.imports.confirm.mutate({ id })
    const done = await bring(owner, id)
    expect(counted(done)).toEqual({ written: 1, missing: 1 })
    const rest = (await restOf(plak.server.url, owner, id)).replace('Qwertz', 'Homogenic')
    const again = await preview(plak.server.url, owner, rest)
    expect(counted(again)).toEqual({ decide: 1 })
    const [row] = (await owner.client.imports.rows.query({ id: again.id })).items
    expect(row).toMatchObject({ heard: { plays: 6 } })
  })
})
