import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import type { Log } from '../../server/lib/http.ts'
import { makeRedis, type Redis } from '../../server/lib/redis.ts'

/** The Redis of the whole run, under a prefix that nobody else has. */
export const sharedRedis = () => ({
  url: process.env.TEST_REDIS_URL!,
  prefix: `test:${randomUUID()}:`,
})

/** A client of that Redis that is connected. */
export async function connected(url: string): Promise<Redis> {
  const redis = makeRedis(url, () => {})
  await vi.waitFor(async () => redis.ping())
  return redis
}

/** A Redis of the test's own, to be killed and started again. */
export async function ownRedis() {
  const folder = await mkdtemp(join(tmpdir(), 'plak-redis-'))
  const path = join(folder, 'redis.sock')
  const launch = () =>
    spawn('redis-server', ['--port', '0', '--unixsocket', path, '--save', '', '--appendonly', 'no'], {
      stdio: 'ignore',
    })
  let server = launch()

  const kill = () =>
    new Promise<void>((resolve) => {
      if (server.exitCode !== null || server.signalCode !== null) return resolve()
      server.once('exit', () => resolve())
      server.kill('SIGKILL')
    })

  return {
    url: `unix://${path}`,
    kill,
    restart: () => {
      server = launch()
    },
    /** Stands still without closing a connection, as a machine that is out of reach does. */
    freeze: () => server.kill('SIGSTOP'),
    thaw: () => server.kill('SIGCONT'),
    async remove() {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A log that only records warnings and errors. */
export function quietLog() {
  const silent = () => {}
  const error = vi.fn<(details: object, text: string) => void>()
  const warn = vi.fn<(details: object, text: string) => void>()
  return { debug: silent, info: silent, warn, error } as unknown as Log & {
    error: typeof error
    warn: typeof warn
  }
}
