// Runs MySQL and Redis from the programs of this machine: data in one folder, unix sockets, no ports. Several scripts can use
// the servers of one folder at once; the last one to exit stops them.
import {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProgram, hashOf, makePrivateFolder, refusal } from './environment.mjs'
import { keepRunning } from './keep.mjs'
import { interrupted } from './lifetime.mjs'
import { isScript, oneAtATime } from './lock.mjs'
import { checkMaker, makerOf, noteMaker } from './madeBy.mjs'
import { commandLine, endProcess, launch, openLog, readPid, waitUntilReady, run } from './processes.mjs'
import { mysqlAnswers, redisAnswers } from './sockets.mjs'

const asRoot = process.getuid?.() === 0 ? ['--user=root'] : []

export function findServerPrograms() {
  return { mysql: findProgram('mariadbd', 'mysqld'), redis: findProgram('redis-server', 'valkey-server') }
}

/**
 * Starts the wanted servers ('mysql', 'redis') with their data in `folder`, or takes over those of an earlier run that still
 * run. A throwaway server is fast rather than safe, and its folder is deleted when it stops.
 */
export async function privateServers(kinds, folder, { throwaway = false } = {}) {
  const sockets = socketFolder(folder)
  const servers = kinds.map((kind) => describe(kind, folder, sockets, throwaway))
  const user = join(folder, 'users', String(process.pid))
  const launched = new Map()
  const keepers = []

  const stop = () => {
    for (const keeper of keepers) keeper.letGo()
    return inTurn(folder, async () => {
      rmSync(user, { force: true })
      if (livingUsers(folder).length > 0) return
      for (const server of servers) await endServer(server)
      if (throwaway) rmSync(folder, { recursive: true, force: true })
      if (sockets !== folder) rmSync(sockets, { recursive: true, force: true })
    })
  }

  const restart = (server) => () =>
    inTurn(folder, async () => (isRunning(server) ? null : await startServer(server)))

  makePrivateFolder(join(folder, 'users'))
  try {
    await inTurn(folder, async () => {
      for (const dead of usersOf(folder).filter((pid) => !isScript(pid))) rmSync(join(folder, 'users', dead))
      writeFileSync(user, '')
      for (const server of servers) {
        if (isRunning(server)) await answersSoon(server)
        else launched.set(server, await startServer(server))
      }
    })
  } catch (error) {
    await stop()
    throw error
  }
  // Throwaway servers are not restarted: tests kill them on purpose.
  if (!throwaway) for (const [server, first] of launched) keepers.push(keepRunning(first, restart(server)))
  const started = [...launched.keys()].map(({ name }) => name)
  return { mysql: join(sockets, 'mysql.sock'), redis: join(sockets, 'redis.sock'), started, stop }
}

/** Ends throwaway servers whose starter was killed, and deletes their folders. */
export async function sweepThrowaways(prefix) {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(prefix))) {
    const folder = join(tmpdir(), name)
    if (!isAbandoned(folder) || lstatSync(folder).uid !== process.getuid?.()) continue
    for (const kind of ['mysql', 'redis']) await endServer(describe(kind, folder, folder, true))
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * True if all processes that used a folder have died. A folder without any recorded process was just created, by a script that
 * is about to record itself.
 */
function isAbandoned(folder) {
  return existsSync(join(folder, 'users')) && usersOf(folder).length > 0 && livingUsers(folder).length === 0
}

function describe(kind, folder, sockets, throwaway) {
  const socket = join(sockets, `${kind}.sock`)
  const common = { kind, folder, socket, data: join(folder, kind), pidFile: join(folder, `${kind}.pid`) }
  const { data, pidFile } = common
  if (kind === 'redis') {
    return {
      ...common,
      name: 'Redis',
      isAnswering: () => redisAnswers({ path: socket }),
      flags: [
        '--port',
        '0',
        '--unixsocket',
        socket,
        '--unixsocketperm',
        '700',
        '--dir',
        data,
        '--pidfile',
        pidFile,
        '--save',
        '',
        '--appendonly',
        throwaway ? 'no' : 'yes',
        // Limits the memory that strangers' requests can fill: the least recently used keys are evicted first.
        '--maxmemory',
        '128mb',
        '--maxmemory-policy',
        'allkeys-lru',
      ],
    }
  }
  return {
    ...common,
    name: 'MySQL',
    isAnswering: () => mysqlAnswers({ path: socket }),
    flags: [
      '--no-defaults',
      `--datadir=${data}`,
      ofItsOwn(folder),
      `--socket=${socket}`,
      `--pid-file=${pidFile}`,
      '--skip-networking',
      '--skip-name-resolve',
      '--character-set-server=utf8mb4',
      '--collation-server=utf8mb4_unicode_ci',
      '--default-time-zone=+00:00',
      '--skip-log-bin',
      ...asRoot,
      ...(throwaway
        ? ['--innodb-flush-log-at-trx-commit=0', '--innodb-doublewrite=0']
        : [`--innodb-buffer-pool-size=${bufferPool()}`]),
    ],
  }
}

const MIB = 1024 ** 2

/** A quarter of the memory, in bytes; the database takes it as it needs it. Its default is made for small machines. */
function bufferPool() {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity)
  return Math.min(2_048, Math.max(128, Math.floor(memory / 4 / MIB))) * MIB
}

/** Flag for a separate folder of temporary tables: a MariaDB that starts deletes those of all others in the same folder. */
const ofItsOwn = (folder) => `--tmpdir=${folder}`

async function startServer(server) {
  const program = findServerPrograms()[server.kind]
  const maker = server.kind === 'mysql' ? await makerOf(program) : null
  if (maker) checkMaker(server.folder, maker)
  const special = maker ? await makeDatabase(server, program, maker) : []
  mkdirSync(server.data, { recursive: true })
  rmSync(server.pidFile, { force: true })

  const logFile = join(server.folder, `${server.kind}.log`)
  const log = openLog(logFile)
  const launched = launch(server.name, program, [...server.flags, ...special], {
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  // Recorded at once: if this script is killed now, the next one finds the process.
  if (launched.pid) writeFileSync(server.pidFile, `${launched.pid}\n`)
  try {
    // Not interruptible: MariaDB hangs if it is stopped during its start.
    const hint = ` Its reasons are in ${logFile}`
    await waitUntilReady(launched, server.isAnswering, { interruptible: false, hint })
    if (maker) await noteMaker(server.folder, maker, server.socket)
  } catch (error) {
    await endServer(server)
    throw error
  }
  return launched
}

/** Returns the flags that only this make of server supports. */
async function makeDatabase({ folder, data }, program, { make }) {
  const isMariaDb = make === 'MariaDB'
  if (!existsSync(data)) {
    // Created under another name and then renamed: an interrupted installation is never used as a database.
    const making = `${data}.making`
    rmSync(making, { recursive: true, force: true })
    mkdirSync(making, { mode: 0o700 })
    const installer = findProgram('mariadb-install-db', 'mysql_install_db')
    if (isMariaDb && !installer) throw refusal('MariaDB is here without its mariadb-install-db.')
    const flags = ['--no-defaults', `--datadir=${making}`, ofItsOwn(folder), ...asRoot]
    await (isMariaDb
      ? run(installer, [...flags, '--auth-root-authentication-method=normal', '--skip-test-db'])
      : run(program, [...flags, '--initialize-insecure']))
    renameSync(making, data)
  }
  return isMariaDb ? [] : ['--mysqlx=OFF']
}

/** True if the process of the pid file is this server: its pid can have been reused by another process. */
function isRunning({ kind, socket, data, pidFile }, pid = readPid(pidFile)) {
  const command = commandLine(pid)
  // The command line of Redis contains its socket instead of its flags; that of MySQL contains the flags.
  return kind === 'redis' ? command.includes(socket) : command.includes(`--datadir=${data} `)
}

async function answersSoon({ name, folder, isAnswering }) {
  for (let attempt = 0; !(await isAnswering()); attempt++) {
    interrupted.throwIfAborted()
    if (attempt === 400) throw refusal(`${name} of ${folder} runs but does not answer.`)
    await sleep(50)
  }
}

async function endServer(server) {
  // A server deletes its pid file before it has exited.
  const pid = readPid(server.pidFile)
  if (isRunning(server, pid)) await endProcess(pid, () => isRunning(server, pid))
}

/** Returns a folder for unix sockets, whose paths are limited to 107 bytes (103 on a Mac); a deep checkout gets a short one. */
function socketFolder(folder) {
  if (Buffer.byteLength(join(folder, 'mysql.sock')) <= 103) return folder
  const short = join(tmpdir(), `plak-${hashOf(folder).slice(0, 12)}`)
  makePrivateFolder(short)
  if (lstatSync(short).uid !== process.getuid?.()) throw refusal(`${short} belongs to somebody else.`)
  return short
}

const usersOf = (folder) => readdirSync(join(folder, 'users'))
const livingUsers = (folder) => usersOf(folder).filter(isScript)

const inTurn = (folder, work) => oneAtATime(join(folder, 'lock'), work)
