import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setRole } from '../../server/account/operator.ts'
import { appRouter } from '../../server/router.ts'
import { makeHarness, type Harness, type Person } from '../harness/client.ts'
import { startServer, type TestServer } from '../support/server.ts'

// One table for every procedure: a new one without a row fails.
const procedures = Object.entries(appRouter._def.procedures) as unknown as [
  string,
  { _def: { type: string } },
][]

type Who = 'anybody' | 'signed in' | 'moderators'
const homogenic = { artist: 'Björk', album: 'Homogenic' }

const credential = { id: 'abc', rawId: 'abc', type: 'public-key', clientExtensionResults: {} }
const passkeyUse = {
  ...credential,
  response: { clientDataJSON: 'abc', authenticatorData: 'abc', signature: 'abc' },
}
const passkeyMade = { ...credential, response: { clientDataJSON: 'abc', attestationObject: 'abc' } }

const passwordOf = (nickname: string) => `${nickname} has a record player`

/**
 * Who may call it, and an input that it takes. `spends`: it ends the session or the account that calls it, so that it
 * is called as somebody who is made for it. `status`: what it answers where the input cannot be a good one.
 */
const table: Record<string, { for: Who; input: unknown; spends?: string; status?: number }> = {
  'catalog.search': { for: 'anybody', input: { query: 'homogenic', page: 1 } },
  'catalog.popular': { for: 'anybody', input: { page: 1 } },
  'catalog.album': { for: 'anybody', input: homogenic },
  'catalog.searchArtists': { for: 'anybody', input: { query: 'björk', page: 1 } },
  'catalog.popularArtists': { for: 'anybody', input: { page: 1 } },
  'catalog.artist': { for: 'anybody', input: { artist: 'Björk' } },
  'catalog.artistPicture': { for: 'anybody', input: { artist: 'Björk' } },
  'users.profile': { for: 'anybody', input: { nickname: 'owner' } },
  'users.search': { for: 'anybody', input: { query: 'own' } },
  'users.update': { for: 'signed in', input: { nickname: 'owner', avatar: '', bio: 'Me.', links: [] } },
  'auth.me': { for: 'anybody', input: undefined },
  'auth.invitation': { for: 'anybody', input: { code: 'of nobody' } },
  'auth.register': {
    for: 'anybody',
    input: { username: 'fresh', email: 'fresh@plak.example', password: 'a stylus and a groove' },
  },
  'auth.login': { for: 'anybody', input: { identifier: 'owner', password: 'owner has a record player' } },
  // Only where mail is set up.
  'auth.forgotPassword': { for: 'anybody', input: { identifier: 'owner' }, status: 403 },
  'auth.logout': { for: 'anybody', input: undefined },
  'auth.options': { for: 'anybody', input: undefined },
  'auth.resetPassword': {
    for: 'anybody',
    input: { token: 'of nobody', password: 'a stylus and a groove' },
    status: 400,
  },
  'auth.means': { for: 'signed in', input: undefined },
  'auth.sessions': { for: 'signed in', input: undefined },
  'auth.endSession': { for: 'signed in', input: { id: 'of nobody' } },
  'auth.endOtherSessions': { for: 'signed in', input: undefined },
  'auth.changePassword': {
    for: 'signed in',
    input: { current: passwordOf('changer'), next: 'a stylus and a groove' },
    spends: 'changer',
  },
  'auth.email': { for: 'signed in', input: undefined },
  // Only where mail is set up.
  'auth.sendConfirmation': { for: 'signed in', input: undefined, status: 403 },
  'auth.changeEmail': {
    for: 'signed in',
    input: { email: 'another@plak.example', password: passwordOf('owner') },
    status: 403,
  },
  'auth.confirmEmail': { for: 'anybody', input: { token: 'of nobody' }, status: 400 },
  'auth.deleteAccount': { for: 'signed in', input: { password: passwordOf('leaver') }, spends: 'leaver' },
  'passkeys.mine': { for: 'signed in', input: undefined },
  // At an IP address there are none.
  'passkeys.beginLogin': { for: 'anybody', input: undefined, status: 403 },
  'passkeys.login': { for: 'anybody', input: { passkey: passkeyUse }, status: 403 },
  'passkeys.beginProof': { for: 'signed in', input: undefined, status: 403 },
  'passkeys.beginAdding': { for: 'signed in', input: {}, status: 403 },
  'passkeys.add': { for: 'signed in', input: { name: '', passkey: passkeyMade }, status: 403 },
  'passkeys.remove': { for: 'signed in', input: { id: 1, passkey: passkeyUse }, status: 403 },
  'follows.followers': { for: 'anybody', input: { nickname: 'owner' } },
  'follows.following': { for: 'anybody', input: { nickname: 'owner' } },
  'follows.set': { for: 'signed in', input: { nickname: 'other', following: true } },
  'follows.removeFollower': { for: 'signed in', input: { nickname: 'other' } },
  'follows.requests': { for: 'signed in', input: {} },
  'follows.liveRequests': { for: 'signed in', input: {} },
  'follows.accept': { for: 'signed in', input: { nickname: 'other' } },
  'follows.decline': { for: 'signed in', input: { nickname: 'other' } },
  'people.block': { for: 'signed in', input: { nickname: 'other' } },
  'people.unblock': { for: 'signed in', input: { nickname: 'other' } },
  'people.mute': { for: 'signed in', input: { nickname: 'other', time: 'hour' } },
  'people.unmute': { for: 'signed in', input: { nickname: 'other' } },
  'people.muted': { for: 'signed in', input: undefined },
  'people.blockedAndMuted': { for: 'signed in', input: {} },
  'listenLater.list': { for: 'signed in', input: {} },
  'listenLater.set': { for: 'signed in', input: { ...homogenic, wanted: true } },
  'listenLater.move': {
    for: 'signed in',
    input: { ...homogenic, after: { artist: 'Portishead', album: 'Dummy' } },
    status: 409,
  },
  'listenLater.live': { for: 'signed in', input: {} },
  'logs.live': { for: 'signed in', input: {} },
  'logs.mine': { for: 'signed in', input: homogenic },
  'logs.reviews': { for: 'anybody', input: homogenic },
  'logs.liveReviews': { for: 'anybody', input: homogenic },
  'logs.save': { for: 'signed in', input: { ...homogenic, rating: 8, review: 'Yes.' } },
  'logs.add': {
    for: 'signed in',
    input: { ...homogenic, submission: '0b0a3f0e-5a4d-4a43-8f0b-1b6f7c2d9e11' },
  },
  'logs.listens': { for: 'anybody', input: { ...homogenic, nickname: 'owner' } },
  'logs.ratings': { for: 'signed in', input: homogenic },
  'logs.holdings': { for: 'signed in', input: homogenic },
  'visibility.mine': { for: 'signed in', input: undefined },
  'visibility.setDefault': { for: 'signed in', input: { visibility: 'everyone' } },
  'visibility.setPrivate': { for: 'signed in', input: { isPrivate: false } },
  'visibility.changeOlder': { for: 'signed in', input: { things: 'logs', visibility: 'everyone' } },
  'logs.states': { for: 'signed in', input: { albums: [homogenic] } },
  'logs.stats': { for: 'anybody', input: homogenic },
  'logs.listened': { for: 'anybody', input: { nickname: 'owner' } },
  'logs.diary': { for: 'anybody', input: { nickname: 'owner' } },
  'logs.reviewsBy': { for: 'anybody', input: { nickname: 'owner' } },
  'logs.setListened': { for: 'signed in', input: { ...homogenic, listened: true } },
  'logs.like': { for: 'signed in', input: { id: 2 ** 31 - 1, liked: true }, status: 404 },
  'logs.remove': { for: 'signed in', input: { id: 1 } },
  'tags.list': { for: 'anybody', input: { nickname: 'owner' } },
  'tags.listenings': { for: 'anybody', input: { nickname: 'owner', tag: 'of nobody' }, status: 404 },
  'tags.suggest': { for: 'signed in', input: { query: 'wi' } },
  'tags.renaming': { for: 'signed in', input: { tag: 'of nobody', name: 'winter' }, status: 404 },
  'tags.rename': { for: 'signed in', input: { tag: 'of nobody', name: 'winter' }, status: 404 },
  'favorites.of': { for: 'anybody', input: { nickname: 'owner' } },
  'favorites.set': { for: 'signed in', input: { ...homogenic, favorite: true } },
  'favorites.setTop': { for: 'signed in', input: { albums: [homogenic] } },
  'activity.feed': { for: 'signed in', input: {} },
  'activity.live': { for: 'signed in', input: {} },
  'lists.random': { for: 'anybody', input: undefined },
  'lists.search': { for: 'anybody', input: { query: 'rain' } },
  'lists.get': { for: 'anybody', input: { id: 2 ** 31 - 1 }, status: 404 },
  'lists.albums': { for: 'anybody', input: { id: 2 ** 31 - 1 }, status: 404 },
  'lists.of': { for: 'anybody', input: { nickname: 'nobody' }, status: 404 },
  'lists.progress': { for: 'signed in', input: { id: 2 ** 31 - 1 }, status: 404 },
  'lists.clone': {
    for: 'signed in',
    input: { id: 2 ** 31 - 1, submission: '3d1f6c52-8a0b-4c5e-9a53-6f1d2b7e9c04' },
    status: 404,
  },
  'lists.live': { for: 'anybody', input: { id: 1 } },
  'lists.choose': { for: 'signed in', input: homogenic },
  'lists.draft': { for: 'signed in', input: { id: 2 ** 31 - 1 }, status: 404 },
  'lists.create': {
    for: 'signed in',
    input: { name: 'Rain', albums: [homogenic], submission: '3d1f6c52-8a0b-4c5e-9a53-6f1d2b7e9c04' },
  },
  'lists.save': {
    for: 'signed in',
    input: { id: 2 ** 31 - 1, version: 1, name: 'Rain', albums: [homogenic] },
    status: 404,
  },
  'lists.remove': { for: 'signed in', input: { id: 2 ** 31 - 1 }, status: 404 },
  'lists.mine': { for: 'signed in', input: homogenic },
  'lists.setAlbum': {
    for: 'signed in',
    input: { id: 2 ** 31 - 1, ...homogenic, contained: true },
    status: 404,
  },
  'lists.like': { for: 'signed in', input: { id: 2 ** 31 - 1, liked: true }, status: 404 },
  'comments.list': { for: 'anybody', input: { thread: { review: 2 ** 31 - 1 } }, status: 404 },
  'comments.live': { for: 'anybody', input: { thread: { review: 1 } } },
  'comments.add': {
    for: 'signed in',
    input: {
      thread: { list: 2 ** 31 - 1 },
      text: 'Yes.',
      submission: 'e7a4c1f0-52c6-4f6b-9f5e-0c9d8a7b6c5d',
    },
    status: 404,
  },
  'comments.remove': { for: 'signed in', input: { id: 2 ** 31 - 1 }, status: 404 },
  'comments.like': { for: 'signed in', input: { id: 2 ** 31 - 1, liked: true }, status: 404 },
  'notifications.list': { for: 'signed in', input: {} },
  'notifications.unread': { for: 'signed in', input: undefined },
  'notifications.live': { for: 'signed in', input: {} },
  'notifications.markRead': { for: 'signed in', input: {} },
  'notifications.settings': { for: 'signed in', input: undefined },
  'notifications.set': { for: 'signed in', input: { kind: 'likes', email: true } },
  'notifications.muted': { for: 'signed in', input: { thread: { list: 1 } } },
  'notifications.muteThread': { for: 'signed in', input: { thread: { list: 1 }, muted: false } },
  'notifications.suggest': { for: 'signed in', input: { query: 'own' } },
  'spotify.available': { for: 'anybody', input: undefined },
  'spotify.stats': { for: 'anybody', input: { nickname: 'owner' } },
  'spotify.status': { for: 'signed in', input: undefined },
  'spotify.playlist': { for: 'signed in', input: { id: '37i9dQZF1DX' }, status: 404 },
  'spotify.authorize': { for: 'signed in', input: undefined, status: 404 },
  'spotify.connect': { for: 'signed in', input: { code: 'of nobody', state: 'of nobody' }, status: 404 },
  'spotify.sync': { for: 'signed in', input: undefined, status: 404 },
  'spotify.refresh': { for: 'signed in', input: undefined, status: 404 },
  'spotify.disconnect': { for: 'signed in', input: undefined },
  'spotify.live': { for: 'signed in', input: {} },
  'moderation.report': {
    for: 'signed in',
    input: { thing: { list: 2 ** 31 - 1 }, reason: 'spam' },
    status: 404,
  },
  'moderation.own': { for: 'signed in', input: { thing: { list: 2 ** 31 - 1 } } },
  'moderation.count': { for: 'moderators', input: undefined },
  'moderation.reports': { for: 'moderators', input: {} },
  'moderation.get': { for: 'moderators', input: { id: 2 ** 31 - 1 }, status: 404 },
  'moderation.act': {
    for: 'moderators',
    input: { id: 2 ** 31 - 1, kind: 'warn', reason: 'Spam.', seen: 0 },
    status: 404,
  },
  'moderation.undo': { for: 'moderators', input: { id: 2 ** 31 - 1 }, status: 404 },
  'moderation.audit': { for: 'moderators', input: {} },
  'moderation.live': { for: 'moderators', input: {} },
  'imports.list': { for: 'signed in', input: {} },
  'imports.get': { for: 'signed in', input: { id: 404_404 }, status: 404 },
  'imports.rows': { for: 'signed in', input: { id: 404_404 }, status: 404 },
  'imports.proposals': { for: 'signed in', input: { id: 404_404, row: 1 }, status: 404 },
  'imports.choose': { for: 'signed in', input: { id: 404_404, row: 1, album: homogenic }, status: 404 },
  'imports.confirm': { for: 'signed in', input: { id: 404_404 }, status: 404 },
  'imports.set': { for: 'signed in', input: { id: 404_404, settings: {} }, status: 404 },
  'imports.start': { for: 'signed in', input: { id: 404_404 }, status: 404 },
  'imports.cancel': { for: 'signed in', input: { id: 404_404 }, status: 404 },
  'imports.undo': { for: 'signed in', input: { id: 404_404 }, status: 404 },
  'imports.live': { for: 'signed in', input: {} },
}

let server: TestServer
let harness: Harness
let owner: Person
let moderator: Person
beforeAll(async () => {
  server = await startServer()
  await server.reset()
  harness = makeHarness(server.url)
  owner = await harness.register('owner')
  await harness.register('other')
  moderator = await harness.register('moderator')
  await setRole(server.deps, 'moderator', 'moderator')
  await owner.client.logs.save.mutate({ ...homogenic, review: 'So that pages hold something.' })
})
afterAll(async () => {
  await harness.close()
  await server.close()
})

type Failure = {
  message: string
  data: { code: string; httpStatus: number; id: string | null; fields: Record<string, string> }
}
type Answer = { status: number; text: string; error?: Failure }

async function call(path: string, input: unknown, cookie?: string | null): Promise<Answer> {
  const isQuery = procedures.find(([name]) => name === path)![1]._def.type !== 'mutation'
  const text = input === undefined ? undefined : JSON.stringify(input)
  const query = isQuery && text !== undefined ? `?input=${encodeURIComponent(text)}` : ''
  const response = await fetch(`${server.url}/trpc/${path}${query}`, {
    ...(isQuery ? {} : { method: 'POST', body: text ?? '' }),
    headers: { 'content-type': 'application/json', ...(cookie ? { cookie } : {}) },
  })
  const body = await response.text()
  return { status: response.status, text: body, ...(JSON.parse(body) as Pick<Answer, 'error'>) }
}

/** the most calls that one request may hold */
const BATCH = 10

/** One procedure with several inputs, in one request, as a browser sends what it asks for at once. */
async function callBatch(
  path: string,
  inputs: unknown[],
  cookie: string | null,
): Promise<{ error?: Failure }[]> {
  const response = await fetch(`${server.url}/trpc/${inputs.map(() => path).join(',')}?batch=1`, {
    method: 'POST',
    body: JSON.stringify(Object.assign({}, inputs)),
    headers: { 'content-type': 'application/json', ...(cookie ? { cookie } : {}) },
  })
  return (await response.json()) as { error?: Failure }[]
}

it('the table has a row for every procedure, and none too many', () => {
  expect(Object.keys(table).toSorted()).toEqual(procedures.map(([path]) => path).toSorted())
})

// Subscriptions are called over the WebSocket (tests/*/live*.test.ts); over HTTP nobody gets one.
const subscriptions = procedures.filter(([, { _def }]) => _def.type === 'subscription').map(([path]) => path)
const rows = Object.entries(table).filter(([path]) => !subscriptions.includes(path))

describe.each(rows)('%s', (path, { for: who, input, spends, status = 200 }) => {
  it(`is for ${who}`, async () => {
    const visitor = await call(path, input)
    if (who === 'anybody') expect(visitor.status).toBe(status)
    else if (who === 'moderators') {
      // For everybody else there is no such procedure.
      const member = await call(path, input, owner.cookies.header())
      for (const { status: answered, error } of [visitor, member])
        expect([answered, error!.message]).toEqual([404, `No procedure found on path "${path}"`])
      const judged = await call(path, input, moderator.cookies.header())
      expect([judged.status, judged.error?.data.id ?? null]).toEqual([
        status,
        status === 200 ? null : 'moderation.notFound',
      ])
    } else {
      const { code, id } = visitor.error!.data
      expect([visitor.status, code, id]).toEqual([
        401,
        'UNAUTHORIZED',
        expect.stringMatching(/^(auth|logs)\./),
      ])
    }
    const caller = spends ? await harness.register(spends) : owner
    if (who === 'signed in') expect((await call(path, input, caller.cookies.header())).status).toBe(status)
  })
  it('tells nobody’s e-mail, hash or internal id', async () => {
    const other = await harness.login({ nickname: 'other', email: '', password: 'other has a record player' })
    const { text } = await call(path, input, other.cookies.header())
    // One's own address is one's own.
    expect(text.replaceAll('other@plak.example', '')).not.toMatch(
      /@plak\.example|argon2|passwordHash|userId|tokenHash/,
    )
  })
})

const junk: unknown[] = [
  null,
  0,
  -1,
  1e308,
  '',
  'text',
  [],
  [[]],
  {},
  true,
  { query: 5 },
  { query: '' },
  { query: 'x'.repeat(3_000) },
  { query: 'a', page: 0 },
  { query: 'a', page: 1e9 },
  { query: 'a', page: 'two' },
  { artist: null, album: null },
  { artist: ['a'], album: {} },
  { artist: '\u0000', album: '\uD800' },
  { artist: 'x'.repeat(3_000), album: 'y' },
  { nickname: '%' },
  { nickname: '__proto__' },
  { nickname: 'x'.repeat(5_000) },
  { nickname: "' OR 1=1 --" },
  { nickname: 'çağla' },
  { nickname: 5, following: 'yes' },
  { id: 0 },
  { id: -5 },
  { id: 2 ** 31 },
  { id: 1.5 },
  { id: '1' },
  { id: Number.MAX_SAFE_INTEGER },
  { cursor: '\u0000' },
  { cursor: 5 },
  { cursor: 'x'.repeat(1_000) },
  { lastEventId: {} },
  { ...homogenic, rating: null },
  { ...homogenic, rating: Number.MAX_VALUE },
  { ...homogenic, date: '0000-00-00' },
  { ...homogenic, date: '+275760-09-13' },
  { ...homogenic, review: { toString: 'x' } },
  { ...homogenic, favorite: 'false' },
  { ...homogenic, cursor: '9999999999.zz' },
  { username: {}, email: [], password: 1 },
  { identifier: '\u0000@', password: '\u0000' },
  { identifier: 'a@', password: 'x'.repeat(200) },
  { id: 1, liked: 'yes' },
  { id: 1, ...homogenic, contained: 1 },
  { name: 'x', albums: [[]] },
  { name: 'x', albums: [1], submission: '1' },
  { id: 1, version: 0, name: 'x', albums: [homogenic] },
  { name: '\uD800', description: '\u0000', albums: [{}] },
  { id: 1, cursor: '999999' },
  { thread: {} },
  { thread: { list: 1, review: 1 } },
  { thread: { list: '1' } },
  { thread: { review: 1 }, cursor: 'zzzzzzzzz.zzzzzzz' },
  { thread: { list: 1 }, text: '\uD800', submission: 'x' },
  { id: 1, liked: 'yes' },
  { __proto__: { polluted: true } },
  { constructor: { prototype: {} } },
]

describe('bad input of any kind', () => {
  it.each(rows.map(([path]) => path))('to %s is a typed answer, never a failure of ours', async (path) => {
    const caller = table[path]!.for === 'moderators' ? moderator : owner
    const cookie = path.startsWith('auth.') ? null : caller.cookies.header()
    for (let from = 0; from < junk.length; from += BATCH) {
      const inputs = junk.slice(from, from + BATCH)
      const answers = await callBatch(path, inputs, cookie)
      expect(answers).toHaveLength(inputs.length)
      for (const [index, answer] of answers.entries()) {
        const text = JSON.stringify(answer)
        const said = `${path} ${JSON.stringify(inputs[index]).slice(0, 80)} → ${text.slice(0, 200)}`
        expect(answer.error?.data.httpStatus ?? 200, said).toBeLessThan(500)
        if (answer.error) {
          expect(answer.error.data.fields, said).toBeTypeOf('object')
          expect(answer.error.data.id, said).toMatch(/^\w+(\.\w+)*$/)
        }
        expect(text, said).not.toMatch(/prisma|SELECT |node_modules|\/server\/|at \w+ \(/i)
      }
    }
  })
})
