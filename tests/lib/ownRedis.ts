import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import type { Log } from '../../server/lib/http.ts'
import { makeRedis, type Redis } from '../../server/lib/redis.ts'

/** The Redis of the whole run, with a unique prefix. */
export const sharedRedis = () => ({
  url: process.env.TEST_REDIS_URL!,
  prefix: `test:${randomUUID()}:`,
})

export async function connected(url: string): Promise<Redis> {
  const redis = makeRedis(url, () => {})
  await vi.waitFor(async () => redis.ping())
  return redis
}

/** Starts a Redis for the test that can be killed and restarted. */
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
    /** Freezes without closing a connection, like a machine that is unreachable. */
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
