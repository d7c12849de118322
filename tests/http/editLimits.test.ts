import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { edits, keyOf, newMentions, renames, switches, uploadedBytes } from '../../server/core/limits.ts'
import type { LimitRule } from '../../server/lib/rateLimit.ts'
import { turkishTexts } from '../../shared/texts/turkish.ts'
import { makeHarness, type Harness, type Person } from '../harness/client.ts'
import { send, table } from '../imports/world.ts'
import { plantAlbums } from '../lists/albums.ts'
import { refusal } from '../support/refusal.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let harness: Harness
let ayse: Person
let fatma: Person
let key: string
beforeAll(async () => {
  server = await startServer({ settings: { LIMITS_FACTOR: '1' } })
  harness = makeHarness(server.url)
})
afterAll(async () => {
  await harness.close()
  await server.close()
})
beforeEach(async () => {
  await server.reset()
  await plantAlbums(server.deps, 3)
  ;[ayse, fatma] = [await harness.register('ayse'), await harness.register('fatma')]
  key = keyOf(await server.deps.db.user.findUniqueOrThrow({ where: { nickname: 'ayse' } }))
})

/** Uses up ayse's limit, except for `left` points. */
const useUp = (rule: LimitRule, left = 0) => server.deps.limit(rule).count(key, rule.points - left)
const album = (n: number) => ({ artist: 'Artist', album: `Planted ${n}` })
const events = () => server.deps.db.event.count()

describe('edits that nobody makes by hand are limited', () => {
  it('600 an hour of listenings, lists and the profile together; an edit that changes nothing does not count', async () => {
    const log = await ayse.client.logs.save.mutate({ ...album(0), review: 'Strings.' })
    const list = await ayse.client.lists.create.mutate({
      name: 'Night',
      albums: [album(0)],
      submission: randomUUID(),
    })
    const save = (review: string) => ayse.client.logs.save.mutate({ ...album(0), id: log.id, review })
    const saveList = (version: number, name: string) =>
      ayse.client.lists.save.mutate({ ...list, version, name, albums: [album(0)] })
    const setAlbum = (contained: boolean) =>
      ayse.client.lists.setAlbum.mutate({ ...list, ...album(1), contained })
    await useUp(edits[0]!, 3)
    await save('Strings, and voices.')
    await save('Strings, and voices.')
    await saveList(1, 'Day')
    await saveList(2, 'Day')
    await setAlbum(true)
    await setAlbum(true)
    const before = await events()
    for (const call of [
      save('Voices.'),
      ayse.client.logs.save.mutate({ ...album(0), favorite: true }),
      saveList(3, 'Morning'),
      setAlbum(false),
      ayse.client.users.update.mutate({ bio: 'Me.' }),
    ])
      expect(await refusal(call)).toMatchObject({
        code: 'TOO_MANY_REQUESTS',
        message: 'Too many changes, try again in 60 minutes',
      })
    expect(await events()).toBe(before)
    expect(await server.deps.db.listRevision.count()).toBe(2)
    // Creating has limits of its own, and deleting is never refused.
    await ayse.client.logs.save.mutate(album(2))
    await ayse.client.logs.remove.mutate({ id: log.id })
    await ayse.client.lists.remove.mutate(list)
  })

  it('an edit that is refused or fails counts for nothing', async () => {
    const list = await ayse.client.lists.create.mutate({
      name: 'Night',
      albums: [album(0)],
      submission: randomUUID(),
    })
    await useUp(edits[0]!, 1)
    const save = (version: number, name: string) =>
      ayse.client.lists.save.mutate({ ...list, version, name, albums: [album(0)] })
    await useUp(renames[0]!)
    expect((await refusal(ayse.client.users.update.mutate({ nickname: 'meral' }))).message).toBe(
      'Too many username changes, try again in 24 hours',
    )
    await save(1, 'Day')
    expect((await refusal(save(2, 'Morning'))).code).toBe('TOO_MANY_REQUESTS')
  })

  it('twenty renames a day, at the field of the name', async () => {
    await useUp(renames[0]!, 1)
    await ayse.client.users.update.mutate({ nickname: 'meral' })
    await ayse.client.users.update.mutate({ nickname: 'meral', bio: 'Me.' })
    const answer = await fetch(`${server.url}/trpc/users.update`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        cookie: `${ayse.cookies.header()}; plak_language=tr`,
      },
      body: JSON.stringify({ nickname: 'ayse' }),
    })
    expect(answer.status).toBe(429)
    const { error } = (await answer.json()) as { error: { data: { id: string; fields: object } } }
    expect(error.data).toMatchObject({
      id: 'limits.renames',
      fields: { nickname: turkishTexts.limits.renames(24 * 3_600) },
    })
  })

  it('200 new mentions a day over all texts; those that a text already had do not count', async () => {
    await harness.register('meral')
    const { id: review } = await fatma.client.logs.save.mutate({ ...album(0), review: 'Strings.' })
    const comment = (text: string) =>
      ayse.client.comments.add.mutate({ thread: { review }, text, submission: randomUUID() })
    const save = (text: string) => ayse.client.logs.save.mutate({ ...album(1), review: text })
    await useUp(newMentions[0]!, 3)
    await comment('@fatma, so true.')
    await save('@fatma was right.')
    expect(await refusal(comment('@fatma and @meral!'))).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message: 'Too many mentions, try again in 24 hours',
    })
    // The refused comment used none.
    await save('@fatma and @meral were right.')
    expect((await refusal(comment('@fatma!'))).message).toMatch(/^Too many mentions/)
    await save('@fatma and @meral were so right.')
    await comment('Nobody is named here, nor is @nobody.')
    expect(await server.deps.db.comment.count()).toBe(2)
  })
})

it('hearts, Listen later, blocks, mutes and settings are a change a second together', async () => {
  const heart = (favorite: boolean) => ayse.client.favorites.set.mutate({ ...album(0), favorite })
  await useUp(switches, 2)
  await heart(true)
  await heart(false)
  for (const call of [
    heart(true),
    ayse.client.listenLater.set.mutate({ ...album(0), wanted: true }),
    ayse.client.people.block.mutate({ nickname: 'fatma' }),
    ayse.client.people.mute.mutate({ nickname: 'fatma', time: 'hour' }),
    ayse.client.visibility.setPrivate.mutate({ isPrivate: true }),
  ])
    expect((await refusal(call)).message).toBe('Too many changes, try again in 60 minutes')
  await ayse.client.people.unblock.mutate({ nickname: 'fatma' })
})

it('a person uploads a gigabyte a day, and is told before a file arrives; what fails is none', async () => {
  const bytes = Buffer.byteLength(table)
  await useUp(uploadedBytes, bytes + 1)
  const first = await send(server.url, ayse, table)
  expect(first.status).toBe(200)
  // Only one import at a time: it is refused, and its body is not read.
  expect((await send(server.url, ayse, 'x')).status).toBe(409)
  await ayse.client.imports.cancel.mutate({ id: first.body.id })
  expect(await send(server.url, ayse, table)).toEqual({
    status: 429,
    body: {
      error: 'Your files are too large for one day, try again in 24 hours',
      id: 'limits.uploadedBytes',
    },
  })
  const chunked = await fetch(`${server.url}/account/import`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', cookie: ayse.cookies.header() },
    body: new Blob([table]).stream(),
    duplex: 'half',
  } as RequestInit)
  expect(chunked.status).toBe(429)
  expect(await server.deps.db.import.count()).toBe(1)
})
