import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** A running product: its URL, that of its stand-in, and control functions. */
export type Plak = {
  url: string
  demo: string
  reset: () => Promise<void>
  cut: () => Promise<void>
  restart: () => Promise<void>
  /** allows registration only by invitation until the test ends; returns the path of an invitation that can be used once */
  invite: () => Promise<string>
  /** makes the account 'moderator' a moderator */
  moderate: () => Promise<void>
  /** makes the account 'admin' an administrator */
  appoint: () => Promise<void>
  /** returns the path of a new setup link */
  setUp: () => Promise<string>
  /** lets push messages be sent without the delay that waits for slips */
  hurry: () => Promise<void>
  /** lets pages wait for their first data until the test ends, however busy the machine is */
  wait: () => Promise<void>
  /** computes suggestions, as the background work does every few seconds */
  suggest: () => Promise<void>
  /** restarts the server with an empty cache of the catalogue */
  forget: () => Promise<void>
  /** adds a fault of the music catalogue (demo/lastfm/faults.ts) */
  misbehave: (rule: {
    fault: string
    method?: string
    times?: number
    [more: string]: unknown
  }) => Promise<void>
  /** controls the streaming service's stand-in: a fault, or other `settings`, `removal`, `library` (demo/spotify/server.ts) */
  spotify: (
    order: { route?: string; [more: string]: unknown },
    place?: 'settings' | 'removal' | 'library',
  ) => Promise<void>
}

type Special = { settings?: Record<string, string>; env?: NodeJS.ProcessEnv }

/** Starts a product in a separate process (sites/plak.ts); `name` is that of its database. */
export async function startPlak(
  name: string,
  { settings = {}, env = {} }: Special = {},
): Promise<Plak & { close(): Promise<void> }> {
  const root = join(import.meta.dirname, '../..')
  // Uploads must be separate from those of an installation in this checkout.
  const store = await mkdtemp(join(tmpdir(), 'plak-web-store-'))
  const child = spawn(process.execPath, ['--enable-source-maps', 'dist/sites/plak.js'], {
    cwd: root,
    env: {
      ...process.env,
      ...env,
      VITEST_POOL_ID: name,
      PLAK_STORE_FOLDER: store,
      PLAK_SITE_SETTINGS: JSON.stringify(settings),
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const read = async () => {
    const { value, done } = await lines.next()
    if (done) throw new Error('The server of the browser tests ended; what it said stands above.')
    return JSON.parse(value as string) as unknown
  }
  const { url, demo } = (await read()) as { url: string; demo: string }
  const say = async (command: string) => {
    child.stdin.write(`${command}\n`)
    return await read()
  }
  const order = async (method: 'POST' | 'PATCH', path: string, body: object) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(demo + path, { method, headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(await answer.text())
  }
  let misbehaved = false
  return {
    url,
    demo,
    async reset() {
      if (misbehaved) await say('recover')
      misbehaved = false
      await say('reset')
    },
    cut: async () => void (await say('cut')),
    restart: async () => void (await say('restart')),
    invite: async () => (await say('invite')) as string,
    moderate: async () => void (await say('moderate')),
    appoint: async () => void (await say('appoint')),
    setUp: async () => (await say('setUp')) as string,
    hurry: async () => void (await say('hurry')),
    wait: async () => void (await say('wait')),
    suggest: async () => void (await say('suggest')),
    forget: async () => void (await say('forget')),
    async misbehave(rule) {
      misbehaved = true
      await order('POST', '/__control', rule)
    },
    spotify: (what, place) =>
      order(place === 'settings' ? 'PATCH' : 'POST', `/__control/spotify${place ? `/${place}` : ''}`, what),
    async close() {
      const ended = once(child, 'exit')
      child.stdin.end()
      await ended
      await rm(store, { recursive: true, force: true })
    },
  }
}
