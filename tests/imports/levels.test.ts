import { expect, it } from 'vitest'
import type { ImportView } from '../../shared/imports.ts'
import { visibilities } from '../../shared/levels.ts'
import type { Visibility } from '../../shared/visibility.ts'
import type { Person, Visitor } from '../harness/client.ts'
import { runProduct } from '../support/runProduct.ts'
import { theCase, zipped } from './files.ts'
import { bring, preview } from './world.ts'

// Each kind of file with levels, imported and then read by a visitor, a stranger, a follower and the owner.

const plak = runProduct()

const albums = { everyone: 'Kind of Blue', followers: 'Homogenic', me: 'Kid A' } as const
const artists = { everyone: 'Miles Davis', followers: 'Björk', me: 'Radiohead' } as const
const listenedAt = '2024-03-05T10:00:00.000Z'

const exported = JSON.stringify({
  format: 'plak-export',
  version: 1,
  exportedAt: listenedAt,
  account: { nickname: 'x', defaultVisibility: 'everyone' },
  listenings: visibilities.map((visibility) => ({
    album: { artist: artists[visibility], name: albums[visibility] },
    date: '2024-03-05',
    rating: 8,
    review: `Review for ${visibility}`,
    tags: [],
    relisten: false,
    visibility,
    source: 'manual',
    createdAt: listenedAt,
    reviewedAt: listenedAt,
    updatedAt: listenedAt,
  })),
  hearts: [],
  lists: visibilities.map((visibility) => ({
    name: `List for ${visibility}`,
    description: '',
    visibility,
    ranked: false,
    clonedFrom: null,
    createdAt: listenedAt,
    updatedAt: listenedAt,
    // The first album is not found: the list's level must not be lost with its row.
    albums: ['No such record', albums[visibility]].map((name) => ({
      album: { artist: artists[visibility], name },
      note: '',
      addedAt: listenedAt,
    })),
  })),
  listenLater: [],
  topFour: [],
  follows: [],
  forReading: {},
})

const words = { everyone: 'Everyone', followers: 'Followers', me: 'Only me' } as const
const table = [
  'Artist,Album,Date,Rating,Review,Tags,Relisten,Visible to,Added',
  ...visibilities.map(
    (level) =>
      `${artists[level]},${albums[level]},2024-03-05,4,Review for ${level},,,${words[level]},${listenedAt}`,
  ),
  '',
].join('\r\n')
const lists = [
  'List,Place,Artist,Album,Note,Description,Ranked,Visible to,Added',
  ...visibilities.map(
    (level) => `List for ${level},1,${artists[level]},${albums[level]},,,,${words[level]},${listenedAt}`,
  ),
  '',
].join('\r\n')
const rest = [
  'Kind,Artist,Album,Date,Rating (of 10),Review,Visible to,List,List number,Place,Why',
  ...visibilities.flatMap((level) => [
    `listening,${artists[level]},${albums[level]},2024-03-05,8,Review for ${level},${words[level]},,,,`,
    `list,${artists[level]},${albums[level]},,,,${words[level]},List for ${level},1,1,`,
  ]),
  '',
].join('\r\n')

const neodbLevels = { everyone: 0, followers: 1, me: 2 } as const
const server = { server: 'neodb.test', neodb_version: '0.12' }
const lines = (objects: object[]) => [server, ...objects].map((each) => JSON.stringify(each)).join('\n')
const neodb = () =>
  zipped({
    'catalog.ndjson': lines(
      visibilities.map((level) => ({
        id: level,
        type: 'Album',
        title: albums[level],
        artist: [artists[level]],
      })),
    ),
    'journal.ndjson': lines(
      visibilities.flatMap((level) => [
        {
          type: 'ShelfMember',
          content: { withRegardTo: level, status: 'complete', published: listenedAt },
          visibility: 0,
        },
        {
          type: 'Review',
          content: { withRegardTo: level, name: '', content: `Review for ${level}` },
          visibility: neodbLevels[level],
        },
        {
          type: 'Collection',
          content: { name: `List for ${level}`, content: '', published: listenedAt },
          visibility: neodbLevels[level],
          items: [{ item: level, metadata: {} }],
        },
      ]),
    ),
  })

/** Returns everything that a reader can see of the owner's listenings and lists, as text. */
async function readAll({ client }: Pick<Visitor, 'client'>): Promise<string> {
  const of = { nickname: 'owner' }
  const parts: unknown[] = [
    await client.users.profile.query(of),
    await client.logs.diary.query(of),
    await client.logs.listened.query(of),
    await client.logs.reviewsBy.query(of),
    await client.lists.of.query(of),
    await client.lists.search.query({ query: 'list for' }),
  ]
  for (const level of visibilities) {
    const album = { artist: artists[level], album: albums[level] }
    parts.push(await client.logs.listens.query({ ...album, ...of }))
    parts.push(await client.logs.reviews.query(album))
  }
  return JSON.stringify(parts)
}

type Readers = { owner: Person; follower: Person; stranger: Person; visitor: Visitor }

async function register(): Promise<Readers> {
  const owner = await plak.harness.register('owner')
  const follower = await plak.harness.register('follower')
  await follower.client.follows.set.mutate({ nickname: 'owner', following: true })
  return {
    owner,
    follower,
    stranger: await plak.harness.register('stranger'),
    visitor: plak.harness.visitor(),
  }
}

/** Returns the levels whose texts a reader can see. */
async function levelsSeen(reader: Pick<Visitor, 'client'>, thing: 'Review' | 'List'): Promise<Visibility[]> {
  const text = await readAll(reader)
  return visibilities.filter((level) => text.includes(`${thing} for ${level}`))
}

const kinds: [string, ('Review' | 'List')[], () => string | Promise<Uint8Array>][] = [
  ['plak.json', ['Review', 'List'], () => exported],
  ['listenings.csv', ['Review'], () => table],
  ['list-albums.csv', ['List'], () => lists],
  ['the rest', ['Review', 'List'], () => rest],
  ['NeoDB', ['Review', 'List'], neodb],
]

it.each(kinds)('%s is read by those who could read it where it was', async (_, things, make) => {
  const { owner, follower, stranger, visitor } = await register()
  const seen = await preview(plak.server.url, owner, await make())
  expect(seen.asks.visibility).toBe('everyone')
  await bring(owner, seen.id)
  for (const thing of things) {
    expect(await levelsSeen(visitor, thing)).toEqual(['everyone'])
    expect(await levelsSeen(stranger, thing)).toEqual(['everyone'])
    expect(await levelsSeen(follower, thing)).toEqual(['everyone', 'followers'])
    expect(await levelsSeen(owner, thing)).toEqual(visibilities)
  }
  expect((await follower.client.activity.feed.query({})).items).toEqual([])
})

it.each(kinds)('%s is shown to nobody beyond the level that is chosen', async (_, things, make) => {
  const { owner, follower, stranger } = await register()
  const seen = await preview(plak.server.url, owner, await make())
  await owner.client.imports.set.mutate({ id: seen.id, settings: { visibility: 'followers' } })
  await bring(owner, seen.id)
  for (const thing of things) {
    expect(await levelsSeen(stranger, thing)).toEqual([])
    expect(await levelsSeen(follower, thing)).toEqual(['everyone', 'followers'])
  }
})

const asksOf = async (
  owner: Person,
  file: string | Uint8Array,
): Promise<ImportView['asks']['visibility']> => {
  const { id, asks } = await preview(plak.server.url, owner, file)
  await owner.client.imports.cancel.mutate({ id })
  return asks.visibility
}

it('the select begins with the widest level of the file, or the default if it has none', async () => {
  const { owner } = await register()
  await owner.client.visibility.setDefault.mutate({ visibility: 'followers' })
  const plain = 'Artist,Album\nRadiohead,Kid A\n'
  const onlyMe = `Artist,Album,Rating,Visible to\nRadiohead,Kid A,4,Only me\n`
  expect(await asksOf(owner, plain)).toBe('followers')
  expect(await asksOf(owner, onlyMe)).toBe('me')
  expect(await asksOf(owner, `${onlyMe}Björk,Post,4,\n`)).toBe('followers')
  expect(await asksOf(owner, exported)).toBe('everyone')
  expect(await asksOf(owner, 'Artist,Album,Added\nBjörk,Post,2024-03-05T10:00:00.000Z\n')).toBeNull()
})

it('a row without a level has the default, or the chosen one; the preview shows it', async () => {
  const { owner } = await register()
  await owner.client.visibility.setDefault.mutate({ visibility: 'me' })
  const mixed = `Artist,Album,Rating,Visible to\nRadiohead,Kid A,4,Followers\nBjörk,Homogenic,4,\n`
  const { id } = await preview(plak.server.url, owner, mixed)
  const shown = async () =>
    (await owner.client.imports.rows.query({ id })).items.map(({ visibility }) => visibility)
  expect(await shown()).toEqual(['followers', 'me'])
  await owner.client.imports.set.mutate({ id, settings: { visibility: 'everyone' } })
  expect(await shown()).toEqual(['followers', 'everyone'])
  await bring(owner, id)
  const logs = await plak.server.deps.db.log.findMany({ orderBy: { id: 'asc' } })
  expect(logs.map(({ visibility }) => visibility)).toEqual(['followers', 'everyone'])
})

it.each([
  ['neodb-levels.zip', { 'Kid A': 'me', Homogenic: 'followers', 'Kind of Blue': 'everyone' }],
  ['own-listenings.csv', { 'Kid A': 'me', Homogenic: 'followers' }],
])('%s keeps the level of each album', async (name, levels) => {
  const { owner, stranger } = await register()
  const { id } = await preview(plak.server.url, owner, await theCase(name))
  await bring(owner, id)
  const logs = await plak.server.deps.db.log.findMany({
    select: { visibility: true, review: true, album: { select: { name: true } } },
  })
  expect(Object.fromEntries(logs.map(({ album, visibility }) => [album.name, visibility]))).toEqual(levels)
  const text = await readAll(stranger)
  for (const { review, visibility } of logs)
    if (review && visibility !== 'everyone') expect(text).not.toContain(review)
})
