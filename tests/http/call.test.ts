import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, connect, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ActivityEvent } from '../../shared/events.ts'
import { messages } from '../../shared/messages.ts'
import { appRouter } from '../../server/router.ts'
import { makeHarness, type Harness } from '../harness/client.ts'
import { startServer, type TestServer } from '../support/server.ts'

// Real albums of the demo's catalogue.
const kidA = { artist: 'Radiohead', album: 'Kid A' }
const blue = { artist: 'Joni Mitchell', album: 'Blue' }
const kindOfBlue = { artist: 'Miles Davis', album: 'Kind of Blue' }

const program = join(import.meta.dirname, '..', 'harness', 'call.ts')
const password = 'a long and odd one'

let server: TestServer
let harness: Harness
const folders: string[] = []

beforeAll(async () => {
  server = await startServer()
  harness = makeHarness(server.url)
})
afterAll(async () => {
  await harness?.close()
  await server?.close()
  for (const folder of folders) rmSync(folder, { recursive: true })
})

/** Somebody at a terminal, with a home of his own: `call(...args)` runs the command there. */
function atTerminal() {
  const home = mkdtempSync(join(tmpdir(), 'plak-call-'))
  folders.push(home)
  const env = { ...process.env, HOME: home, XDG_CONFIG_HOME: '', PUBLIC_URL: server.url }
  const start = (...args: string[]) => spawn(process.execPath, ['--import', 'tsx', program, ...args], { env })
  const call = (...args: string[]) => finished(start(...args))
  return {
    call,
    start,
    /** the same with something on standard input */
    callWith: (input: string, ...args: string[]) => {
      const child = start(...args)
      child.stdin.end(input)
      return finished(child)
    },
    sessionFile: join(home, '.config', 'plak', 'session.json'),
  }
}

async function finished(child: ReturnType<ReturnType<typeof atTerminal>['start']>) {
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, stdout, stderr }
}

const failure = (code: number, line: string | RegExp) => ({
  code,
  stdout: '',
  stderr: typeof line === 'string' ? `${line}\n` : expect.stringMatching(line),
})
/** Exactly one line, and not of a stack. */
const oneLine = (text: string) => new RegExp(`^${text}\\n$`)

describe('a session', () => {
  test('is remembered from registering to logging out, for the person alone', async () => {
    const { call, sessionFile } = atTerminal()
    const answer = await call('auth.register', '--username', 'Ayla', '--email', 'ayla@plak.example', '--password', password)
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
    await call('auth.register', '--username', 'bora', '--email', 'bora@plak.example', '--password', password)
    const elsewhere = server.url.replace('127.0.0.1', 'localhost')
    expect((await call('--url', elsewhere, 'auth.me')).stdout).toBe('null\n')
    expect((await call('auth.me', '--url', `${server.url}/activity`)).stdout).toContain('bora')
    writeFileSync(sessionFile, '{"half')
    expect(await call('auth.me')).toEqual({ code: 0, stdout: 'null\n', stderr: '' })
  })
})

describe('the input', () => {
  test('comes by flags of the right types, by JSON, by standard input, or by both', async () => {
    const { call, callWith } = atTerminal()
    // '123456' would be refused as a number, and is as a password: a text it stayed.
    const weak = await call('auth.register', '--username', 'ceren', '--email', 'ceren@plak.example', '--password', '123456')
    expect(weak).toEqual(failure(2, `password: ${messages.auth.passwordWeak}`))
    const who = { username: 'ceren', email: 'ceren@plak.example', password: '314159265' }
    expect((await callWith(JSON.stringify(who), 'auth.register', '-', '--confirm-password', '314159265')).code).toBe(0)

    const flags = ['--artist', kidA.artist, `--album=${kidA.album}`, '--rating', '8', '--favorite', '--date', '2026-01-02']
    expect((await call('logs.save', ...flags)).code).toBe(0)
    const { client } = await harness.login({ nickname: 'ceren', email: who.email, password: who.password })
    expect(await client.logs.mine.query(kidA)).toMatchObject({ favorite: true, log: { rating: 8, date: '2026-01-02' } })

    expect((await call('logs.save', JSON.stringify({ ...kidA, rating: 9 }), '--no-favorite')).code).toBe(0)
    expect(await client.logs.mine.query(kidA)).toMatchObject({ favorite: false, log: { rating: 9, date: '2026-01-02' } })
  })

  test('that cannot be understood is told in one line', async () => {
    const { call } = atTerminal()
    expect(await call('logs.save', '--stars', '5')).toEqual(failure(2, oneLine('--stars is no option of logs.save, .*')))
    expect(await call('logs.save', '{"artist": \n')).toEqual(failure(2, oneLine('The input is no valid JSON: .*')))
    expect(await call('auth.me', '--url', 'localhost:1')).toEqual(failure(2, oneLine("'localhost:1' is no address .*")))
  })

  test('that the server refuses is told by its field', async () => {
    const { call } = atTerminal()
    const taken = await call('auth.register', '--username', 'a b', '--email', 'x@plak.example', '--password', password)
    expect(taken).toEqual(failure(2, `username: ${messages.auth.nicknameLetters}`))
    const missing = await call('auth.login', '--identifier', 'nobody')
    expect(missing).toEqual(failure(2, oneLine('password: .*')))
  })
})

describe('what goes wrong', () => {
  test('has an exit code of its own', async () => {
    const { call } = atTerminal()
    expect(await call('activity.feed')).toEqual(failure(3, messages.auth.loginRequired))
    expect(await call('activity.live')).toEqual(failure(3, messages.auth.loginRequired))
    expect(await call('users.profile', '--nickname', 'nobody_at_all')).toEqual(failure(4, oneLine(`.*${messages.users.notFound}`)))
    const album = await call('catalog.album', '--artist', 'Nobody', '--album', 'At All')
    expect(album).toEqual(failure(4, oneLine(`.*${messages.catalog.albumNotFound}`)))
  })

  test.each(['auth.me', 'activity.live'])('is nobody to call: %s', async (name) => {
    const { url, close } = await proxy()
    await close()
    expect(await atTerminal().call(name, '--url', url)).toEqual(failure(5, `${url} cannot be reached (ECONNREFUSED)`))
  })
})

describe('a subscription', () => {
  test('prints what another person causes, and goes on after a lost connection without a loss or a double', async () => {
    const { call, start } = atTerminal()
    const author = await harness.register('deniz')
    const { url, cut, open, close } = await proxy()
    await call('auth.register', '--url', url, '--username', 'emre', '--email', 'emre@plak.example', '--password', password)
    await call('follows.set', '--url', url, '--nickname', 'deniz', '--following')
    const { live } = JSON.parse((await call('activity.feed', '--url', url)).stdout) as { live: string }

    const child = start('activity.live', '--url', url, '--last-event-id', live, '--count', '3')
    const ended = finished(child)
    await author.client.logs.save.mutate({ ...kidA, rating: 7 })
    await new Promise((resolve) => child.stdout.once('data', resolve))
    cut()
    await author.client.logs.save.mutate(blue)
    open()
    await author.client.logs.save.mutate(kindOfBlue)

    const { code, stdout, stderr } = await ended
    const events = stdout.trim().split('\n').map((line) => JSON.parse(line) as { id: string; data: ActivityEvent })
    const albums = events.map(({ data }) => data.type === 'log.saved' && data.entry.album.name)
    expect({ code, albums }).toEqual({ code: 0, albums: [kidA.album, blue.album, kindOfBlue.album] })
    expect(events[0]!.data).toMatchObject({ entry: { user: { nickname: 'deniz' }, rating: 7 } })
    expect(stderr).toMatch(/^The connection is lost.*\nThe connection is back\n$/)

    // From a given event on: what came after it, and nothing else.
    const rest = await call('activity.live', '--url', url, '--last-event-id', events[1]!.id, '--count', '1')
    expect(JSON.parse(rest.stdout)).toEqual(events[2])
    await close()
  })

  test('ends well with Ctrl-C', async () => {
    const { call, start } = atTerminal()
    await call('auth.register', '--username', 'figen', '--email', 'figen@plak.example', '--password', password)
    // An id of another life is answered at once, by a reset: the sign that it runs.
    const child = start('activity.live', '--last-event-id', 'abc.1')
    const ended = finished(child)
    await new Promise((resolve) => child.stdout.once('data', resolve))
    child.kill('SIGINT')
    expect(await ended).toEqual({ code: 0, stdout: expect.stringMatching(/^\{"id":.*"reset".*\}\n$/), stderr: '' })
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

  test('do not mind a reader that leaves', async () => {
    const child = atTerminal().start()
    const ended = finished(child)
    child.stdout.destroy()
    expect(await ended).toEqual({ code: 0, stdout: '', stderr: '' })
  })
})

/** Another address of the server, whose connections can be cut: until it is opened again, it takes none. */
async function proxy() {
  const sockets = new Set<Socket>()
  let isOpen = true
  const gate = createServer((near) => {
    if (!isOpen) return near.destroy()
    const far = connect(Number(new URL(server.url).port), '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy()).once('close', () => sockets.delete(socket))
    }
    near.pipe(far).pipe(near)
  })
  await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    isOpen = false
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${(gate.address() as AddressInfo).port}`,
    cut,
    open: () => (isOpen = true),
    close: () => {
      cut()
      return new Promise((resolve) => gate.close(resolve))
    },
  }
}
