import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Person } from '../harness/client.ts'
import { runProduct } from '../support/runProduct.ts'
import { theCase } from './files.ts'
import { bring, counted, preview, send, until } from './world.ts'

const plak = runProduct()
let owner: Person
beforeEach(async () => {
  owner = await plak.harness.register('owner')
})
afterEach(() => {
  plak.server.demo.behave()
  plak.server.demo.forgetRequests()
})

const calls = () => plak.server.demo.requests()
const rowsOf = async (id: number) => (await owner.client.imports.rows.query({ id })).items
const foundIn = async (id: number) =>
  (await rowsOf(id)).map(({ found, why, state }) => found?.name ?? why ?? state)
/** Sets the response of album.search to one query. */
const searched = (query: string, ...found: { artist: string; name: string }[]) =>
  plak.server.demo.misbehave({
    fault: 'body',
    method: 'album.search',
    match: { album: query },
    body: { results: { 'opensearch:totalResults': `${found.length}`, albummatches: { album: found } } },
  })

describe('names', () => {
  it('are found however they are written', async () => {
    const and = await preview(plak.server.url, owner, await theCase('names-and.csv'))
    expect(await foundIn(and.id)).toEqual([
      'Power, Corruption & Lies',
      'The Velvet Underground & Nico',
      'Hounds of Love',
    ])
    await owner.client.imports.cancel.mutate({ id: and.id })
    const joined = await preview(plak.server.url, owner, await theCase('names-two-artists-neodb.csv'))
    expect(await foundIn(joined.id)).toEqual(['Hounds of Love'])
  })

  it('are found without accents, articles, signs and editions, with numerals and other words', async () => {
    const names = [
      ['Cure', 'Disintegration (Deluxe Edition) [Remastered]'],
      ['beatles, the', 'abbey road'],
      ['Bjork feat. Nobody', 'homogenic - 2022 remaster'],
      ['Kate Bush x Nobody', 'hounds of love'],
      ['led zeppelin', 'Led Zeppelin 4'],
    ]
    const table = ['Artist;Album', ...names.map((each) => each.join(';'))].join('\n')
    const seen = await preview(plak.server.url, owner, table)
    expect(await foundIn(seen.id)).toEqual([
      'Disintegration',
      'Abbey Road',
      'Homogenic',
      'Hounds of Love',
      'Led Zeppelin IV',
    ])
  })

  it('that only a search finds are found or offered, the likest first', async () => {
    searched(
      'Power and Lace',
      { artist: 'Someone', name: 'Lace' },
      { artist: 'Fern Order', name: 'Power & Lace' },
    )
    searched('Uber Aland', { artist: 'Zoë Särk', name: 'Über Åland' })
    searched('Something', { artist: 'Else', name: 'Something of Ours' })
    const table =
      'Artist;Album\nFern Order;Power and Lace\nZoe Sark;Uber Aland\nNobody At All;Something\nBjörk;Homogenick\n'
    const seen = await preview(plak.server.url, owner, table)
    const rows = await rowsOf(seen.id)
    const offered = await Promise.all(
      rows.map(async ({ row }) => {
        const { albums } = await owner.client.imports.proposals.query({ id: seen.id, row })
        return albums.map(({ name }) => name)
      }),
    )
    // The catalogue of the tests has neither album; if it had one, it would be found.
    expect(offered.slice(0, 3)).toEqual([['Power & Lace', 'Lace'], ['Über Åland'], ['Something of Ours']])
    expect(offered[3]![0]).toBe('Homogenic')
    expect(rows.map(({ state }) => state)).toEqual(['decide', 'decide', 'missing', 'decide'])
  })

  it('that were not found are asked again for the rest of a file, not for the same file', async () => {
    const byrjun = { method: 'album.getinfo', match: { album: 'Ágætis byrjun' } }
    plak.server.demo.misbehave({ fault: 'not-found', ...byrjun })
    plak.server.demo.misbehave({ fault: 'body', method: 'album.search', body: { results: {} } })
    plak.server.demo.misbehave({ fault: 'body', method: 'artist.gettopalbums', body: { topalbums: {} } })
    const table = 'Artist,Album\nSigur Rós,Ágætis byrjun\nBjörk,Homogenic\n'
    const seen = await preview(plak.server.url, owner, table)
    expect(counted(await bring(owner, seen.id))).toEqual({ written: 1, missing: 1 })
    plak.server.demo.behave()
    plak.server.demo.forgetRequests()
    const again = await preview(plak.server.url, owner, table)
    expect(counted(again)).toEqual({ here: 1, missing: 1 })
    expect(calls()).toEqual([])
    await owner.client.imports.cancel.mutate({ id: again.id })
    const rest = await fetch(`${plak.server.url}/account/import/${seen.id}/rest.csv`, {
      headers: { cookie: owner.cookies.header() },
    })
    expect(await foundIn((await preview(plak.server.url, owner, await rest.text())).id)).toEqual([
      'Ágætis byrjun',
    ])
  })
})

describe('a name that another user’s import did not find', () => {
  const isAsked = (album: string) => calls().some(({ params }) => params.album === album)
  /** Each test has its own album, because found ones are cached. Returns the table that was imported. */
  async function missedByAnother(album: string): Promise<string> {
    plak.server.demo.misbehave({ fault: 'not-found', method: 'album.getinfo', match: { album } })
    plak.server.demo.misbehave({ fault: 'body', method: 'album.search', body: { results: {} } })
    plak.server.demo.misbehave({ fault: 'body', method: 'artist.gettopalbums', body: { topalbums: {} } })
    const table = `Artist,Album\nRadiohead,${album}\n`
    const other = await plak.harness.register('other')
    expect(counted(await preview(plak.server.url, other, table))).toEqual({ missing: 1 })
    plak.server.demo.behave()
    plak.server.demo.forgetRequests()
    return table
  }

  it('is not asked again on that day, unless the user missed it before in another file', async () => {
    const table = await missedByAnother('Kid A')
    const seen = await preview(plak.server.url, owner, `${table}Björk,Homogenic\n`)
    expect(counted(await bring(owner, seen.id))).toEqual({ written: 1, missing: 1 })
    expect(isAsked('Kid A')).toBe(false)
    const rest = await preview(plak.server.url, owner, table)
    expect(await foundIn(rest.id)).toEqual(['Kid A'])
    expect(isAsked('Kid A')).toBe(true)
  })

  it('is asked again after a day', async () => {
    const table = await missedByAnother('OK Computer')
    await plak.server.deps.db.$executeRaw`UPDATE ImportAlbum SET checkedAt = checkedAt - INTERVAL 25 HOUR`
    const seen = await preview(plak.server.url, owner, table)
    expect(await foundIn(seen.id)).toEqual(['OK Computer'])
    expect(isAsked('OK Computer')).toBe(true)
  })
})

describe('a catalogue that is away', () => {
  it('is waited for with a sentence; six hours after its start an import ends without it', async () => {
    const { db } = plak.server.deps
    plak.server.demo.misbehave({ fault: 'offline' })
    const { body } = await send(plak.server.url, owner, 'Artist,Album\nBjörk,Vespertine\nBjörk,Homogenic\n')
    const seen = await until(owner, body.id, ({ state, isAway }) => state === 'preview' && isAway)
    expect(counted(seen)).toEqual({ looking: 2 })
    await owner.client.imports.start.mutate({ id: body.id })
    await vi.waitFor(async () => {
      await db.$executeRaw`UPDATE Import SET startedAt = startedAt - INTERVAL 7 HOUR, awaySince = awaySince - INTERVAL 7 HOUR`
    })
    const done = await until(owner, body.id, ({ state }) => state === 'done')
    expect(counted(done)).toEqual({ missing: 2 })
    expect(done).toMatchObject({ hasRest: true, isAway: false })
  })
})
