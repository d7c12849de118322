import { execFileSync } from 'node:child_process'
import { expect, it, vi } from 'vitest'
import type { ActivityEvent } from '../../shared/events.ts'
import { makeHarness, type Harness, type Person } from '../harness/client.ts'
import { testDatabase } from '../support/database.ts'
import { startProcess } from '../support/process.ts'

/** Starts two server processes behind one port. */
async function startCluster({ silence = 30_000 } = {}) {
  const { url: DATABASE_URL } = await testDatabase()
  const program = ['--import', './scripts/leash.mjs', 'scripts/cluster.mjs', '2', String(silence)]
  const { url, child, ended, isUp, says } = await startProcess({ DATABASE_URL }, program)
  await isUp()
  /** the pids of the processes that serve */
  const servers = () => {
    const children = execFileSync('ps', ['-A', '-o', 'ppid=,pid='], { encoding: 'utf8' }).trim().split('\n')
    const pairs = children.map((line) => line.trim().split(/\s+/).map(Number))
    return pairs.filter(([parent]) => parent === child.pid).map(([, pid]) => pid!)
  }
  await vi.waitFor(() => expect(says('2 server processes are up.')).toBe(true), 90_000)
  return { url, child, ended, says, servers }
}

/** Collects the activity events that one of a user's clients receives, in order. */
async function watch({ client }: Person, from: string) {
  const events: ActivityEvent[] = []
  await new Promise<void>((resolve, reject) => {
    client.activity.live.subscribe(
      { lastEventId: from },
      {
        onStarted: () => resolve(),
        onData: ({ data }) => void events.push(data),
        onError: reject,
      },
    )
  })
  return events
}

/** Repeats a call, one after the other, until it is stopped; returns the number of calls. */
function keepCalling(call: () => Promise<unknown>) {
  let isOver = false
  const done = (async () => {
    let times = 0
    for (; !isOver; times++) await call()
    return times
  })()
  return () => {
    isOver = true
    return done
  }
}

async function callersOf(harness: Harness, person: Person, count: number) {
  const clients = await Promise.all(Array.from({ length: count }, () => harness.login(person)))
  return clients.map(({ client }) => keepCalling(() => client.activity.feed.query({})))
}

it('a rolling restart fails no request and loses no event', { timeout: 300_000 }, async () => {
  const { url, child, says, servers, ended } = await startCluster()
  const harness = makeHarness(url)
  const person = await harness.register('restless')
  await harness.register('other')
  const { live } = await person.client.activity.feed.query({})
  const devices = await Promise.all(Array.from({ length: 6 }, () => harness.login(person)))
  const watchers = await Promise.all(devices.map((device) => watch(device, live)))
  const stopCalling = await callersOf(harness, person, 4)
  let toggled = 0
  const stopToggling = keepCalling(async () => {
    await person.client.follows.set.mutate({ nickname: 'other', following: ++toggled % 2 === 1 })
    // Not faster than the events are received: a client that is disconnected for a moment must not miss more than is replayed.
    await vi.waitFor(() => expect(watchers.some((events) => events.length >= toggled)).toBe(true))
  })

  const before = servers()
  child.kill('SIGUSR2')
  await vi.waitFor(() => expect(says('All server processes were replaced.')).toBe(true), 90_000)
  const after = servers()
  expect(after).toHaveLength(2)
  expect(after.filter((pid) => before.includes(pid))).toEqual([])

  const calls = await Promise.all(stopCalling.map((stop) => stop()))
  const toggles = await stopToggling()
  expect(Math.min(...calls)).toBeGreaterThan(20)
  const expected = Array.from(
    { length: toggles },
    (_, turn) => `follow.${turn % 2 === 0 ? 'added' : 'removed'}`,
  )
  for (const events of watchers) {
    await vi.waitFor(() => expect(events.map(({ type }) => type)).toEqual(expected))
  }
  await harness.close()
  child.kill('SIGTERM')
  expect(await ended).toMatchObject({ code: 0 })
})

it('a process that is killed or hangs is replaced; SIGTERM ends all', async () => {
  const { url, child, ended, servers, says } = await startCluster({ silence: 8_000 })
  const harness = makeHarness(url)
  const person = await harness.register('unmoved')
  const { live } = await person.client.activity.feed.query({})
  const events = await watch(person, live)

  const [victim, other] = servers()
  process.kill(victim!, 'SIGKILL')
  await vi.waitFor(() => {
    expect(says('A server process ended unexpectedly (SIGKILL); restarting it.')).toBe(true)
    expect(servers()).toHaveLength(2)
  })
  expect(servers()).toContain(other)
  await vi.waitFor(() => harness.login(person))
  await harness.register('late')
  await person.client.follows.set.mutate({ nickname: 'late', following: true })
  await vi.waitFor(() => expect(events.map(({ type }) => type)).toEqual(['follow.added']))

  process.kill(servers()[0]!, 'SIGSTOP')
  await vi.waitFor(() => {
    expect(says('A server process has not responded for 8 seconds.')).toBe(true)
    expect(servers()).toHaveLength(2)
  }, 60_000)
  await vi.waitFor(() => harness.login(person), 60_000)

  const left = servers()
  child.kill('SIGTERM')
  expect(await ended).toMatchObject({ code: 0, signal: null })
  for (const pid of left) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  await harness.close()
})
