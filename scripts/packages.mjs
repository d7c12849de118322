// Installs missing programs by apt, on Debian and Ubuntu as root. On other systems the user must install them.
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { findProgram, tell } from './environment.mjs'
import { interrupted } from './lifetime.mjs'
import { run } from './processes.mjs'
import { step } from './steps.mjs'

export function canInstall() {
  return existsSync('/etc/debian_version') && process.getuid?.() === 0 && findProgram('apt-get') !== null
}

let isDeclined = false
let confirmedNames

/**
 * Installs packages, after a confirmation if there is a terminal. Each package is a list of names, of which the first that apt
 * knows is used. Returns whether all were installed.
 */
export async function installFromApt(packages) {
  if (!(await confirmInstall(packages))) return false
  return await step(`Installing ${namesOf(packages)} with apt`, () => install(packages))
}

async function install(packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-q'], { env, failure: 'apt-get update failed' })
  const availableNames = (await Promise.all(packages.map(firstKnown))).filter(Boolean)
  await withoutStartingServices(async () => {
    const failure = `apt-get could not install ${namesOf(packages)}`
    await run('apt-get', ['install', '-y', '-q', ...availableNames], { env, failure })
  })
  return availableNames.length === packages.length
}

export async function installIfPossible(packages) {
  if (packages.length === 0 || !canInstall()) return
  try {
    await installFromApt(packages)
  } catch (error) {
    interrupted.throwIfAborted()
    tell(error)
  }
}

const namesOf = (packages) => packages.map(([name]) => name).join(' and ')

/** True if these packages can be installed. Asks the user at a terminal, once for the same packages; a refusal is final. */
export async function confirmInstall(packages) {
  const isKnown = isDeclined || confirmedNames === namesOf(packages)
  if (isKnown || !process.stdin.isTTY || !process.stdout.isTTY) return !isDeclined
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  // Otherwise readline would swallow Ctrl-C.
  terminal.once('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  const question = `Install ${namesOf(packages)} with apt now? [Y/n] `
  const answer = await terminal.question(question, { signal: interrupted })
  terminal.close()
  isDeclined = !/^(y(es)?)?$/i.test(answer.trim())
  if (!isDeclined) confirmedNames = namesOf(packages)
  return !isDeclined
}

async function firstKnown(names) {
  for (const name of names) {
    const description = await run('apt-cache', ['show', '--quiet=2', name]).catch(() => '')
    // apt knows a virtual package, but shows nothing for it.
    if (description !== '') return name
  }
  return null
}

/** Prevents server packages from starting a system service; only their programs are needed. */
async function withoutStartingServices(work) {
  const policy = '/usr/sbin/policy-rc.d'
  const isOurs = !existsSync(policy)
  if (isOurs) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    await work()
  } finally {
    if (isOurs) rmSync(policy, { force: true })
  }
  if (existsSync('/run/systemd/system')) {
    for (const unit of ['mariadb', 'redis-server', 'redis-sentinel', 'nginx', 'caddy', 'haproxy']) {
      await run('systemctl', ['disable', '--quiet', unit]).catch(() => {}) // not installed by this run
    }
  }
}
