import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as limits from '../../server/core/limits.ts'
import type { LimitRule } from '../../server/lib/rateLimit.ts'
import { appRouter } from '../../server/router.ts'
import { makeHarness, type Harness, type Person } from '../harness/client.ts'
import { plantAlbums } from '../lists/albums.ts'
import { startServer, type TestServer } from '../support/server.ts'

// Every mutation has a limit, or a reason why it needs none, so that no account can fill the disk.

const mutations = Object.entries(
  appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>,
)
  .filter(([, { _def }]) => _def.type === 'mutation')
  .map(([path]) => path)

const undoing = 'undoes something that is limited'
const moderating = 'moderators are few and trusted, and each decision is a line of the trail'
const administering = 'administrators are few and trusted, and each act is a line of the trail'
const proof = 'needs a password, of which an account has two checked at a time: tests/auth/throttle.test.ts'
const passkey = 'needs a passkey, of which an account has few: tests/passkeys/managing.test.ts'
const spotify = 'asks Spotify, which is limited: tests/spotify/sync.test.ts'

const unlimited: Record<string, string> = {
  'auth.login': 'wrong passwords are counted: tests/auth/throttle.test.ts',
  'auth.forgotPassword': 'links are counted: tests/auth/forgotPassword.test.ts',
  'auth.resetPassword': 'needs the token of a link, once',
  'auth.confirmEmail': 'needs the token of a link, once',
  'auth.readEmailLink': 'writes nothing: a mutation keeps the token of a link out of addresses and logs',
  'auth.sendConfirmation': 'links are counted: tests/account/email.test.ts',
  'auth.changeEmail': 'links are counted: tests/account/email.test.ts',
  'auth.changePassword': proof,
  'auth.deleteAccount': proof,
  'auth.logout': undoing,
  'auth.endSession': undoing,
  'auth.endOtherSessions': undoing,
  'passkeys.beginLogin': 'counted by network: tests/passkeys/passkeys.test.ts',
  'passkeys.login': passkey,
  'passkeys.beginProof': 'counted by person: tests/passkeys/managing.test.ts',
  'passkeys.beginAdding': 'counted by person: tests/passkeys/managing.test.ts',
  'passkeys.add': passkey,
  'passkeys.remove': undoing,
  'tokens.revoke': undoing,
  'push.remove': undoing,
  'follows.removeFollower': undoing,
  'follows.accept': 'answers a request, which is limited',
  'follows.decline': 'answers a request, which is limited',
  'people.unblock': undoing,
  'people.unmute': undoing,
  'logs.remove': undoing,
  'albums.remove': undoing,
  'users.removePicture': undoing,
  'lists.remove': undoing,
  'comments.remove': undoing,
  'lists.choose': 'writes an album once for everybody; look-ups are counted: tests/catalog/budget.test.ts',
  'notifications.markRead': 'writes nothing but the place of the newest notification',
  'moderation.act': moderating,
  'moderation.merge': moderating,
  'moderation.undo': moderating,
  'admin.setRole': administering,
  'admin.disable': administering,
  'admin.enable': administering,
  'admin.resetLink': administering,
  'admin.setEmail': administering,
  'admin.signOut': administering,
  'admin.delete': administering,
  'admin.invite': administering,
  'admin.revokeInvitation': administering,
  'admin.backUp': administering,
  'admin.checkBackup': administering,
  'admin.downloadBackup': administering,
  'admin.announce': administering,
  'setup.createAccount': 'needs the token of a link, once',
  'setup.finish': administering,
  'admin.saveSettings': administering,
  'admin.testMail': administering,
  'imports.cancel': undoing,
  'imports.undo': undoing,
  'scrobbling.pullNow': 'once a minute: tests/plays/pulls.test.ts',
  'plays.remove': undoing,
  'plays.removeAll': undoing,
  'spotify.authorize': spotify,
  'spotify.connect': spotify,
  'spotify.sync': spotify,
  'spotify.refresh': spotify,
  'spotify.disconnect': undoing,
}

let server: TestServer
let harness: Harness
let ayse: Person
let limited: Record<string, unknown>
beforeAll(async () => {
  server = await startServer({ settings: { LIMITS_FACTOR: '1' } })
  await server.reset()
  await plantAlbums(server.deps, 2)
  harness = makeHarness(server.url)
  ayse = await harness.register('ayse')
  const fatma = await harness.register('fatma')
  const [old, fresh] = [0, 1].map((n) => ({ artist: 'Artist', album: `Planted ${n}` }))
  const listOf = (person: Person) =>
    person.client.lists.create.mutate({ name: 'Night', albums: [old!], submission: randomUUID() })
  const own = await listOf(ayse)
  const list = await listOf(fatma)
  await ayse.client.logs.save.mutate({ ...old!, tags: ['winter'] })
  const { id: review } = await fatma.client.logs.save.mutate({ ...old!, review: 'Strings.' })
  const thread = { review }
  const submission = randomUUID()
  const { comment } = await fatma.client.comments.add.mutate({ thread, text: 'Mine.', submission })
  const nickname = 'fatma'
  await ayse.client.albums.add.mutate({ artist: 'Kökler', title: 'Su', submission: randomUUID() })
  limited = {
    'auth.register': { username: 'meral', email: 'meral@plak.example', password: 'a stylus and a groove' },
    'users.update': { bio: 'Me.' },
    'users.welcome': undefined,
    'tokens.create': { name: 'Script', scopes: ['read'], expires: 'never', password: ayse.password },
    'albums.add': { artist: 'Kökler', title: 'Toprak', submission },
    'albums.edit': { album: { artist: 'Kökler', album: 'Su' }, title: 'Toprak' },
    'follows.set': { nickname, following: true },
    'people.block': { nickname },
    'people.mute': { nickname, time: 'hour' },
    'listenLater.set': { ...fresh, wanted: true },
    'listenLater.move': { ...fresh, after: null },
    'logs.save': { ...old, rating: 8 },
    'logs.add': { ...old, submission },
    'logs.setListened': { ...fresh, listened: true },
    'logs.like': { id: review, liked: true },
    'tags.rename': { tag: 'winter', name: 'snow' },
    'favorites.set': { ...old, favorite: true },
    'favorites.setTop': { albums: [old] },
    'favorites.pick': { albums: [old] },
    'lists.create': { name: 'Day', albums: [old], submission },
    'lists.save': { ...own, version: 1, name: 'Day', albums: [old] },
    'lists.clone': { ...list, submission },
    'lists.setAlbum': { ...own, ...fresh, contained: true },
    'lists.like': { ...list, liked: true },
    'comments.add': { thread, text: 'So true.', submission },
    'comments.like': { id: comment.id, liked: true },
    'visibility.setDefault': { visibility: 'me' },
    'visibility.setPrivate': { isPrivate: true },
    'visibility.setSuggestions': { suggestMe: false },
    'visibility.changeOlder': { things: 'logs', visibility: 'me' },
    'plays.dismissPrompt': { id: 1 },
    'scrobbling.turnOn': undefined,
    'scrobbling.turnOff': undefined,
    'scrobbling.set': { plays: 'followers' },
    'push.add': {
      endpoint: 'https://fcm.googleapis.com/send/1',
      keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) },
    },
    'notifications.set': { kind: 'likes', email: true },
    'notifications.muteThread': { thread, muted: true },
    'moderation.report': { thing: list && { list: list.id }, reason: 'spam' },
    'imports.choose': { id: 1, row: 1, album: old },
    'imports.confirm': { id: 1 },
    'imports.set': { id: 1, settings: {} },
    'imports.start': { id: 1 },
  }
  const { id } = await server.deps.db.user.findUniqueOrThrow({ where: { nickname: 'ayse' } })
  const rules = (Object.values(limits).flat() as Partial<LimitRule>[]).filter(
    (rule): rule is LimitRule => rule.points !== undefined,
  )
  expect(rules.length).toBeGreaterThan(20)
  for (const rule of rules)
    for (const key of [limits.keyOf({ id }), '127.0.0.1'])
      await server.deps.limit(rule).count(key, rule.points)
})
afterAll(async () => {
  await harness.close()
  await server.close()
})

it('every mutation is in one of the two tables', () => {
  expect([...Object.keys(limited), ...Object.keys(unlimited)].toSorted()).toEqual(mutations.toSorted())
})

describe('somebody who has used up every limit is refused by', () => {
  it.each(mutations.filter((path) => !(path in unlimited)))('%s', async (path) => {
    const answer = await fetch(`${server.url}/trpc/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: ayse.cookies.header() },
      body: JSON.stringify(limited[path]),
    })
    expect([answer.status, await answer.json()]).toMatchObject([
      429,
      { error: { data: { code: 'TOO_MANY_REQUESTS' } } },
    ])
  })
})
