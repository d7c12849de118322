// MySQL and Redis of our own, from the programs of this machine: data in one folder, unix sockets, no ports.
// Several scripts may use the servers of one folder at once; the last one to leave stops them.
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
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProgram, hashOf, makePrivateFolder, refusal } from './environment.mjs'
import { keepRunning } from './keep.mjs'
import { interrupted } from './lifetime.mjs'
import { isScript, oneAtATime } from './lock.mjs'
import { checkMaker, makerOf, noteMaker } from './madeBy.mjs'
import { commandLine, endProcess, launch, openLog, readPid, ready, run } from './processes.mjs'
import { mysqlAnswers, redisAnswers } from './sockets.mjs'

const asRoot = process.getuid?.() === 0 ? ['--user=root'] : []

/** The programs of this machine: paths, or null where one is missing. */
export function findServerPrograms() {
  return { mysql: findProgram('mariadbd', 'mysqld'), redis: findProgram('redis-server', 'valkey-server') }
}

/**
 * Starts the wanted servers ('mysql', 'redis') with their data in `folder`, or takes over those that an
 * earlier run left alive there. A throwaway is fast rather than safe, and its folder goes when it stops.
 */
export async function privateServers(wanted, folder, { throwaway = false } = {}) {
  const sockets = socketFolder(folder)
  const servers = wanted.map((kind) => describe(kind, folder, sockets, throwaway))
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

  /** Starts a server again that died, unless another script was quicker. */
  const again = (server) => () =>
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
  // What tests kill stays dead.
  if (!throwaway) for (const [server, first] of launched) keepers.push(keepRunning(first, again(server)))
  const started = [...launched.keys()].map(({ name }) => name)
  return { mysql: join(sockets, 'mysql.sock'), redis: join(sockets, 'redis.sock'), started, stop }
}

/** Ends the throwaway servers whose starter was killed, and removes what they left. */
export async function sweepThrowaways(prefix) {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(prefix))) {
    const folder = join(tmpdir(), name)
    if (!isAbandoned(folder) || lstatSync(folder).uid !== process.getuid?.()) continue
    for (const kind of ['mysql', 'redis']) await endServer(describe(kind, folder, folder, true))
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A folder without a noted process has just been created, by a script that is about to note itself. */
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
        // Limits the memory that requests of strangers can fill: the least recently used keys are evicted first.
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
      ...(throwaway ? ['--innodb-flush-log-at-trx-commit=0', '--innodb-doublewrite=0'] : []),
    ],
  }
}

/** The flag for its temporary tables: a MariaDB that starts deletes those of every other one in the same folder. */
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
  // Recorded at once: if this script is killed now, the next one finds it.
  if (launched.pid) writeFileSync(server.pidFile, `${launched.pid}\n`)
  try {
    // Interruptions wait, too: MariaDB hangs when it is stopped during its start.
    const hint = ` Its reasons are in ${logFile}`
    await ready(launched, server.isAnswering, { interruptible: false, hint })
    if (maker) await noteMaker(server.folder, maker, server.socket)
  } catch (error) {
    await endServer(server)
    throw error
  }
  return launched
}

/** Fills the data folder where there is none, and returns the flags that only this make of server knows. */
async function makeDatabase({ folder, data }, program, { make }) {
  const isMariaDb = make === 'MariaDB'
  if (!existsSync(data)) {
    // Made beside and then moved: an interrupted beginning is never taken for a database.
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

/** Whether the process of the pid file is this very server: the number may have gone to another one. */
function isRunning({ kind, socket, data, pidFile }, pid = readPid(pidFile)) {
  const command = commandLine(pid)
  // Redis shows its socket in the place of its flags, MySQL shows the flags.
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
  // A server removes its pid file before it is gone.
  const pid = readPid(server.pidFile)
  if (isRunning(server, pid)) await endProcess(pid, () => isRunning(server, pid))
}

/** A unix socket's path has at most 107 bytes (103 on a Mac); a deep project gets a short one. */
function socketFolder(folder) {
  if (Buffer.byteLength(join(folder, 'mysql.sock')) <= 103) return folder
  const short = join(tmpdir(), `plak-${hashOf(folder).slice(0, 12)}`)
  makePrivateFolder(short)
  if (lstatSync(short).uid !== process.getuid?.()) throw refusal(`${short} belongs to somebody else.`)
  return short
}

const usersOf = (folder) => readdirSync(join(folder, 'users'))
const livingUsers = (folder) => usersOf(folder).filter(isScript)

/** Two scripts must not start or stop the servers of a folder at the same moment. */
const inTurn = (folder, work) => oneAtATime(join(folder, 'lock'), work)
