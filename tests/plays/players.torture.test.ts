import { execFile, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect as expectPage } from '@playwright/test'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import type { Person } from '../harness/client.ts'
import { openBrowser } from '../support/browser.ts'
import { findProgram } from '../support/programs.ts'
import { runProduct } from '../support/runProduct.ts'
import { scrobblers } from './calls.ts'
import { startPlayerDaemon } from './playerDaemon.ts'

// The scripts run before anything is installed, so they have no types.
const scripts: string = '../../scripts/players.mjs'
const { PYTHON } = (await import(scripts)) as { PYTHON: string }

// Programs that know nothing of us send plays: pylast speaks Audioscrobbler 2.0, mpdscribble 1.2.1.

// With this option, PUBLIC_URL is the server's address, which mpdscribble is told in the handshake.
const plak = runProduct({ spotify: true })
const { turnOn } = scrobblers(plak)
const folder = mkdtempSync(join(tmpdir(), 'plak-players-'))
const file = (name: string) => join(folder, name)
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let owner: Person
let secret: string
beforeEach(async () => {
  owner = await plak.harness.register('owner')
  secret = await turnOn(owner)
})
const items = async () => (await owner.client.plays.mine.query({})).items

beforeAll(() => {
  const about = ['-days', '2', '-subj', '/CN=localhost']
  const into = ['-keyout', file('key.pem'), '-out', file('cert.pem')]
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...into, ...about], {
    stdio: 'ignore',
  })
})

/** pylast connects with TLS only. Returns the port. */
async function startTls(): Promise<number> {
  const options = { key: readFileSync(file('key.pem')), cert: readFileSync(file('cert.pem')) }
  const server = createServer(options, (incoming, outgoing) => {
    const { method, headers, url } = incoming
    incoming.pipe(
      request(plak.server.url + url!, { method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode!, answer.headers)
        answer.pipe(outgoing)
      }),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

const pylast = `
import json, ssl, sys, time, pylast
port, user, secret = sys.argv[1:]
pylast.SSL_CONTEXT = ssl._create_unverified_context()
def network(password):
    made = pylast.LibreFMNetwork(api_key='a' * 32, api_secret='b' * 32)
    made.ws_server = ('127.0.0.1:' + port, '/lastfm/2.0/')
    generator = pylast.SessionKeyGenerator(made)
    made.session_key = generator.get_session_key(user, pylast.md5(password))
    return made
now = int(time.time())
try:
    network('wrong')
    refused = None
except pylast.WSError as error:
    refused = error.get_id()
ours = network(secret)
ours.scrobble(artist='Björk & Guðný', title='Jóga; <b>', timestamp=now - 600, album='Homogenic', duration=305)
ours.scrobble_many([
    {'artist': 'Björk', 'title': 'Track %d' % number, 'timestamp': now - 700 - number} for number in range(60)
])
ours.update_now_playing(artist='Björk', title='Unravel', album='Homogenic', duration=200)
ours.session_key = 'unknown'
try:
    ours.scrobble(artist='A', title='B', timestamp=now)
    ended = None
except pylast.WSError as error:
    ended = error.get_id()
print(json.dumps([refused, ended]))
`

it('pylast signs in, scrobbles one play and many, and says what plays now', async () => {
  const port = await startTls()
  const { stdout } = await promisify(execFile)(PYTHON, ['-c', pylast, String(port), 'owner', secret])
  expect(JSON.parse(stdout)).toEqual(['4', '9'])
  expect(await plak.server.deps.db.play.count()).toBe(61)
  expect((await items())[0]).toMatchObject({
    artist: 'Björk & Guðný',
    track: 'Jóga; <b>',
    album: 'Homogenic',
    source: 'lastfm',
    client: 'pylast',
  })
  expect(await owner.client.plays.nowPlaying.query({ nickname: 'owner' })).toMatchObject({ track: 'Unravel' })
})

async function startMpdscribble(password: string) {
  const daemon = await startPlayerDaemon()
  const config = `[plak]\nurl = ${plak.server.url}/lastfm/\nusername = owner\npassword = ${password}\njournal = ${file('journal')}\n`
  writeFileSync(file('mpdscribble.conf'), config)
  const about = ['--conf', file('mpdscribble.conf'), '--host', '127.0.0.1', '--port', String(daemon.port)]
  const child = spawn(findProgram('mpdscribble')!, ['--no-daemon', '--verbose', '2', '--log', '-', ...about])
  let log = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (log += String(part)))
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
    daemon.close()
  }
  onTestFinished(stop)
  return { daemon, stop, log: () => log }
}

/** Writes what mpdscribble could not send in an earlier run, which it sends when it starts. */
function writeJournal(...titles: string[]) {
  const at = Math.floor(Date.now() / 1_000) - 600
  const records = titles.map(
    (title, index) =>
      `a = Björk\nt = ${title}\nb = Homogenic\nn = ${index + 1}\nm = \ni = ${at + index}\nl = 312\no = P\n\n`,
  )
  writeFileSync(file('journal'), records.join(''))
}

const soon = { timeout: 60_000, interval: 100 }
const song = (title: string) => ({ artist: 'Björk', title, album: 'Homogenic', seconds: 31 })

it('mpdscribble shakes hands, says what plays now, and sends the play when the next one begins', async () => {
  const { daemon, log } = await startMpdscribble(secret)
  await vi.waitFor(() => expect(log()).toContain('handshake successful'), soon)
  daemon.play(song('Jóga'))
  const startedAt = Date.now()
  await vi.waitFor(
    async () =>
      expect(await owner.client.plays.nowPlaying.query({ nickname: 'owner' })).toMatchObject({
        track: 'Jóga',
      }),
    soon,
  )
  // A play counts after half of the song.
  await vi.waitFor(() => expect(Date.now() - startedAt).toBeGreaterThan(16_500), soon)
  daemon.play(song('Unravel'))
  await vi.waitFor(async () => expect(await items()).toHaveLength(1), soon)
  expect(await items()).toMatchObject([
    { artist: 'Björk', track: 'Jóga', album: 'Homogenic', source: 'lastfm', client: 'mpdscribble' },
  ])
  // mpdscribble sends the time at which the song ended.
  expect(Math.abs(Date.parse((await items())[0]!.at) - startedAt)).toBeLessThan(60_000)
}, 120_000)

it('mpdscribble is told of a wrong secret, and sends its journal with the right one', async () => {
  const wrong = await startMpdscribble('wrong')
  const problem = async () => (await owner.client.scrobbling.mine.query()).lastProblem
  await vi.waitFor(async () => expect(await problem()).toBe('wrong user or secret'), soon)
  expect(wrong.log()).not.toContain('handshake successful')
  await wrong.stop()
  writeJournal('Bachelorette')
  await startMpdscribble(secret)
  await vi.waitFor(async () => expect(await items()).toMatchObject([{ track: 'Bachelorette' }]), soon)
}, 120_000)

const pylastMany = `
import ssl, sys, time, pylast
port, user, secret, *titles = sys.argv[1:]
pylast.SSL_CONTEXT = ssl._create_unverified_context()
network = pylast.LibreFMNetwork(api_key='a' * 32, api_secret='b' * 32)
network.ws_server = ('127.0.0.1:' + port, '/lastfm/2.0/')
network.session_key = pylast.SessionKeyGenerator(network).get_session_key(user, pylast.md5(secret))
now = int(time.time()) - 7200
network.scrobble_many([
    {'artist': 'Björk', 'title': title, 'album': 'Homogenic', 'timestamp': now + 300 * number}
    for number, title in enumerate(titles)
])
`

it('an album that both have played becomes a prompt in an open browser, live', async () => {
  const context = await (await openBrowser()).newContext({ baseURL: plak.server.url })
  const saved = Object.entries(owner.cookies.save())
  await context.addCookies(saved.map(([name, { value }]) => ({ name, value, url: plak.server.url })))
  const page = await context.newPage()
  await page.goto('/plays')
  await expectPage(page.getByText('No plays yet')).toBeVisible(soon)
  const plays = page.getByRole('list', { name: 'Plays' }).getByRole('listitem')
  const prompts = page.getByRole('list', { name: 'Albums you played' }).getByRole('listitem')

  const port = await startTls()
  const titles = ['Hunter', 'Jóga', 'Unravel']
  await promisify(execFile)(PYTHON, ['-c', pylastMany, String(port), 'owner', secret, ...titles])
  await expectPage(plays).toHaveCount(3, soon)
  await expectPage(prompts).toHaveCount(0)
  writeJournal('Bachelorette', 'All Neon Like', '5 Years')
  await startMpdscribble(secret)
  await expectPage(plays).toHaveCount(6, soon)
  await expectPage(prompts).toHaveText([/You played Homogenic/], soon)
  expect(new Set((await items()).map(({ client }) => client))).toEqual(new Set(['pylast', 'mpdscribble']))
}, 180_000)
