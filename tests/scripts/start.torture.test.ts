import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { dataFile, hasServerPrograms, projectsOfTests, processesOf, runScript } from './project.ts'

const project = projectsOfTests()
const start = ['scripts/start.mjs']
const setupLinks = (output: string, port: number) =>
  [...output.matchAll(/^Set up Plak at (.*)$/gm)].map(([, link]) => {
    expect(link).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:${port}/setup#[\\w-]{43}$`))
    return link
  })
const get = async (port: number, path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).text()

describe.skipIf(!hasServerPrograms)('npm start', { timeout: 180_000 }, () => {
  test('takes over the servers of a run that was killed, even in a folder too deep for sockets', async () => {
    const plak = await project(`${'deep'.repeat(15)}/${'deeper'.repeat(10)}`)
    const first = runScript(plak, start)
    await first.says('Ctrl-C stops it.')
    // The demo's people are given.
    expect(first.output()).not.toContain('Set up Plak')
    const pids = [dataFile(plak, 'mysql.pid'), dataFile(plak, 'redis.pid')]
    const kept = [dataFile(plak, 'secret'), dataFile(plak, 'demo-port')]
    process.kill(first.pid, 'SIGKILL')

    expect(dataFile(plak, 'mysql.made-by')).toMatch(/^(MariaDB|MySQL) \d+\.\d+$/)

    const second = runScript(plak, start)
    await second.says('Ctrl-C stops it.')
    expect(second.output()).not.toContain('Migrated')
    expect([dataFile(plak, 'mysql.pid'), dataFile(plak, 'redis.pid')]).toEqual(pids)
    expect([dataFile(plak, 'secret'), dataFile(plak, 'demo-port')]).toEqual(kept)
    process.kill(second.pid, 'SIGTERM')
    expect(await second.code).toBe(0)

    writeFileSync(join(plak.folder, '.data/mysql.made-by'), 'MariaDB 99.1')
    const older = runScript(plak, start)
    expect(await older.code).toBe(1)
    expect(older.output()).toContain('were written by MariaDB 99.1, and this machine has')
  })

  test('says what ended it, once, and leaves nothing behind', async () => {
    const plak = await project()
    for (const processes of [[], ['--processes', '2']]) {
      const run = runScript(plak, [...start, ...processes], { BAD_SETTING: '1' })
      expect(await run.code).toBe(1)
      expect(run.output().split('BAD_SETTING must not be set')).toHaveLength(2)
      expect(processesOf(plak)).toEqual([])
    }
  })

  test('a server that dies is followed by another, and so are the database and Redis', async () => {
    const plak = await project()
    const run = runScript(plak, start, { CATALOGUE: 'lastfm' })
    await run.says('Ctrl-C stops it.')
    expect(run.output()).toContain('The catalogue is not set up yet: LASTFM_API_KEY is missing.\n')
    expect(run.output()).not.toContain('demo')
    expect(setupLinks(run.output(), plak.port)).toHaveLength(1)
    const before = await get(plak.port, '/pid')
    await get(plak.port, '/die').catch(() => {})
    await run.says('The server ended unexpectedly (exit code 4); restarting it.')
    await expect.poll(() => get(plak.port, '/pid').catch(() => before), { timeout: 60_000 }).not.toBe(before)

    for (const [name, kind] of [
      ['Redis', 'redis'],
      ['MySQL', 'mysql'],
    ] as const) {
      const pid = dataFile(plak, `${kind}.pid`)
      process.kill(Number(pid), 'SIGKILL')
      await run.says(`${name} ended unexpectedly (signal SIGKILL); restarting it.`)
      const next = () => dataFile(plak, `${kind}.pid`)
      await expect.poll(next, { timeout: 60_000 }).toMatch(new RegExp(`^(?!${pid}$)\\d+$`))
    }
    process.kill(run.pid, 'SIGTERM')
    expect(await run.code).toBe(0)
  })

  test('ends at once and cleanly when it is told to in the middle of its start', async () => {
    const plak = await project()
    const run = runScript(plak, start)
    while (!existsSync(join(plak.folder, '.data/mysql.pid'))) await new Promise((next) => setTimeout(next, 5))
    process.kill(run.pid, 'SIGTERM')
    expect(await run.code).toBe(0)
  })
})

describe.skipIf(!hasServerPrograms)('npm start -- --processes 2', { timeout: 180_000 }, () => {
  /** Returns the processes that respond to a dozen requests. */
  async function pids(port: number) {
    const asked = await Promise.all(Array.from({ length: 12 }, () => get(port, '/pid')))
    return [...new Set(asked)].toSorted()
  }

  test('serves from both, replaces a process that dies, and all of them on SIGUSR2, and ends in order', async () => {
    const plak = await project()
    const run = runScript(plak, [...start, '--processes', '2'])
    await run.says('2 server processes are up.')
    const first = await pids(plak.port)
    expect(first).toHaveLength(2)

    process.kill(Number(first[0]), 'SIGKILL')
    await run.says('A server process ended unexpectedly (SIGKILL); restarting it.')
    await expect.poll(() => pids(plak.port), { timeout: 60_000 }).toHaveLength(2)
    const second = await pids(plak.port)
    expect(second).toContain(first[1])

    process.kill(run.pid, 'SIGUSR2')
    await run.says('All server processes were replaced.')
    const third = await pids(plak.port)
    expect(third).toHaveLength(2)
    expect(third.filter((pid) => second.includes(pid))).toEqual([])

    process.kill(run.pid, 'SIGTERM')
    expect(await run.code).toBe(0)
    expect(run.output()).toMatch(/server closed\nserver closed\n(.*\n)*demo closed/)
  })

  test('ends when its starter is killed; each start prints one setup link, however many processes it has', async () => {
    const plak = await project()
    const run = runScript(plak, [...start, '--processes', '2'], { DEMO: 'off' })
    await run.says('2 server processes are up.')
    await run.says('Ctrl-C stops it.')
    const [first, ...more] = setupLinks(run.output(), plak.port)
    expect(more).toEqual([])
    process.kill(run.pid, 'SIGKILL')
    await run.code
    await expect.poll(() => get(plak.port, '/pid').catch(() => 'gone'), { timeout: 60_000 }).toBe('gone')
    const next = runScript(plak, start, { DEMO: 'off' })
    await next.says('Ctrl-C stops it.')
    expect(setupLinks(next.output(), plak.port)).toEqual([expect.not.stringContaining(first!)])
    process.kill(next.pid, 'SIGTERM')
    expect(await next.code).toBe(0)
  })
})
