import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startDemo, type Demo } from '../../demo/server.ts'
import { filesOf, standardWidths } from '../../demo/wikimedia/files.ts'
import { linkedFile, pictureClaims, wikidataOf } from '../../demo/world/links.ts'
import { ask, askMusicbrainz, client, type Loose } from './services.ts'
import { claimList, commonsQuery } from './wireShapes.ts'

let demo: Demo
beforeAll(async () => {
  demo = await startDemo({ isLimited: false })
})
afterEach(() => {
  demo.behave()
  demo.forgetRequests()
})
afterAll(() => demo.close())

const api = (base: string, params: Record<string, string>) =>
  ask(`${base}/w/api.php?${new URLSearchParams({ format: 'json', ...params })}`)
const claimsOf = async (entity: string) => {
  const { body } = await api(demo.wikidataBase, { action: 'wbgetclaims', entity, property: 'P18' })
  return claimList.parse(body).claims.P18 ?? []
}
const image = (titles: string, width = '500') =>
  api(demo.commonsBase, {
    action: 'query',
    titles,
    prop: 'imageinfo',
    iiprop: 'url|extmetadata',
    iiurlwidth: width,
  })
const imageInfo = async (name: string, width?: string) => {
  const { query } = commonsQuery.parse((await image(`File:${name}`, width)).body)
  return Object.values(query.pages)[0]!.imageinfo![0]!
}
const artists = () => [...demo.world().artists.values()]
const files = () => [...filesOf(demo.world()).values()]
const artistWith = (count: number) =>
  artists().find((artist) => wikidataOf(artist) && pictureClaims(artist).length === count)!
const picture = async (url: string) => {
  const response = await fetch(url, { headers: client })
  return { status: response.status, body: Buffer.from(await response.arrayBuffer()) }
}

describe('Wikidata', () => {
  it('is linked by most artists of MusicBrainz, some of which link a picture as well', async () => {
    const linked = artists().find((artist) => wikidataOf(artist) && linkedFile(artist))!
    const { body } = await askMusicbrainz(demo, `artist/${linked.id}`, { inc: 'url-rels' })
    const links = Object.fromEntries(body.relations.map((row: Loose) => [row.type, row.url.resource]))
    expect(links.wikidata).toBe(`https://www.wikidata.org/wiki/${wikidataOf(linked)}`)
    expect(links.image).toMatch(/^https:\/\/commons\.wikimedia\.org\/wiki\/File:/)
    expect(artists().some((artist) => wikidataOf(artist) === null)).toBe(true)
  })

  it('has no picture, one, two of which the later is preferred, or an unknown one', async () => {
    expect(await claimsOf(wikidataOf(artistWith(0))!)).toEqual([])
    expect(await claimsOf(wikidataOf(artistWith(1))!)).toHaveLength(1)
    const two = await claimsOf(wikidataOf(artistWith(2))!)
    expect(two.map(({ rank }) => rank)).toEqual(['normal', 'preferred'])
    const unknown = artists().find(
      (artist) => wikidataOf(artist) && pictureClaims(artist).some(({ file }) => file === null),
    )!
    const [some] = await claimsOf(wikidataOf(unknown)!)
    expect(some!.mainsnak).toMatchObject({ snaktype: 'somevalue' })
    expect(some!.mainsnak).not.toHaveProperty('datavalue')
  })

  it('has the claims of up to fifty items at once, and errors with status 200', async () => {
    const ids = artists().flatMap((artist) => wikidataOf(artist) ?? [])
    const entities = (list: string[]) =>
      api(demo.wikidataBase, { action: 'wbgetentities', props: 'claims', ids: list.join('|') })
    const { body } = await entities([...ids.slice(0, 49), 'Q1'])
    expect(Object.keys(body.entities)).toHaveLength(50)
    expect(body.entities.Q1).toEqual({ id: 'Q1', missing: '' })
    expect(await entities(ids.slice(0, 51))).toMatchObject({
      status: 200,
      body: { error: { code: 'toomanyvalues' } },
    })
    expect(await api(demo.wikidataBase, { action: 'wbgetclaims', entity: 'Q1' })).toMatchObject({
      status: 200,
      body: { error: { code: 'no-such-entity' } },
    })
  })
})

describe('Commons', () => {
  it('has every picture with its licence, whose author can be HTML', async () => {
    const authors: string[] = []
    const licences = new Map<string, string | undefined>()
    for (const { name } of files()) {
      const { extmetadata: data, descriptionurl } = await imageInfo(name)
      authors.push(data.Artist!.value)
      licences.set(data.LicenseShortName!.value, data.LicenseUrl?.value)
      expect(new URL(descriptionurl).pathname).toMatch(/^\/commons\/wiki\/File:/)
    }
    expect(authors.some((author) => author.includes('<a href='))).toBe(true)
    expect(authors.some((author) => author.includes('<script>'))).toBe(true)
    expect(authors.some((author) => !author.includes('<'))).toBe(true)
    expect([...licences.keys()].sort()).toEqual([
      'CC BY 2.0',
      'CC BY-SA 3.0',
      'CC BY-SA 4.0',
      'CC0',
      'Public domain',
    ])
    expect(licences.get('Public domain')).toBeUndefined()
  })

  it('has thumbnails on a host of their own, at standard widths only', async () => {
    const big = files().find(({ width }) => width > 2000)!
    const { thumburl, url, ...info } = await imageInfo(big.name)
    expect(new URL(thumburl).pathname).toMatch(/^\/wikimedia-thumbs\/.*\/500px-/)
    expect(new URL(url).pathname).toMatch(/^\/wikimedia-upload\//)
    expect(await sharp((await picture(thumburl)).body).metadata()).toMatchObject({
      format: 'jpeg',
      width: 500,
      height: info.thumbheight,
    })
    for (const width of standardWidths.filter((edge) => edge <= 500))
      expect((await picture((await imageInfo(big.name, String(width))).thumburl)).status).toBe(200)
    for (const width of ['100', '400', '501'])
      expect((await picture((await imageInfo(big.name, width)).thumburl)).status).toBe(400)
    expect((await picture(thumburl.replace(/commons\/thumb\/\w\/\w\w/, 'commons/thumb/z/zz'))).status).toBe(
      404,
    )
  })

  it('never enlarges a picture', async () => {
    const small = files().find(({ width }) => width < 500)!
    const { thumburl, url, thumbwidth } = await imageInfo(small.name)
    expect([thumburl, thumbwidth]).toEqual([url, small.width])
    expect((await sharp((await picture(url)).body).metadata()).width).toBe(small.width)
  })

  it('normalizes titles, and says which are missing', async () => {
    const { name } = files().find((file) => file.name.includes(' '))!
    const { query } = commonsQuery.parse(
      (await image(`File:${name.replace(/ /g, '_')}|File:Nobody.jpg`)).body,
    )
    expect(query.normalized).toEqual([{ from: `File:${name.replace(/ /g, '_')}`, to: `File:${name}` }])
    expect(query.pages['-2']).toEqual({ ns: 6, title: 'File:Nobody.jpg', missing: '', imagerepository: '' })
  })
})

describe('the limits of Wikimedia', () => {
  it('refuse a client without a User-Agent of its own', async () => {
    const { thumburl } = await imageInfo(files().find(({ width }) => width > 500)!.name)
    for (const url of [
      `${demo.wikidataBase}/w/api.php?format=json`,
      `${demo.commonsBase}/w/api.php`,
      thumburl,
    ])
      for (const agent of ['', 'node'])
        expect((await fetch(url, { headers: { 'user-agent': agent } })).status).toBe(403)
  })

  it('and other faults come on demand', async () => {
    const { thumburl } = await imageInfo(files()[0]!.name)
    const status = async (url: string) => (await fetch(url, { headers: client })).status
    demo.misbehave({ service: 'wikimedia', fault: 'rate-limit', path: '/wikidata/', times: 1 })
    expect(await status(`${demo.wikidataBase}/w/api.php?format=json`)).toBe(429)
    demo.misbehave({ service: 'wikimedia', fault: 'forbidden', times: 1 })
    expect(await status(thumburl)).toBe(403)
    demo.misbehave({ service: 'wikimedia', fault: 'not-picture', times: 1 })
    const page = await fetch(thumburl, { headers: client })
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    demo.misbehave({ service: 'wikimedia', fault: 'maxlag', times: 1 })
    expect((await image('File:x')).body).toMatchObject({ error: { code: 'maxlag' } })
    demo.misbehave({ service: 'wikimedia', fault: 'html', times: 1 })
    expect(await status(thumburl)).toBe(502)
  })
})
