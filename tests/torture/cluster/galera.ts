import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createConnection } from 'mariadb'
import { vi } from 'vitest'
import { freePort } from '../../support/freePort.ts'
import { launch, serviceUser, type Launched } from './launch.ts'

const providers = ['/usr/lib/galera/libgalera_smm.so', '/usr/lib64/galera-4/libgalera_smm.so']
/** A node that joins is given all data by another one, on a machine that has other things to do. */
const PATIENCE = { timeout: 120_000, interval: 100 }
/** so long a node that hung is given to find back by itself */
const AWAKE = { timeout: 30_000, interval: 100 }
/** A node that is silent for so long is excluded by the others. */
const evs =
  'evs.keepalive_period=PT0.5S;evs.join_retrans_period=PT0.5S;evs.suspect_timeout=PT2S;evs.inactive_timeout=PT5S'

/** A node of the Galera cluster. */
export type Node = {
  name: string
  port: number
  /** resolves when it takes part in the cluster */
  start: () => Promise<void>
  kill: () => Promise<void>
  /** has it hang, as a machine without power over itself; `thaw` lets it go on: whether it takes part again after a while */
  freeze: () => void
  thaw: () => Promise<boolean>
  /** a checksum of each table of the product */
  checksums: () => Promise<Map<string, string>>
}

/** Asks a node, over a connection for that alone. */
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
 * Three nodes of MariaDB with Galera in a folder, started one after the other, with a user for the product and one for
 * HAProxy's checks. All of it on loopback.
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
      // What a node has acknowledged the other two have, too: it need not be on its own disk at once.
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
    /** What a node had when it was killed it knows only after it has looked: without that it is given everything anew. */
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
