import { spawn, spawnSync } from 'node:child_process'
import { openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { refusal, root } from './environment.mjs'
import { interrupted } from './lifetime.mjs'

/**
 * Runs a command to its end without showing its output. A failure throws that output, preceded by `failure` unless it is ''. A
 * command that is not interruptible runs even while the script is ending.
 */
export async function run(command, args, { env, interruptible = true, failure = `${command} failed` } = {}) {
  const signal = interruptible ? interrupted : undefined
  const { code, output } = await finish(command, args, { env, signal, stdio: ['ignore', 'pipe', 'pipe'] })
  if (code !== 0) throw refusal(`${failure && `${failure}:\n`}${shorten(output)}`)
  return output.trim()
}

/** The cause of a failure is at the beginning or at the end of the output. */
function shorten(output) {
  const lines = output.trim().split('\n')
  return (lines.length <= 30 ? lines : [...lines.slice(0, 15), '…', ...lines.slice(-10)]).join('\n')
}

export async function succeeds(command, args) {
  const finished = finish(command, args, { signal: interrupted, stdio: 'ignore' })
  return (await finished.catch(() => ({ code: 1 }))).code === 0
}

/**
 * Runs a command with its output visible and returns its exit code (128 + n if signal n ended it). `label` precedes each line,
 * for commands that run at the same time.
 */
export async function show(command, args, { env = process.env, label = '' } = {}) {
  const signal = interrupted
  if (!label) return (await finish(command, args, { env, signal, stdio: 'inherit' })).code
  const colors = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
  const onLine = (line) => console.log(`${label} │ ${line}`)
  const stdio = ['ignore', 'pipe', 'pipe']
  return (await finish(command, args, { env: { ...env, ...colors }, signal, stdio, onLine })).code
}

function finish(command, args, { onLine, ...options }) {
  options.signal?.throwIfAborted()
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, ...options })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      if (onLine) createInterface({ input: stream }).on('line', onLine)
      else stream?.on('data', (chunk) => (output += chunk))
    }
    let problem
    child.once('error', (error) => {
      problem = error
      if (child.pid === undefined) reject(error)
    })
    child.once('close', (code, signal) => {
      if (problem) reject(problem)
      else resolve({ code: exitCode(code, signal), output })
    })
  })
}

const signalNumbers = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 }
const exitCode = (code, signal) => code ?? 128 + (signalNumbers[signal] ?? 0)

/**
 * Starts a long-running process. It has its own process group, so that Ctrl-C only reaches the script, which then ends
 * everything in order. Returns `ended` (a promise of how it ended), `signal(name)` and `stop()`.
 */
export function launch(name, command, args, { env = process.env, stdio, grace = 12_000 } = {}) {
  const child = spawn(command, args, { cwd: root, env, detached: true, stdio })
  const ended = new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal ? `signal ${signal}` : `exit code ${code}`))
  })
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
    child.kill('SIGTERM')
    const killTimer = setTimeout(() => child.kill('SIGKILL'), grace)
    await ended
    clearTimeout(killTimer)
  }
  return { name, pid: child.pid, ended, signal: (signal) => child.kill(signal), stop }
}

const LONGEST_LOG = 5 * 1024 * 1024

/** A file that has grown too large is renamed first. */
export function openLog(file) {
  const { size = 0 } = statSync(file, { throwIfNoEntry: false }) ?? {}
  if (size > LONGEST_LOG) renameSync(file, `${file}.1`)
  return openSync(file, 'a', 0o600)
}

/** The program exits by itself and frees its port if this script is killed (kill -9). */
export function launchOwn(name, args, { env, grace }) {
  const leash = new URL('./leash.mjs', import.meta.url).href
  return launch(name, process.execPath, ['--import', leash, ...args], {
    env,
    grace,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
}

/**
 * Waits until `isReady` returns true.
 * @throws a refusal if `launched` ends first, or after `within` milliseconds
 */
export async function waitUntilReady(
  launched,
  isReady,
  { within = 60_000, hint = '', interruptible = true } = {},
) {
  let end = ''
  void launched.ended.then((reason) => (end = reason))
  const deadline = Date.now() + within
  while (!(await isReady())) {
    if (interruptible) interrupted.throwIfAborted()
    if (end !== '') throw refusal(`${launched.name} did not start (${end}).${hint}`)
    if (Date.now() > deadline) {
      throw refusal(`${launched.name} was not ready within ${within / 1000} seconds.${hint}`)
    }
    await sleep(25)
  }
}

/** Ends a process, not necessarily a child of this one, and waits until `isStill` returns false. */
export async function endProcess(pid, isStill, grace = 30_000) {
  const startedAt = Date.now()
  trySignal(pid, 'SIGTERM')
  while (isStill()) {
    if (Date.now() - startedAt > grace) trySignal(pid, 'SIGKILL')
    await sleep(25)
  }
}

function trySignal(pid, signal) {
  try {
    process.kill(pid, signal)
  } catch {
    // It no longer exists.
  }
}

/** Returns the command line of a running process; '' if it does not exist or is a zombie. */
export function commandLine(pid) {
  if (!Number.isInteger(pid) || pid <= 0) return ''
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    if (process.platform === 'linux') return ''
    return spawnSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? ''
  }
}

export function readPid(file) {
  try {
    return Number.parseInt(readFileSync(file, 'utf8'), 10) || 0
  } catch {
    return 0
  }
}
