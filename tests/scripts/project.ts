import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterEach } from 'vitest'
import { freePort } from '../support/freePort.ts'

// A small project around the real scripts and the real migrations: everything they start is real (MySQL, Redis, processes,
// ports), while the parts that are slow to build or tested elsewhere (client, web, server) are a few lines. Its build copies
// the migration that is built here, next to the replacements.

const server = `
  import { createServer } from 'node:http'
  if (process.env.BAD_SETTING) {
    console.error('BAD_SETTING must not be set')
    process.exit(3)
  }
  const server = createServer((request, response) => {
    response.setHeader('connection', 'close')
    const answers = { '/env': JSON.stringify(process.env), '/pid': String(process.pid) }
    response.end(answers[request.url] ?? 'ok')
    if (request.url === '/die') process.exit(4)
  }).listen(process.env.PORT)
  for (const signal of ['SIGTERM', 'SIGUSR2']) {
    process.on(signal, () => server.close(() => (console.log('server closed'), process.exit())))
  }
`
const demo = `
  import { createServer } from 'node:http'
  createServer((_, response) => response.end('ok')).listen(process.env.DEMO_PORT, '127.0.0.1')
  process.on('SIGTERM', () => (console.log('demo closed'), process.exit()))
`
const login = (n: number) => ({ email: `p${n}@plak.test`, nickname: `p${n}`, password: `pw${n}` })
const build = `
  const { copyFileSync, cpSync, existsSync, mkdirSync } = require('fs')
  const folder = process.argv[4].replace('/vite.config.ts', '')
  const target = 'dist/' + folder.split('/').at(-1)
  mkdirSync(target, { recursive: true })
  if (folder === 'server') cpSync(${JSON.stringify(resolve('dist/server'))}, target, { recursive: true, filter: (name) => !name.endsWith('.map') })
  if (folder === 'web') copyFileSync('web/index.html', 'dist/web/index.html')
  for (const name of ['main', 'admin', 'seed', 'call'])
    if (existsSync(folder + '/' + name + '.ts')) copyFileSync(folder + '/' + name + '.ts', target + '/' + name + '.js')
`
const admin = `
  console.log(JSON.stringify(process.argv.slice(2)))
  process.exit(process.env.DATABASE_URL ? 7 : 1)
`

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }

const files: Record<string, string> = {
  'package.json': JSON.stringify({ type: 'module', scripts }),
  'package-lock.json': '{ "packages": {} }',
  'node_modules/.package-lock.json': '{ "packages": {} }',
  'node_modules/prisma/build/index.js':
    "require('fs').mkdirSync('server/generated/prisma', { recursive: true })",
  'node_modules/vite/package.json': '{}',
  'node_modules/vite/bin/vite.js': build,
  'web/index.html': '',
  'server/main.ts': server,
  'server/admin.ts': admin,
  'demo/main.ts': demo,
  'demo/seed.ts': '',
  'demo/logins.json': JSON.stringify([1, 2, 3, 4].map(login)),
}

/** True if this machine has the programs of MySQL and Redis; on others they run in containers. */
export const hasServerPrograms = [
  ['mariadbd', 'mysqld'],
  ['redis-server', 'valkey-server'],
].every((names) =>
  (process.env.PATH ?? '')
    .split(':')
    .some((folder) =>
      names.some((name) => existsSync(join(folder, name)) || existsSync(join(dirname(folder), 'sbin', name))),
    ),
)

export type Project = { folder: string; port: number; remove: () => void }

/** Creates the project in a temporary folder, with a free port; `depth` makes its path longer. */
export async function makeProject(depth = ''): Promise<Project> {
  const base = mkdtempSync(join(tmpdir(), 'plak-project-'))
  const folder = join(base, depth)
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  for (const name of ['scripts', 'prisma', 'server/lib/secretFiles.mjs']) {
    cpSync(name, join(folder, name), { recursive: true })
  }
  for (const name of ['mariadb', 'zod', '@node-rs/argon2'].map((each) => `node_modules/${each}`)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    symlinkSync(resolve(name), join(folder, name))
  }
  return { folder, port: await twoFreePorts(), remove: () => rmSync(base, { recursive: true, force: true }) }
}

/** Returns a function that creates projects for the tests of a file. Fails if processes of one still run after a test. */
export function projectsOfTests() {
  const opened: Project[] = []
  afterEach(() => {
    for (const each of opened.splice(0)) {
      const left = processesOf(each)
      if (left.length > 0) throw new Error(`These were left running:\n${left.join('\n')}`)
      each.remove()
    }
  })
  return async (depth?: string): Promise<Project> => {
    const made = await makeProject(depth)
    opened.push(made)
    return made
  }
}

export type Run = {
  pid: number
  output: () => string
  /** the exit code, once the script and the processes that write to its output have ended */
  code: Promise<number | null>
  /** resolves when the output contains the text */
  says: (text: string) => Promise<void>
}

/**
 * Runs a script of the project in a small environment, without a Docker engine; `env` adds to it. A detached script has a
 * process group of its own, like a command in a terminal.
 */
export function runScript(
  { folder, port }: Project,
  args: string[],
  env: Record<string, string> = {},
  { detached = false } = {},
): Run {
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: folder,
      DOCKER_HOST: 'unix:///nowhere/docker.sock',
      PORT: String(port),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached,
  })
  let output = ''
  const listeners = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      for (const listener of listeners) listener()
    })
  }
  const code = new Promise<number | null>((done) => child.once('close', done))
  const says = (text: string) =>
    new Promise<void>((done, fail) => {
      const look = () => output.includes(text) && done()
      listeners.add(look)
      look()
      void code.then(() => fail(new Error(`It ended without saying '${text}':\n${output}`)))
    })
  return { pid: child.pid!, output: () => output, code, says }
}

/** Reads a file of the project's .data folder, such as a pid; '' if it does not exist. */
export function dataFile({ folder }: Project, name: string): string {
  const file = join(folder, '.data', name)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
}

/** Returns the command lines of all processes of the project. */
export function processesOf({ folder }: Project): string[] {
  const hash = createHash('sha256')
    .update(`${join(folder, '.data')}\0`)
    .digest('hex')
  const sockets = join(tmpdir(), `plak-${hash.slice(0, 12)}`)
  if (!existsSync('/proc')) return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(commandLine)
    .filter((command) => command.includes(folder) || command.includes(sockets))
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

/** Returns a port that is free, as is the next one. */
async function twoFreePorts(): Promise<number> {
  for (;;) {
    const [first, next] = [await freePort(), await freePort()]
    if (next === first + 1) return first
  }
}

/** Listens on a port, like another program. */
export function listen(port: number) {
  return new Promise<ReturnType<typeof createServer>>((done, fail) => {
    const listening = createServer()
      .once('error', fail)
      .listen(port, '127.0.0.1', () => done(listening))
  })
}
