import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** A running product: its address, its stand-in's, and what can be done to it. */
export type Plak = {
  url: string
  demo: string
  reset: () => Promise<void>
  /** cuts every WebSocket */
  cut: () => Promise<void>
  /** the server leaves and comes back */
  restart: () => Promise<void>
  /** one may register by invitation alone until the test ends: at the address that it gives, once */
  invite: () => Promise<string>
  /** the account called 'moderator' is one from now on */
  moderate: () => Promise<void>
  /** leaves and comes back without anything that it has read from the catalogue */
  forget: () => Promise<void>
  /** orders a fault of the music catalogue (demo/lastfm/faults.ts) */
  misbehave: (rule: {
    fault: string
    method?: string
    times?: number
    [more: string]: unknown
  }) => Promise<void>
  /** tells the streaming service's stand-in what to do: a fault or other `settings`, `removal`, `library` (demo/spotify/server.ts) */
  spotify: (
    order: { route?: string; [more: string]: unknown },
    place?: 'settings' | 'removal' | 'library',
  ) => Promise<void>
}

/** Starts a product in a process of its own (sites/plak.ts); `name` is that of its database. */
export async function startPlak(name: string): Promise<Plak & { close(): Promise<void> }> {
  const root = join(import.meta.dirname, '../..')
  // Uploads must not lie among those of an installation that this checkout may be.
  const store = await mkdtemp(join(tmpdir(), 'plak-web-store-'))
  const child = spawn(process.execPath, ['--enable-source-maps', 'dist/sites/plak.js'], {
    cwd: root,
    env: { ...process.env, VITEST_POOL_ID: name, PLAK_STORE_FOLDER: store },
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
