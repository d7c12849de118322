import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createConnection, type Connection } from 'mariadb'

const asRoot = process.getuid?.() === 0 ? ['--user=root'] : []
const programs = ['mariadb-install-db', 'mariadbd']

/** True if this machine can run a MariaDB for a test; on other machines the tests run against one in a container. */
export const hasMariaDb = programs.every(
  (program) => !spawnSync(program, ['--no-defaults', '--version'], { stdio: 'ignore' }).error,
)

/**
 * Starts a MariaDB for a test, as durable as a real one, that can be killed and restarted. `url` is the URL of an empty
 * database, for a user with only the privileges that the product needs. `options` are those of mariadbd.
 */
export async function startMariaDb(options: readonly string[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'plak-mariadb-'))
  const [data, socketPath] = [join(folder, 'data'), join(folder, 'db.sock')]
  const made = spawnSync('mariadb-install-db', [
    '--no-defaults',
    `--datadir=${data}`,
    // A MariaDB that starts deletes the temporary tables of all others in the same folder.
    `--tmpdir=${folder}`,
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
    ...asRoot,
  ])
  if (made.status !== 0) throw new Error(`mariadb-install-db failed: ${made.stderr.toString()}`)
  let server: ChildProcess

  const open = (): Promise<Connection> =>
    createConnection({ socketPath, user: 'root', multipleStatements: true, connectTimeout: 5_000 })

  /** Runs statements as root, in a connection of their own. */
  async function run(sql: string) {
    const connection = await open()
    try {
      await connection.query(sql)
    } finally {
      await connection.end()
    }
  }

  /** Starts the server; resolves when it answers. */
  async function start() {
    const flags = [
      '--skip-networking',
      '--skip-log-bin',
      '--innodb-buffer-pool-size=16M',
      ...asRoot,
      ...options,
    ]
    const place = [`--datadir=${data}`, `--tmpdir=${folder}`, `--socket=${socketPath}`]
    server = spawn('mariadbd', ['--no-defaults', ...place, ...flags], { stdio: 'ignore' })
    for (;;) {
      if (server.exitCode !== null) throw new Error('mariadbd did not start')
      const connection = await open().catch(() => null)
      if (connection) return await connection.end()
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  async function kill() {
    server.kill('SIGKILL')
    await once(server, 'exit')
  }

  await start()
  await run(
    `CREATE DATABASE plak; CREATE USER plak@localhost IDENTIFIED BY 'secret'; GRANT ALL ON plak.* TO plak@localhost`,
  )
  return {
    url: `mysql://plak:secret@localhost/plak?socket=${encodeURIComponent(socketPath)}`,
    run,
    start,
    kill,
    async close() {
      if (server.exitCode === null && server.signalCode === null) await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
