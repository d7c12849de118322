import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { appRouter } from '../../server/router.ts'
import type { ActivityEvent } from '../../shared/events.ts'
import type { ImportView } from '../../shared/imports.ts'
import { texts } from '../../shared/texts.ts'
import { runCommand } from '../harness/command.ts'
import { makeProxy } from '../harness/proxy.ts'
import { unzipped } from '../support/download.ts'
import { runProduct } from '../support/runProduct.ts'
import { settled } from '../support/settled.ts'
import { fakeTerminal } from '../support/terminal.ts'

// Real albums of the demo's catalogue.
const kidA = { artist: 'Radiohead', album: 'Kid A' }
const blue = { artist: 'Joni Mitchell', album: 'Blue' }
const kindOfBlue = { artist: 'Miles Davis', album: 'Kind of Blue' }

const password = 'a long and odd one'

const plak = runProduct()
const folders: string[] = []

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

/**
 * A terminal with a home folder of its own: `call(...args)` runs the command. It runs in this process, because a separate one
 * takes seconds to start (callProcess.torture.test.ts tests what only a process has).
 */
function atTerminal() {
  const home = mkdtempSync(join(tmpdir(), 'plak-call-'))
  folders.push(home)
  const env = { XDG_CONFIG_HOME: home, PUBLIC_URL: plak.server.url }
  function run(input: string, args: string[]) {
    const { streams, written, outcome } = fakeTerminal(input)
    return { written, ended: outcome(runCommand({ args, env, onInterrupt: () => {}, ...streams })) }
  }
  return {
    call: (...args: string[]) => run('', args).ended,
    /** the same with text on standard input */
    callWith: (input: string, ...args: string[]) => run(input, args).ended,
    /** the same, with access to the output so far */
    begin: (...args: string[]) => run('', args),
    sessionFile: join(home, 'plak', 'session.json'),
  }
}

const registering = (name: string, secret = password) => [
  'auth.register',
  '--username',
  name,
  '--email',
  `${name}@plak.example`,
  '--password',
  secret,
]

const failure = (code: number, line: string | RegExp) => ({
  code,
  stdout: '',
  stderr: typeof line === 'string' ? `${line}\n` : expect.stringMatching(line),
})
/** Matches exactly one line, which excludes a stack. */
const oneLine = (text: string) => new RegExp(`^${text}\\n$`)

describe('a session', () => {
  test('is remembered from registering to logging out, for the person alone', async () => {
    const { call, sessionFile } = atTerminal()
    const answer = await call(...registering('Ayla'))
    expect(answer).toEqual({ code: 0, stdout: '{"nickname":"ayla","avatar":null,"bio":null}\n', stderr: '' })
    expect(statSync(sessionFile).mode & 0o777).toBe(0o600)
    expect((await call('auth.me')).stdout).toContain('"nickname":"ayla"')

    expect(await call('auth.logout')).toEqual({ code: 0, stdout: 'null\n', stderr: '' })
    expect((await call('auth.me')).stdout).toBe('null\n')
    expect(JSON.parse(readFileSync(sessionFile, 'utf8'))).toEqual({})

    expect((await call('auth.login', '--identifier', 'ayla', '--password', password)).code).toBe(0)
    expect((await call('auth.me')).stdout).toContain('"nickname":"ayla"')
  })

  test('belongs to one server; a spoilt file means no session', async () => {
    const { call, sessionFile } = atTerminal()
    await call(...registering('bora'))
    const elsewhere = plak.server.url.replace('127.0.0.1', 'localhost')
    expect((await call('--url', elsewhere, 'auth.me')).stdout).toBe('null\n')
    expect((await call('auth.me', '--url', `${plak.server.url}/activity`)).stdout).toContain('bora')
    writeFileSync(sessionFile, '{"half')
    expect(await call('auth.me')).toEqual({ code: 0, stdout: 'null\n', stderr: '' })
  })
})

test('the data of who is logged in are downloaded, and of nobody else', async () => {
  const { call } = atTerminal()
  const folder = mkdtempSync(join(tmpdir(), 'plak-export-'))
  folders.push(folder)
  expect(await call('--export', folder)).toEqual(failure(3, 'Login required'))
  await call(...registering('packer'))
  await call('logs.save', JSON.stringify({ ...kidA, rating: 9 }))
  const { code, stdout } = await call('--export', folder)
  expect([code, stdout]).toEqual([0, expect.stringMatching(/\/plak-packer-\d{4}-\d\d-\d\d\.zip\n$/)])
  expect((await unzipped(readFileSync(stdout.trim()))).get('plak.json')).toContain('"nickname":"packer"')
  expect(readdirSync(folder)).toHaveLength(1)
  const named = join(folder, 'mine.zip')
  expect(await call('--export', named)).toMatchObject({ code: 0, stdout: `${named}\n` })
  expect(await call('--export', named, 'auth.me')).toEqual(failure(2, /Either a download or a procedure/))
  expect((await call('--export', named, '--url', 'http://127.0.0.1:1')).code).toBe(5)

  // And imported again.
  expect(await call('--import', join(folder, 'nowhere.zip'))).toEqual(failure(2, /no file that can be read/))
  const { id } = JSON.parse((await call('--import', named)).stdout) as { id: number }
  await vi.waitFor(async () => {
    const seen = JSON.parse((await call('imports.get', '--id', String(id))).stdout) as ImportView
    expect(seen).toMatchObject({ state: 'preview', fileName: 'mine.zip', counts: { here: 1 } })
  })
  await call('auth.logout')
  expect(await call('--import', named)).toEqual(failure(3, 'Login required'))
})

describe('the input', () => {
  test('comes by flags of the right types, by JSON, by standard input, or by both', async () => {
    const { call, callWith } = atTerminal()
    // '123456' would be invalid as a number, but is refused as a weak password: it stayed a string.
    const weak = await call(...registering('ceren', '123456'))
    expect(weak).toEqual(failure(2, `password: ${texts.auth.passwordWeak}`))
    const who = { username: 'ceren', email: 'ceren@plak.example', password: '314159265' }
    const again = ['--confirm-password', who.password]
    const answer = await callWith(JSON.stringify(who), 'auth.register', '-', ...again)
    expect(answer.code).toBe(0)

    const flags = ['--artist', kidA.artist, `--album=${kidA.album}`, '--rating', '8', '--date', '2026-01-02']
    expect((await call('logs.save', ...flags, '--favorite')).code).toBe(0)
    const { client } = await plak.harness.login({
      nickname: 'ceren',
      email: who.email,
      password: who.password,
    })
    const mine = () => client.logs.mine.query(kidA)
    expect(await mine()).toMatchObject({ favorite: true, log: { rating: 8, date: '2026-01-02' } })

    expect((await call('logs.save', JSON.stringify({ ...kidA, rating: 9 }), '--no-favorite')).code).toBe(0)
    expect(await mine()).toMatchObject({ favorite: false, log: { rating: 9, date: '2026-01-02' } })

    const [first, second] = ['OK Computer', 'Kid A'].map((album) => [
      '--artist',
      kidA.artist,
      '--album',
      album,
    ])
    for (const album of [first!, second!])
      expect((await call('listenLater.set', ...album, '--wanted')).code).toBe(0)
    const before = ['--before.artist', kidA.artist, '--before.album', 'OK Computer']
    expect((await call('listenLater.move', ...second!, ...before)).code).toBe(0)
    const { items } = await client.listenLater.list.query({})
    expect(items.map(({ album }) => album.name)).toEqual(['Kid A', 'OK Computer'])
  })

  test('that cannot be understood is told in one line', async () => {
    const { call } = atTerminal()
    const unknown = await call('logs.save', '--stars', '5')
    expect(unknown).toEqual(failure(2, oneLine('--stars is no option of logs.save, which takes .*')))
    const half = await call('logs.save', '{"artist": \n')
    expect(half).toEqual(failure(2, oneLine('The input is no valid JSON: .*')))
    const nowhere = await call('auth.me', '--url', 'localhost:1')
    expect(nowhere).toEqual(failure(2, oneLine("'localhost:1' is no address .*")))
  })

  test('that the server refuses is told by its field', async () => {
    const { call } = atTerminal()
    const letters = await call(...registering('a-b'))
    expect(letters).toEqual(failure(2, `username: ${texts.auth.nicknameLetters}`))
    const missing = await call('auth.login', '--identifier', 'nobody')
    expect(missing).toEqual(failure(2, oneLine('password: .*')))
  })
})

describe('what goes wrong', () => {
  test('has an exit code of its own', async () => {
    const { call } = atTerminal()
    expect(await call('activity.feed')).toEqual(failure(3, texts.auth.loginRequired))
    expect(await call('activity.live')).toEqual(failure(3, texts.auth.loginRequired))
    const person = await call('users.profile', '--nickname', 'nobody_at_all')
    expect(person).toEqual(failure(4, oneLine(`.*${texts.users.notFound}`)))
    const album = await call('catalog.album', '--artist', 'Nobody', '--album', 'At All')
    expect(album).toEqual(failure(4, oneLine(`.*${texts.catalog.albumNotFound}`)))
  })

  test.each(['auth.me', 'activity.live'])('is nobody to call: %s', async (name) => {
    const { url, close } = await makeProxy(plak.server.url)
    await close()
    const { call } = atTerminal()
    expect(await call(name, '--url', url)).toEqual(failure(5, `${url} cannot be reached (ECONNREFUSED)`))
  })
})

describe('a subscription', () => {
  test('prints what another person causes, across a lost connection without a loss or a double', async () => {
    const { call, begin } = atTerminal()
    const author = await plak.harness.register('deniz')
    const { url, cut, open, close } = await makeProxy(plak.server.url)
    await call(...registering('emre'), '--url', url)
    await call('follows.set', '--url', url, '--nickname', 'deniz', '--following')
    await settled(plak.server.deps)
    const { live } = JSON.parse((await call('activity.feed', '--url', url)).stdout) as { live: string }

    const { written, ended } = begin('activity.live', '--url', url, '--last-event-id', live, '--count', '3')
    await author.client.logs.save.mutate({ ...kidA, rating: 7 })
    await vi.waitFor(() => expect(written.stdout).not.toBe(''))
    cut()
    await author.client.logs.save.mutate(blue)
    open()
    await author.client.logs.save.mutate(kindOfBlue)

    const { code, stdout, stderr } = await ended
    const lines = stdout.trim().split('\n')
    const events = lines.map((line) => JSON.parse(line) as { id: string; data: ActivityEvent })
    const albums = events.map(({ data }) => data.type === 'log.saved' && data.entry.album.name)
    expect({ code, albums }).toEqual({ code: 0, albums: [kidA.album, blue.album, kindOfBlue.album] })
    expect(events[0]!.data).toMatchObject({ entry: { user: { nickname: 'deniz' }, rating: 7 } })
    expect(stderr).toMatch(/^The connection is lost.*\nThe connection is back\n$/)

    // From a given event on: only later events.
    const rest = await call('activity.live', '--url', url, '--last-event-id', events[1]!.id, '--count', '1')
    expect(JSON.parse(rest.stdout)).toEqual(events[2])
    await close()
  })
})

describe('the procedures', () => {
  test('are listed, every one of the router with its kind', async () => {
    const { code, stdout } = await atTerminal().call()
    const row = /^(\w+\.\w+) +(query|mutation|subscription)(?: |$)/
    const rows = stdout.split('\n').flatMap((line) => row.exec(line)?.slice(1).join(' ') ?? [])
    const all = appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>
    const expected = Object.entries(all).map(([name, { _def }]) => `${name} ${_def.type}`)
    expect({ code, rows }).toEqual({ code: 0, rows: expected })
    expect(rows).toContain('activity.live subscription')
    expect(stdout).toMatch(/logs\.save +mutation +artist: string, album: string, rating\?: number,/)
  })

  test('explain their input', async () => {
    const { code, stdout } = await atTerminal().call('logs.save', '--help')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ type: 'object', required: ['artist', 'album'] })
  })
})
