import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pages } from '../../shared/pages.ts'
import { makeHarness, type Harness } from '../harness/client.ts'
import { startServer, type TestServer } from '../support/server.ts'

const homogenic = { artist: 'Björk', album: 'Homogenic' }
let server: TestServer
let harness: Harness

beforeAll(async () => {
  server = await startServer()
  harness = makeHarness(server.url)
})
afterAll(async () => {
  await harness.close()
  await server.close()
})
beforeEach(() => server.reset())

/** Returns the server-rendered part of a page. */
async function drawn(path: string, cookie = ''): Promise<string> {
  const html = await (await fetch(server.url + path, { headers: { cookie } })).text()
  const [, root] = /<div id="root">(.*)<\/div>\s*<noscript>/s.exec(html) ?? []
  if (root === undefined) throw new Error(`The page has no place to be drawn in:\n${html}`)
  return root
}

describe('a page as the server draws it', () => {
  test('can be read before any script is there', async () => {
    const { client, cookies } = await harness.register('deniz')
    const { id } = await client.lists.create.mutate({
      name: 'Cold <Nights>',
      description: 'Music for snow.',
      albums: [homogenic],
      submission: crypto.randomUUID(),
    })
    await client.logs.save.mutate({
      ...homogenic,
      rating: 9,
      review: 'Glass.',
      date: '2026-11-01',
      favorite: true,
      tags: ['cold'],
    })
    const { albums } = await client.catalog.popular.query({ page: 1 })
    const { artists } = await client.catalog.popularArtists.query({ page: 1 })
    await client.catalog.artist.query({ artist: 'Björk' })
    const shown: Record<string, string> = {
      '/': 'Cold &lt;Nights&gt;',
      '/albums': albums[0]!.name,
      '/album/:artist/:album': 'Glass.',
      '/artists': artists[0]!.name,
      '/artist/:artist': 'Björk',
      '/lists': 'Cold &lt;Nights&gt;',
      '/list/:id': 'Music for snow.',
      '/activity': 'No activity yet',
      '/listen-later': 'Nothing to listen to later yet',
      '/profile/:nickname': 'Homogenic',
      '/profile/:nickname/stats': 'Listens a month',
      '/profile/:nickname/:year': '2026 in albums',
      '/profile/:nickname/tags': 'cold',
      '/profile/:nickname/tags/:tag': 'Homogenic',
    }
    const address = (path: string) =>
      path
        .replace(':id', String(id))
        .replace(':artist', 'Bj%C3%B6rk')
        .replace(':album', 'Homogenic')
        .replace(':nickname', 'deniz')
        .replace(':year', '2026')
        .replace(':tag', 'cold')
    const own = cookies.header()!
    for (const { path } of Object.values(pages).filter((page) => page.isRendered)) {
      let html = ''
      const see = async () => (html = await drawn(address(path), own))
      // On a busy machine late data is left to the browser.
      await expect.poll(see, { message: path }).toContain(shown[path])
      // The content security policy allows none.
      expect(html).not.toContain('<script')
    }
  })

  test('knows how many comments a list has: a count that came later would move the albums', async () => {
    const { client } = await harness.register('deniz')
    const list = await client.lists.create.mutate({
      name: 'Cold',
      description: '',
      albums: [homogenic],
      submission: crypto.randomUUID(),
    })
    const thread = { list: list.id }
    await client.comments.add.mutate({ thread, text: 'Glass.', submission: crypto.randomUUID() })
    const [, head] = /<main.*?<header(.*?)<\/header>/s.exec(await drawn(`/list/${list.id}`))!
    expect(head).toContain('1 comment<')
  })

  test('speaks to each in their language, and tells nobody of another', async () => {
    const { cookies } = await harness.register('deniz')
    const paths = ['plak_language=tr', 'plak_language=en', ''].map((cookie) => drawn('/activity', cookie))
    const [turkish, english, common] = await Promise.all(paths)
    expect(turkish).toContain('Giriş yap')
    expect(english).toContain('Login')
    expect(common).toContain('Login')
    expect(await drawn('/', cookies.header()!)).not.toContain('href="/login"')
    expect(await drawn('/')).toContain('href="/login"')
  })

  test('is left to the browser where it is a form, or not there', async () => {
    for (const path of ['/login', '/profile/edit', '/settings/account', '/list/999', '/nowhere'])
      expect([path, await drawn(path)]).toEqual([path, ''])
  })
})
