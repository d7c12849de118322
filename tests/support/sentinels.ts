import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from 'redis'
import { expect, vi } from 'vitest'
import { freePort } from './freePort.ts'

const MASTER = 'plak'

/** A process that can be killed and restarted with the same command. */
export type Killable = { port: number; kill: () => Promise<void>; start: () => Promise<void> }

/** Sends a command to a Redis or a sentinel, over a connection of its own. */
async function ask<Answer>({ port, password }: { port: number; password?: string }, ...command: string[]) {
  const client = createClient({
    socket: { host: '127.0.0.1', port, reconnectStrategy: 50 },
    ...(password && { password }),
  })
  client.on('error', () => {})
  await client.connect()
  const answer = await client.sendCommand(command)
  client.destroy()
  return answer as Answer
}

/**
 * Starts Redis with sentinels as on several machines: a master, its replica, and three sentinels that name the master and
 * replace it after `silence` milliseconds without a response. All of it runs on loopback, in a folder of its own below
 * `parent`; `leash` is a command that runs them.
 */
export async function startSentinels({
  silence = 500,
  password = '',
  leash = [] as string[],
  parent = tmpdir(),
} = {}) {
  const folder = mkdtempSync(join(parent, 'plak-sentinels-'))
  const living = new Set<ChildProcess>()
  const ports = await Promise.all(Array.from({ length: 5 }, freePort))
  const [first, second, ...watching] = ports as [number, number, ...number[]]

  function killable(where: { port: number; password?: string }, args: string[]): Killable {
    let child: ChildProcess
    return {
      port: where.port,
      async start() {
        const [program, ...rest] = [...leash, 'redis-server', ...args] as [string, ...string[]]
        child = spawn(program, rest, { stdio: 'ignore' })
        living.add(child)
        await ask(where, 'PING')
      },
      async kill() {
        child.kill('SIGKILL')
        await once(child, 'exit')
        living.delete(child)
      },
    }
  }
  const usual = [
    '--bind',
    '127.0.0.1',
    '--dir',
    folder,
    '--save',
    '',
    '--appendonly',
    'no',
    '--repl-diskless-sync-delay',
    '0',
  ]
  const secret = password ? ['--requirepass', password, '--masterauth', password] : []
  const server = (port: number, ...more: string[]) => {
    // A separate config file: sentinels write into it which of the two is the master, and a restart depends on that.
    const file = join(folder, `redis-${port}.conf`)
    writeFileSync(file, '')
    return killable({ port, password }, [file, '--port', `${port}`, ...usual, ...secret, ...more])
  }
  const servers = [server(first), server(second)]
  const sentinels = watching.map((port) => {
    const file = join(folder, `sentinel-${port}.conf`)
    const sentinel = killable({ port }, [file, '--sentinel'])
    const lines = [
      `port ${port}`,
      'bind 127.0.0.1',
      `dir ${folder}`,
      `sentinel monitor ${MASTER} 127.0.0.1 ${first} 2`,
      `sentinel down-after-milliseconds ${MASTER} ${silence}`,
      `sentinel failover-timeout ${MASTER} 3000`,
      ...(password ? [`sentinel auth-pass ${MASTER} ${password}`] : []),
    ]
    writeFileSync(file, `${lines.join('\n')}\n`)
    return {
      ...sentinel,
      async start() {
        await sentinel.start()
        // Shortens periods of ten seconds, which would determine how long a test takes.
        await ask(
          { port },
          'SENTINEL',
          'DEBUG',
          'info-period',
          '200',
          'publish-period',
          '200',
          'ping-period',
          '200',
          // A sentinel that could not run for two seconds distrusts its clock, and does nothing for this time.
          'tilt-period',
          '1000',
        )
      },
    }
  })
  await Promise.all(servers.map((each) => each.start()))
  await ask({ port: second, password }, 'REPLICAOF', '127.0.0.1', `${first}`)
  await vi.waitFor(async () =>
    expect((await ask<unknown[]>({ port: second, password }, 'ROLE'))[3]).toBe('connected'),
  )
  await Promise.all(sentinels.map((each) => each.start()))

  /** Returns the server that the sentinels currently report as the master. */
  async function master(): Promise<Killable> {
    const [, port] = await Promise.any(
      watching.map((each) =>
        ask<[string, string]>({ port: each }, 'SENTINEL', 'get-master-addr-by-name', MASTER),
      ),
    )
    return servers.find((each) => each.port === Number(port))!
  }
  const replica = async () => servers[1 - servers.indexOf(await master())]!
  /**
   * Promotes the replica while the master runs. Sentinels refuse this while the replica's last report is older than three
   * `info-period`s, and give an accepted one up if the replica is not promoted within the time-out. Both can happen at any time on a
   * busy machine, so they are asked until there is another master.
   */
  async function failover(patience = 60_000) {
    const old = await master()
    await vi.waitFor(async () => {
      if ((await master()).port !== old.port) return
      // Refused while one is under way.
      await ask({ port: watching[0]! }, 'SENTINEL', 'FAILOVER', MASTER)
      throw new Error('The failover is under way')
    }, patience)
  }
  /** Waits until every sentinel knows the others and both servers, so that they can agree on another master. */
  async function isWhole(patience = 60_000) {
    const agrees = async (port: number) =>
      expect(await ask({ port }, 'SENTINEL', 'CKQUORUM', MASTER)).toMatch(/^OK 3 usable/)
    const hasReplica = async (port: number) => {
      const [replica] = await ask<Record<string, string>[]>({ port }, 'SENTINEL', 'REPLICAS', MASTER)
      expect(replica).toMatchObject({ flags: 'slave', 'master-link-status': 'ok' })
    }
    await vi.waitFor(
      () => Promise.all(watching.flatMap((port) => [agrees(port), hasReplica(port)])),
      patience,
    )
  }
  return {
    url: `redis+sentinel://${password ? `default:${password}@` : ''}${watching
      .map((port) => `127.0.0.1:${port}`)
      .join(',')}/${MASTER}`,
    sentinels,
    master,
    replica,
    failover,
    isWhole,
    async close() {
      const ends = [...living].map((child) => once(child, 'exit'))
      for (const child of living) child.kill('SIGKILL')
      await Promise.all(ends)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
