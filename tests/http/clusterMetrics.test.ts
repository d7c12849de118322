import { execFileSync } from 'node:child_process'
import { expect, it, vi } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { readMetrics, type Families } from '../support/metrics.ts'
import { startProcess } from '../support/process.ts'

const METRICS_TOKEN = 'a token for the figures'

it('any of several processes tells the sum, and no counter falls when one is killed or replaced', async () => {
  const { url: DATABASE_URL } = await testDatabase()
  const program = ['--import', './scripts/leash.mjs', 'scripts/cluster.mjs', '2']
  const { url, child, ended, isUp, says } = await startProcess({ DATABASE_URL, METRICS_TOKEN }, program)
  await isUp()
  await vi.waitFor(() => expect(says('2 server processes are up.')).toBe(true), 90_000)
  const servers = () => childrenOf(child.pid!)
  const figures = () => readMetrics(url, METRICS_TOKEN)
  let asked = 0
  /** Calls over connections of their own, so that both processes get some. */
  async function call(times: number) {
    const headers = { connection: 'close' }
    for (let time = 0; time < times; time++) await fetch(`${url}/trpc/auth.me`, { headers })
    asked += times
  }

  await call(20)
  const first = await figures()
  expect(first.get('plak_processes')!.series.get('plak_processes')).toBe(2)
  expect(callsIn(first)).toBe(asked)
  expect(callsIn(await figures())).toBe(asked)

  process.kill(servers()[0]!, 'SIGKILL')
  await vi.waitFor(() => expect(says('another follows')).toBe(true))
  await vi.waitFor(async () => {
    const now = await figures()
    expect(now.get('plak_processes')!.series.get('plak_processes')).toBe(2)
    expectNotFallen(first, now)
  })
  await call(10)
  const second = await figures()
  expect(callsIn(second)).toBe(asked)

  child.kill('SIGUSR2')
  await vi.waitFor(() => expect(says('All server processes are new.')).toBe(true), 90_000)
  await call(5)
  const third = await figures()
  expect(callsIn(third)).toBe(asked)
  expectNotFallen(second, third)
  expect(third.get('plak_processes')!.series.get('plak_processes')).toBe(2)
  child.kill('SIGTERM')
  expect(await ended).toMatchObject({ code: 0 })
})

const callsIn = (families: Families) =>
  families
    .get('plak_procedure_duration_seconds')!
    .series.get('plak_procedure_duration_seconds_count{procedure="auth.me",outcome="ok"}')

function expectNotFallen(before: Families, after: Families) {
  for (const [name, { type, series }] of before) {
    if (type !== 'counter' && type !== 'histogram') continue
    for (const [key, value] of series)
      expect([key, after.get(name)?.series.get(key)]).toEqual([
        key,
        expect.toSatisfy((now: number) => now >= value),
      ])
  }
}

function childrenOf(pid: number) {
  const lines = execFileSync('ps', ['-A', '-o', 'ppid=,pid='], { encoding: 'utf8' }).trim().split('\n')
  const pairs = lines.map((line) => line.trim().split(/\s+/).map(Number))
  return pairs.filter(([parent]) => parent === pid).map(([, child]) => child!)
}
