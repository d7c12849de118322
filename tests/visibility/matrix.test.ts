import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reads as readsOfPlayers } from '../../server/plays/protocols/listenbrainz.ts'
import { appRouter } from '../../server/router.ts'
import { embedPath } from '../../server/sharing/embeds.ts'
import { paths } from '../../shared/paths.ts'
import { makeApi, type Api } from '../api/client.ts'
import type { Person } from '../harness/client.ts'
import { refusal } from '../support/refusal.ts'
import { noteStatements } from '../support/statements.ts'
import { addressOf, reads } from './apiRoads.ts'
import { aboutNobody, roads, routes, scrobbleReads } from './roads.ts'
import type * as world from './world.ts'
import {
  albumOf,
  canariesIn,
  isFor,
  kinds,
  makeWorld,
  owners,
  readerNames,
  word,
  type World,
} from './world.ts'

// Readers × levels × accounts × routes: checks which planted canaries of other users each route returns. world.ts defines
// independently what a reader can see, so that removing a rule from the product is detected here.

let made: World
/** Validates each answer against the document. */
let api: Api
beforeAll(async () => {
  made = await makeWorld()
  api = await makeApi(made.server.url)
})
afterAll(() => made.close())

const names = (canaries: readonly world.Canary[]) => canaries.map(word).toSorted()
const parts = [
  'bio',
  'link',
  'top',
  'heart',
  'album',
  'review',
  'tag',
  'list',
  'note',
  'comment',
  'reply',
  'hushed',
  'silenced',
  'later',
] as const
/** The comments of others in an owner's thread, if there are any. */
const byOthers: readonly world.Part[] = ['reply', 'hushed', 'silenced']
/** Returns all canaries that were planted for an owner. */
const planted = (owner: world.Owner): world.Canary[] => [
  { owner, kind: 'shell', part: 'bio' },
  { owner, kind: 'account', part: 'link' },
  { owner, kind: 'account', part: 'top' },
  { owner, kind: 'account', part: 'heart' },
  { owner, kind: 'me', part: 'later' },
  { owner, kind: 'followers', part: 'played' },
  { owner, kind: 'everyone', part: 'playing' },
  ...kinds.flatMap((kind) =>
    parts
      .slice(4, -1)
      .flatMap((part) => (byOthers.includes(part) && kind === 'me' ? [] : [{ owner, kind, part }])),
  ),
]

type Answer = { status: number; text: string }
async function ask(reader: world.ReaderName, owner: world.Owner, path: string): Promise<Answer> {
  const { cookies } = made.as(reader, owner)
  const response = await fetch(`${made.server.url}${path}`, { headers: { cookie: cookies.header() ?? '' } })
  return { status: response.status, text: await response.text() }
}
const query = (procedure: string, input: unknown) =>
  `/trpc/${procedure}${input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`}`

const queries = Object.entries(
  appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>,
)
  .filter(([, { _def }]) => _def.type === 'query')
  .map(([name]) => name)

it('every query has a row', () => {
  expect([...Object.keys(roads), ...aboutNobody].toSorted()).toEqual(queries.toSorted())
})

it('every route has a row', () => {
  const root = join(import.meta.dirname, '../../server')
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  )
  const found = sources.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const calls = text.matchAll(
      /\b(?:(?:app|scope)\.(?:get|post|put|patch|delete|all|route)(?:<[^(]*>)?\(|addUploadRoute\(app,)\s*([^,]+),/g,
    )
    // A variable's name says nothing: its file does, and each of them has a row.
    return [...calls].map(([, path]) => (/^[a-z]+$/.test(path!) ? `${path} in ${file}` : path!))
  })
  expect([...new Set(found)].toSorted()).toEqual(Object.keys(routes).toSorted())
})

it('every read of a player has a row', () => {
  expect(Object.keys(readsOfPlayers).toSorted()).toEqual(Object.keys(scrobbleReads).toSorted())
})

// The owner of a disabled account is signed out.
const readersOf = (owner: world.Owner) => readerNames.filter((name) => owner !== 'gone' || name !== 'owner')

describe.each(owners)('of the account %s', (owner) => {
  it.each(Object.entries(roads))('%s shows what each reader may see', async (procedure, road) => {
    const inputs = road.inputs({ owner, things: made.things[owner] })
    for (const reader of readersOf(owner)) {
      const answers = await Promise.all(inputs.map((input) => ask(reader, owner, query(procedure, input))))
      const found = canariesIn(answers.map(({ text }) => text).join('\n')).filter(
        (each) => each.owner === owner,
      )
      const shows = road.shows ?? isFor
      const expected = planted(owner).filter((each) => road.parts.includes(each.part) && shows(reader, each))
      if (road.isSample) expect(names(expected)).toEqual(expect.arrayContaining(names(found)))
      else expect({ reader, found: names(found) }).toEqual({ reader, found: names(expected) })
    }
  })

  it.each(reads.map((row) => [`${row.method} ${row.path}`, row] as const))(
    '%s of the API shows what the procedure shows',
    async (_, row) => {
      for (const procedure of row.procedures.filter((name) => name in roads)) {
        const road = roads[procedure]!
        const inputs = road.inputs({ owner, things: made.things[owner] })
        for (const reader of readersOf(owner)) {
          const asked = inputs.flatMap((input) => {
            const address = addressOf(row, input)
            return address === null ? [] : [{ address, input }]
          })
          const token = made.tokens[reader === 'owner' ? owner : reader]
          const answers = await Promise.all(
            asked.map(({ address: { path, query: values } }) =>
              api.get(path, { token: token ?? null, query: values }),
            ),
          )
          const isOpen = token !== undefined || row.who === 'public'
          if (!isOpen) expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]))
          const found = canariesIn(answers.map(({ body }) => JSON.stringify(body)).join('\n'))
          const procedures = isOpen
            ? await Promise.all(asked.map(({ input }) => ask(reader, owner, query(procedure, input))))
            : []
          const expected = canariesIn(procedures.map(({ text }) => text).join('\n'))
          if (road.isSample) continue
          expect({ reader, found: names(found) }).toEqual({ reader, found: names(expected) })
        }
      }
    },
  )

  it.each(Object.entries(scrobbleReads))(
    '%s shows to the player of each reader what they may see',
    async (name, parts) => {
      for (const root of ['/listenbrainz/1', '/1'])
        for (const reader of readersOf(owner)) {
          const secret = made.secrets[reader === 'owner' ? owner : reader]
          const headers: HeadersInit = secret ? { authorization: `Token ${secret}` } : {}
          const response = await fetch(`${made.server.url}${root}/user/${owner}/${name}`, { headers })
          const text = await response.text()
          const isKnown = isFor(reader, { owner, kind: 'shell', part: 'bio' })
          const sees = (part: world.Part) =>
            planted(owner).some((each) => each.part === part && isFor(reader, each))
          expect({ reader, status: response.status }).toEqual({ reader, status: isKnown ? 200 : 404 })
          const expected = planted(owner).filter((each) => parts.includes(each.part) && isFor(reader, each))
          expect({ reader, found: names(canariesIn(text)) }).toEqual({ reader, found: names(expected) })
          if (name === 'listen-count' && isKnown)
            expect(JSON.parse(text)).toEqual({ payload: { count: sees('played') ? 1 : 0 } })
        }
    },
  )

  it('what is not visible answers as what is missing, along every road by an id', async () => {
    const missing = { list: 2 ** 31 - 1, log: 2 ** 31 - 1 }
    const byId = [
      ['lists.get', (id: typeof missing) => ({ id: id.list })],
      ['lists.albums', (id: typeof missing) => ({ id: id.list })],
      ['lists.progress', (id: typeof missing) => ({ id: id.list })],
      ['comments.list', (id: typeof missing) => ({ thread: { review: id.log } })],
      ['comments.list', (id: typeof missing) => ({ thread: { list: id.list } })],
      ['notifications.suggest', (id: typeof missing) => ({ query: '', thread: { review: id.log } })],
      ['notifications.suggest', (id: typeof missing) => ({ query: '', thread: { list: id.list } })],
    ] as const
    const answersTo = (reader: world.ReaderName, thing: typeof missing) =>
      Promise.all(byId.map(([procedure, input]) => ask(reader, owner, query(procedure, input(thing)))))
    // The number of statements must not distinguish them, either.
    const said = noteStatements(made.server.deps.db)
    for (const reader of readersOf(owner)) {
      const onMissing = await answersTo(reader, missing)
      said.length = 0
      // Repeated: the first time the product also stored the reader's language.
      await answersTo(reader, missing)
      const whenMissing = said.splice(0).toSorted()
      for (const kind of kinds) {
        if (isFor(reader, { owner, kind, part: 'review' })) continue
        expect(await answersTo(reader, made.things[owner][kind])).toEqual(onMissing)
        expect({ reader, kind, said: said.splice(0).toSorted() }).toEqual({ reader, kind, said: whenMissing })
      }
    }
  })

  it('a person who is not visible answers as one who does not exist', async () => {
    for (const reader of readersOf(owner)) {
      if (isFor(reader, { owner, kind: 'shell', part: 'bio' })) continue
      for (const procedure of ['users.profile', 'logs.diary', 'lists.of', 'tags.list', 'follows.followers']) {
        const unknown = await ask(reader, owner, query(procedure, { nickname: 'never' }))
        expect(await ask(reader, owner, query(procedure, { nickname: owner }))).toEqual(unknown)
      }
    }
  })

  it('nobody does anything with what they do not see', async () => {
    const acts = ({ client }: Person, { log, list, comment }: world.Thing) => [
      () => client.logs.like.mutate({ id: log, liked: true }),
      () => client.lists.like.mutate({ id: list, liked: true }),
      () => client.comments.like.mutate({ id: comment, liked: true }),
      () => client.comments.remove.mutate({ id: comment }),
      () => client.lists.clone.mutate({ id: list, submission: randomUUID() }),
      () => client.comments.add.mutate({ thread: { review: log }, text: 'Yes.', submission: randomUUID() }),
      () => client.comments.add.mutate({ thread: { list }, text: 'Yes.', submission: randomUUID() }),
      () => client.notifications.muteThread.mutate({ thread: { review: log }, muted: true }),
      () => client.notifications.muteThread.mutate({ thread: { list }, muted: true }),
    ]
    const nothing = { log: 2 ** 31 - 1, list: 2 ** 31 - 1, comment: 2 ** 31 - 1 }
    for (const reader of readersOf(owner).filter((name) => name !== 'visitor' && name !== 'owner')) {
      const person = made.as(reader, owner) as Person
      const onMissing = await Promise.all(acts(person, nothing).map((act) => refusal(act())))
      for (const kind of kinds) {
        if (isFor(reader, { owner, kind, part: 'review' })) continue
        const answers = acts(person, made.things[owner][kind]).map((act) => refusal(act()))
        expect({ reader, kind, answers: await Promise.all(answers) }).toEqual({
          reader,
          kind,
          answers: onMissing,
        })
      }
    }
  })

  it('pages, pictures and link cards show no more than the procedures', async () => {
    const { PUBLIC_URL } = made.server.deps.settings
    for (const reader of readersOf(owner)) {
      const about = kinds.flatMap((kind) => {
        const { log, list } = made.things[owner][kind]
        const { artist, album: name } = albumOf(owner, kind)
        return [
          { kind, path: paths.list(list) },
          { kind, path: paths.review({ artist, name }, log) },
          // The same for everybody.
          ...(reader === 'visitor'
            ? [
                `/preview/list/${list}.png`,
                `/preview/review/${log}.png`,
                embedPath(`${PUBLIC_URL}${paths.list(list)}`),
                embedPath(`${PUBLIC_URL}${paths.review({ artist, name }, log)}`),
              ].map((path) => ({ kind, path }))
            : []),
        ]
      })
      // Separately: a page that takes longer than a second does not wait to know whether it exists
      // (server/http/web/firstData.ts).
      const profile = await ask(reader, owner, paths.profile(owner))
      const card = await ask(reader, owner, embedPath(`${PUBLIC_URL}${paths.profile(owner)}`))
      const answers = await Promise.all(about.map(({ path }) => ask(reader, owner, path)))
      for (const [index, { kind, path }] of about.entries()) {
        // The page contains text from its own URL: the album's name.
        const found = canariesIn(answers[index]!.text).filter((each) => each.part !== 'album')
        expect(names(found.filter((each) => !isFor(reader, each)))).toEqual([])
        if (/^\/(preview|oembed)/.test(path))
          expect({ path, status: answers[index]!.status }).toEqual({
            path,
            status: isFor('visitor', { owner, kind, part: 'review' }) ? 200 : 404,
          })
      }
      expect(names(canariesIn(profile.text).filter((each) => !isFor(reader, each)))).toEqual([])
      expect(profile.status).toBe(isFor(reader, { owner, kind: 'shell', part: 'bio' }) ? 200 : 404)
      // The same for everybody: a private account has no card.
      expect(names(canariesIn(card.text).filter((each) => !isFor('visitor', each)))).toEqual([])
      expect({ reader, status: card.status }).toEqual({ reader, status: owner === 'open' ? 200 : 404 })
    }
  })

  it('feeds show to each reader what a visitor may see', async () => {
    const parts: readonly world.Part[] = ['album', 'review', 'list', 'note']
    const isOpen = owner === 'open'
    const feeds = [
      ...['diary', 'reviews', 'lists'].map((name) => ({
        isThere: isOpen,
        path: `${paths.profile(owner)}/${name}`,
      })),
      ...kinds.flatMap((kind) => {
        const { artist, album: name } = albumOf(owner, kind)
        return [
          { isThere: isOpen && kind === 'everyone', path: paths.list(made.things[owner][kind].list) },
          // An album is nobody's own; its reviews are.
          { isThere: true, path: paths.album({ artist, name }) },
        ]
      }),
    ]
    for (const reader of readersOf(owner))
      for (const format of ['xml', 'json']) {
        const answers = await Promise.all(feeds.map(({ path }) => ask(reader, owner, `${path}.${format}`)))
        expect(answers.map(({ status }) => status)).toEqual(feeds.map(({ isThere }) => (isThere ? 200 : 404)))
        // The feed of an album contains the album's name from its URL.
        const contents = answers.map(({ text }, index) =>
          feeds[index]!.path.startsWith('/album/') && !/<item>|"id":/.test(text) ? '' : text,
        )
        const expected = planted(owner).filter((each) => parts.includes(each.part) && isFor('visitor', each))
        expect({ reader, found: names(canariesIn(contents.join('\n'))) }).toEqual({
          reader,
          found: names(expected),
        })
      }
  })
})

it('the sitemap has the people and lists that strangers see, whoever asks', async () => {
  const { PUBLIC_URL } = made.server.deps.settings
  const openLists = owners.flatMap((owner) =>
    kinds.flatMap((kind) =>
      isFor('visitor', { owner, kind, part: 'list' }) ? [paths.list(made.things[owner][kind].list)] : [],
    ),
  )
  const people = [...readerNames.filter((name) => name !== 'visitor' && name !== 'owner'), 'open']
  const expected = [...openLists, ...people.map(paths.profile)].map((path) => PUBLIC_URL + path)
  for (const reader of readerNames) {
    const { text } = await ask(reader, 'open', '/sitemap/1.xml')
    const found = [...text.matchAll(/<loc>([^<]*\/(?:list|profile)\/[^<]*)</g)].map(([, address]) => address!)
    expect(found.toSorted()).toEqual(expected.toSorted())
  }
})

it('the numbers of an album are the same for all: listeners for everyone, of accounts that are open', async () => {
  // Those of the disabled account were removed when an operator disabled it.
  for (const owner of ['open', 'closed'] as const)
    for (const kind of kinds) {
      const count = async (reader: world.ReaderName) =>
        (await made.as(reader, owner).client.logs.stats.query(albumOf(owner, kind))).count
      const counts = new Set(await Promise.all(readersOf(owner).map(count)))
      expect(counts).toEqual(new Set([owner === 'open' && kind === 'everyone' ? 1 : 0]))
    }
})

it('the counts of a profile are those of what the reader finds there', async () => {
  for (const owner of ['open', 'closed'] as const)
    for (const reader of readersOf(owner)) {
      if (!isFor(reader, { owner, kind: 'shell', part: 'bio' })) continue
      const { counts } = await made.as(reader, owner).client.users.profile.query({ nickname: owner })
      const seen = kinds.filter((kind) => isFor(reader, { owner, kind, part: 'review' })).length
      const favorites = isFor(reader, { owner, kind: 'account', part: 'heart' }) ? 1 : 0
      expect({ reader, counts }).toEqual({
        reader,
        counts: { diary: seen, reviews: seen, listened: seen, lists: seen, favorites },
      })
    }
})
