// `npm run torture -- --engines`: runs the server's tests on every engine that is available for this machine, and prints a table.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nodeOf, unpackPackages } from './engineFiles.mjs'
import { findProgram, refusal, root } from './environment.mjs'
import { interrupted } from './lifetime.mjs'
import { launch, waitUntilReady, run, show } from './processes.mjs'
import { mysqlAnswers, redisAnswers } from './sockets.mjs'
import { tallyVitest } from './tally.mjs'
import { withoutTorture } from './tortureFiles.mjs'

/**
 * Each engine has a name, and `start` runs what it replaces in a given folder. It returns the environment `env` for the tests,
 * the program `node` that runs them, and `stop`. It throws if the engine is not available; the message is the reason.
 */
const engines = [
  {
    name: 'as installed here',
    start: async () => ({ version: await versionOf(findProgram('mariadbd', 'mysqld')) }),
  },
  {
    name: 'MySQL 9.7',
    start: (folder) => startDatabase(folder, 'sid', ['mysql-server-core', 'mysql-client-core']),
  },
  {
    name: 'MySQL 8.4',
    async start() {
      throw refusal(
        'no suite of Debian has it (looked for in bullseye, bookworm, trixie, forky, sid, experimental)',
      )
    },
  },
  {
    name: 'MariaDB 11.8',
    start: (folder) =>
      startDatabase(folder, 'trixie', ['mariadb-server-core', 'mariadb-server', 'mariadb-client']),
  },
  { name: 'Valkey', start: startValkey },
  {
    name: 'Node 24',
    async start() {
      const bin = await nodeOf(24)
      const node = join(bin, 'node')
      return { node, env: { PATH: `${bin}:${process.env.PATH}` }, version: await versionOf(node) }
    },
  },
]

const versionOf = async (program, ...name) =>
  /\d+(\.\d+)+/.exec(await run(program, [...name, '--version']))?.[0] ?? 'unknown'

/** A throwaway database needs no durability. MySQL flushes each change of a table to the disk unless configured otherwise. */
const fast = ['--innodb-flush-log-at-trx-commit=0', '--innodb-doublewrite=0', '--innodb-flush-method=nosync']

async function startDatabase(folder, suite, packages) {
  const { folder: home, program } = await unpackPackages(suite, packages)
  const isMariaDb = packages[0].startsWith('mariadb')
  const name = isMariaDb ? 'mariadbd' : 'mysqld'
  const share = join(home, 'root/usr/share', isMariaDb ? 'mariadb' : 'mysql')
  const [data, socket] = [join(folder, 'data'), join(folder, 'mysql.sock')]
  const baseFlags = [
    '--no-defaults',
    `--basedir=${home}/root/usr`,
    `--lc-messages-dir=${share}`,
    `--character-sets-dir=${share}/charsets`,
    `--plugin-dir=${home}/root/usr/lib/mysql/plugin`,
    `--datadir=${data}`,
    `--tmpdir=${folder}`,
    ...(process.getuid() === 0 ? ['--user=root'] : []),
    // Debian's default is a folder that only its package creates.
    ...(isMariaDb ? [] : ['--secure-file-priv=NULL', '--mysqlx=OFF']),
  ]
  await (isMariaDb
    ? fillMariaDb(share, data, program, baseFlags)
    : run(program, [name, ...baseFlags, '--initialize-insecure']))
  const flags = [
    `--socket=${socket}`,
    '--skip-networking',
    '--skip-name-resolve',
    '--character-set-server=utf8mb4',
    '--collation-server=utf8mb4_unicode_ci',
    '--default-time-zone=+00:00',
    '--skip-log-bin',
    ...fast,
  ]
  const server = launch(name, program, [name, ...baseFlags, ...flags], { stdio: 'ignore' })
  await waitUntilReady(server, () => mysqlAnswers({ path: socket }))
  return {
    version: await versionOf(program, name),
    env: { TEST_DATABASE_URL: `mysql://root@localhost/?socket=${encodeURIComponent(socket)}` },
    stop: server.stop,
  }
}

/** Does the work of mariadb-install-db, which would run programs without their libraries. */
async function fillMariaDb(share, data, program, flags) {
  mkdirSync(data)
  const tables = [
    'system_tables',
    'performance_tables',
    'system_tables_data',
    'maria_add_gis_sp_bootstrap',
    'sys_schema',
  ]
  const files = tables.map((each) => join(share, `${each.startsWith('maria') ? '' : 'mariadb_'}${each}.sql`))
  const script = join(data, '../fill.sql')
  const begin = 'create database if not exists mysql;\nuse mysql;\nSET @auth_root_socket=NULL;\n'
  writeFileSync(script, begin + files.map((file) => readFileSync(file, 'utf8')).join('\n'))
  await run('sh', [
    '-c',
    'script=$1; shift; exec "$@" < "$script"',
    'sh',
    script,
    program,
    'mariadbd',
    ...flags,
    '--bootstrap',
    '--skip-log-bin',
  ])
}

async function startValkey(folder) {
  const { program } = await unpackPackages('trixie', ['valkey-server'])
  const socket = join(folder, 'redis.sock')
  const flags = ['--port', '0', '--unixsocket', socket, '--dir', folder, '--save', '', '--appendonly', 'no']
  const server = launch('valkey-server', program, ['valkey-server', ...flags], { stdio: 'ignore' })
  await waitUntilReady(server, () => redisAnswers({ path: socket }))
  return {
    version: await versionOf(program, 'valkey-server'),
    env: { TEST_REDIS_URL: `unix://${socket}` },
    stop: server.stop,
  }
}

export const isNamed = (name, names) =>
  names.length === 0 || names.some((each) => name.toLowerCase().startsWith(each.toLowerCase()))

export const enginesNamed = (names) => engines.filter(({ name }) => isNamed(name, names))

/**
 * Runs the server's tests (or the chosen files) on each of these engines, one after the other, and prints the table. Returns
 * the exit code: an engine that is not available is not a failure. `base` is the environment with this machine's services, for
 * those that an engine does not replace.
 */
export async function testEngines(base, { engines: selection, files }) {
  const rows = []
  for (const { name, start } of selection) {
    interrupted.throwIfAborted()
    console.log(`\n— ${name}`)
    const folder = mkdtempSync(join(tmpdir(), 'plak-engine-'))
    let engine = null
    try {
      engine = await start(folder)
      rows.push({ name, version: engine.version, ...(await testOn(engine, base, folder, files)) })
    } catch (error) {
      interrupted.throwIfAborted()
      if (engine) throw error
      const [reason] = String(error.message).split('\n')
      console.log(reason)
      rows.push({ name, reason })
    } finally {
      await engine?.stop?.()
      rmSync(folder, { recursive: true, force: true })
    }
  }
  for (const { failures = [] } of rows) for (const failure of failures) console.log(`✗ ${failure}`)
  if (rows.length > 0) console.log(`\n${tableOf(rows)}`)
  return rows.some(({ failed }) => failed > 0) ? 1 : 0
}

async function testOn({ node = process.execPath, env = {} }, base, folder, files) {
  const report = join(folder, 'report.json')
  const options = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const testFiles = files.length > 0 ? files : withoutTorture
  const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...options, ...testFiles]
  // On an engine of another make, the tests also restore backups of one make on the other.
  const otherDatabase = env.TEST_DATABASE_URL ? { TEST_OTHER_DATABASE_URL: base.TEST_DATABASE_URL } : {}
  const code = await show(node, args, { env: { ...base, ...otherDatabase, ...env } })
  const tally = tallyVitest(report)
  // A run can end without a report, or fail outside of any test.
  return code !== 0 && tally.failed === 0 ? { ...tally, failed: 1, failures: [`exit code ${code}`] } : tally
}

/** Formats the table for docs/install.md. */
const tableOf = (rows) =>
  [
    '| engine | version | passed | failed |',
    '|---|---|---|---|',
    ...rows.map(({ name, version = '', passed, failed, reason }) =>
      reason ? `| ${name} | not here: ${reason} | | |` : `| ${name} | ${version} | ${passed} | ${failed} |`,
    ),
  ].join('\n')
