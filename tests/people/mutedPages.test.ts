import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it, vi } from 'vitest'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import type { Person } from '../harness/client.ts'
import { plantAlbums } from '../lists/albums.ts'
import { runProduct } from '../support/runProduct.ts'
import { settled } from '../support/settled.ts'
import { noteStatements } from '../support/statements.ts'

// The server renders texts of a muted user as folded: without scripts, and before they run, nobody reads them.

const WORDS = 'Strings and glass.'
const homogenic = { artist: 'Björk', album: 'Homogenic' }
const plak = runProduct()
let viewer: Person
let list: number
let pages: Record<'album' | 'list', string>

beforeEach(async () => {
  const loud = await plak.harness.register('loud')
  viewer = await plak.harness.register('viewer')
  const albums = await plantAlbums(plak.server.deps, 1)
  await loud.client.logs.save.mutate({ ...homogenic, review: WORDS })
  ;({ id: list } = await viewer.client.lists.create.mutate({
    name: 'Cold',
    albums,
    submission: randomUUID(),
  }))
  await loud.client.comments.add.mutate({
    thread: { list },
    text: WORDS,
    submission: randomUUID(),
  })
  pages = {
    album: paths.album({ artist: homogenic.artist, name: homogenic.album }),
    list: paths.list(list),
  }
  // An album that nobody has opened is only rendered in the browser.
  await fetch(`${plak.server.url}/trpc/catalog.album?input=${encodeURIComponent(JSON.stringify(homogenic))}`)
})

/** Returns the server-rendered page once it contains this word, which can be late on a busy machine. */
const drawn = (path: string, word: string) =>
  vi.waitFor(async () => {
    const response = await fetch(plak.server.url + path, { headers: { cookie: viewer.cookies.header() } })
    const html = (await response.text()).split('<div id="root">')[1]!
    expect(html).toContain(word)
    return html
  })

it.each(['album', 'list'] as const)(
  'the page of the %s is rendered with the words of a muted person folded',
  async (name) => {
    await drawn(pages[name], WORDS)
    await viewer.client.people.mute.mutate({ nickname: 'loud', time: 'ever' })
    expect(await drawn(pages[name], texts.people.mutedShow)).not.toContain(WORDS)
    await viewer.client.people.unmute.mutate({ nickname: 'loud' })
    expect(await drawn(pages[name], WORDS)).not.toContain(texts.people.mutedShow)
  },
)

it('reviews and comments of a muted person say so, by no further statement', async () => {
  const statements = noteStatements(plak.server.deps.db)
  const read = async () => {
    const { items: comments } = await viewer.client.comments.list.query({ thread: { list } })
    const { items: reviews } = await viewer.client.logs.reviews.query(homogenic)
    return { muted: [...comments, ...reviews].map(({ muted }) => muted), count: statements.splice(0).length }
  }
  // The first request also stores the viewer's language.
  await read()
  const { muted, count } = await read()
  expect(muted).toEqual([undefined, undefined])
  await viewer.client.people.mute.mutate({ nickname: 'loud', time: 'ever' })
  // The events of the mute are numbered on behalf of its request.
  await settled(plak.server.deps)
  await read()
  expect(await read()).toEqual({ muted: [true, true], count })
})
