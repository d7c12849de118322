import { TRPCClientError } from '@trpc/client'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Language } from '../../shared/preferences.ts'
import { makeHarness, type Harness, type Visitor } from '../harness/client.ts'
import { refusal } from '../support/refusal.ts'
import { startServer, type TestServer } from '../support/server.ts'

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

/** Chooses a language like the page: with a cookie. */
function speaking<Who extends Visitor>(language: Language | 'klingon', who: Who): Who {
  who.cookies.take(new Headers({ 'set-cookie': `plak_language=${language}; path=/` }))
  return who
}

const account = { username: 'deniz', email: 'deniz2@plak.example', password: 'a long playing record' }

describe('an error is in the language of its reader', () => {
  it.each([
    ['default', 'This username is already in use', 'List not found'],
    ['en', 'This username is already in use', 'List not found'],
    ['tr', 'Bu kullanıcı adı alınmış', 'Liste bulunamadı'],
    ['klingon', 'This username is already in use', 'List not found'],
  ] as const)('%s, call by call of one batch', async (language, taken, missing) => {
    await harness.register('deniz')
    const { client } = speaking(language, harness.visitor())
    const [register, list] = await Promise.all([
      refusal(client.auth.register.mutate(account)),
      refusal(client.lists.get.query({ id: 999_999 })),
    ])
    expect(register).toEqual({ code: 'CONFLICT', message: taken, fields: { username: taken } })
    expect(list).toMatchObject({ code: 'NOT_FOUND', message: missing })
  })

  it.each([
    ['default', 'Login required'],
    ['tr', 'Önce giriş yapmalısın'],
  ] as const)('%s, over a WebSocket', async (language, message) => {
    const { client } = speaking(language, harness.visitor())
    const onError = vi.fn<(error: unknown) => void>()
    const subscription = client.activity.live.subscribe({}, { onError })
    await vi.waitFor(() => expect(onError).toHaveBeenCalled())
    subscription.unsubscribe()
    expect(onError.mock.calls[0]![0]).toBeInstanceOf(TRPCClientError)
    expect(onError.mock.calls[0]![0]).toMatchObject({ message })
  })

  it('outside of procedures, too', async () => {
    const download = await fetch(`${server.url}/account/export.zip`, {
      headers: { cookie: 'plak_language=tr' },
    })
    expect(download.status).toBe(401)
    expect(await download.json()).toEqual({ error: 'Önce giriş yapmalısın', id: 'auth.loginRequired' })
  })
})

it('a schema of the server speaks the default: the browser has asked its own before', async () => {
  const { client } = speaking('tr', harness.visitor())
  const { fields } = await refusal(client.auth.register.mutate({ ...account, username: 'x' }))
  expect(fields).toEqual({ username: 'Username must be at least 3 characters long' })
})

it('a device is named in the language of its owner', async () => {
  const { client } = speaking('tr', await harness.register('deniz'))
  expect((await client.auth.sessions.query()).map(({ device }) => device)).toEqual(['Komut satırı'])
})
