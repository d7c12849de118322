import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createConnection } from 'mariadb'
import { vi } from 'vitest'
import { freePort } from '../../support/freePort.ts'
import { launch, serviceUser, type Launched } from './launch.ts'

const providers = ['/usr/lib/galera/libgalera_smm.so', '/usr/lib64/galera-4/libgalera_smm.so']
/** A joining node receives all data from another one, on a machine with other load. */
const PATIENCE = { timeout: 120_000, interval: 100 }
/** time limit for a node that hung to rejoin the cluster by itself */
const AWAKE = { timeout: 30_000, interval: 100 }
/** Provider options that set after which time the others exclude a silent node. */
const evs =
  'evs.keepalive_period=PT0.5S;evs.join_retrans_period=PT0.5S;evs.suspect_timeout=PT2S;evs.inactive_timeout=PT5S'

export type Node = {
  name: string
  port: number
  /** resolves when it takes part in the cluster */
  start: () => Promise<void>
  kill: () => Promise<void>
  /** simulates a machine that hangs; `thaw` resumes it and returns whether it rejoined within a time limit */
  freeze: () => void
  thaw: () => Promise<boolean>
  /** returns a checksum of each table of the product */
  checksums: () => Promise<Map<string, string>>
}

/** Queries a node over a separate connection. */
async function ask<Row>(socketPath: string, sql: string): Promise<Row[]> {
  const connection = await createConnection({
    socketPath,
    user: 'root',
    connectTimeout: 2_000,
    multipleStatements: true,
  })
  try {
    return await connection.query<Row[]>(sql)
  } finally {
    await connection.end()
  }
}

/**
 * Starts three nodes of MariaDB with Galera in a folder, one after the other, with a user for the product and one for HAProxy's
 * checks. All of it runs on loopback.
 */
export async function startGalera(folder: string): Promise<Node[]> {
  const provider = providers.find((path) => existsSync(path))
  if (!provider) throw new Error('Galera (galera-4) is not installed.')
  const ports = await Promise.all(
    Array.from({ length: 3 }, () => Promise.all(Array.from({ length: 4 }, freePort))),
  )
  const cluster = ports.map(([, group]) => `127.0.0.1:${group}`).join(',')
  const own = serviceUser === null ? [] : [`--user=${serviceUser}`]

  const nodes = ports.map(([port, group, ist, sst], index) => {
    const name = `node${index + 1}`
    const [data, socket, log] = ['', '.sock', '.log'].map((end) => join(folder, `${name}${end}`)) as [
      string,
      string,
      string,
    ]
    const command = [
      'mariadbd',
      '--no-defaults',
      `--datadir=${data}`,
      `--socket=${socket}`,
      `--pid-file=${join(folder, `${name}.pid`)}`,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      '--skip-name-resolve',
      '--character-set-server=utf8mb4',
      '--collation-server=utf8mb4_unicode_ci',
      '--default-time-zone=+00:00',
      '--binlog-format=ROW',
      '--innodb-autoinc-lock-mode=2',
      '--innodb-buffer-pool-size=64M',
      // The other two nodes also have everything that a node has acknowledged: it need not be on its own disk at once.
      '--innodb-flush-log-at-trx-commit=2',
      '--wsrep-on=ON',
      `--wsrep-provider=${provider}`,
      '--wsrep-cluster-name=plak',
      `--wsrep-cluster-address=gcomm://${cluster}`,
      `--wsrep-node-name=${name}`,
      `--wsrep-node-address=127.0.0.1:${group}`,
      '--wsrep-sst-method=rsync',
      `--wsrep-sst-receive-address=127.0.0.1:${sst}`,
      `--wsrep-provider-options=gmcast.listen_addr=tcp://127.0.0.1:${group};ist.recv_addr=127.0.0.1:${ist};gcache.size=64M;${evs}`,
    ]
    let running: Launched

    async function isSynced() {
      const [state] = await ask<{ Value: string }>(socket, `SHOW STATUS LIKE 'wsrep_local_state_comment'`)
      if (state?.Value !== 'Synced') throw new Error(`${name} is ${state?.Value}`)
    }
    const takesPart = () => Promise.race([vi.waitFor(isSynced, PATIENCE), running.ended])
    async function run(...more: string[]) {
      running = launch(name, [...command, ...more], { log, asService: true })
      await takesPart()
    }
    /** Recovers the position of a killed node. Without it the node would receive all data again. */
    async function recoveredPosition(): Promise<string[]> {
      const found = join(folder, `${name}.recovered`)
      rmSync(found, { force: true })
      const looking = launch(name, [...command, '--wsrep-recover', `--log-error=${found}`], {
        log,
        asService: true,
      })
      await looking.ended.catch(() => {})
      const position = /Recovered position:? *([\da-f-]+:-?\d+)/.exec(readFileSync(found, 'utf8'))?.[1]
      return position ? [`--wsrep-start-position=${position}`] : []
    }
    return {
      name,
      port: port!,
      data,
      socket,
      run,
      start: async () => await run(...(await recoveredPosition())),
      kill: async () => await running.kill(),
      freeze: () => running.freeze(),
      async thaw() {
        running.thaw()
        return await vi.waitFor(isSynced, AWAKE).then(
          () => true,
          () => false,
        )
      },
      async checksums() {
        const tables = await ask<{ name: string }>(
          socket,
          `SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_SCHEMA = 'plak' ORDER BY TABLE_NAME`,
        )
        const all = tables.map((table) => `plak.${table.name}`).join(', ')
        const sums = await ask<{ Table: string; Checksum: bigint }>(socket, `CHECKSUM TABLE ${all}`)
        return new Map(sums.map(({ Table, Checksum }) => [Table, `${Checksum}`]))
      },
    }
  })
  for (const { data } of nodes) mkdirSync(data)
  const [first, ...others] = nodes as [(typeof nodes)[number], ...typeof nodes]
  const flags = [
    '--no-defaults',
    `--datadir=${first.data}`,
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
  ]
  if (serviceUser !== null) execFileSync('chown', [serviceUser, ...nodes.map(({ data }) => data)])
  execFileSync('mariadb-install-db', [...flags, ...own], { stdio: 'ignore' })
  await first.run('--wsrep-new-cluster')
  await ask(
    first.socket,
    `CREATE USER plak@'127.0.0.1' IDENTIFIED BY 'secret'; GRANT ALL ON plak.* TO plak@'127.0.0.1'; CREATE USER haproxy@'127.0.0.1'`,
  )
  await Promise.all(others.map((node) => node.run()))
  return nodes
}
