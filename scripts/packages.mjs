// Missing programs on Debian and Ubuntu, as root: installed by apt. Everywhere else a person installs them.
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { findProgram } from './environment.mjs'
import { interrupted } from './lifetime.mjs'
import { run } from './processes.mjs'

/** Whether this script may install packages here at all. */
export function canInstall() {
  return existsSync('/etc/debian_version') && process.getuid?.() === 0 && findProgram('apt-get') !== null
}

/** Installs packages: asked for on a terminal, at once where nobody can be asked. Returns whether it did. */
export async function installFromApt(packages) {
  const names = packages.join(' and ')
  if (process.stdin.isTTY && process.stdout.isTTY) {
    const terminal = createInterface({ input: process.stdin, output: process.stdout })
    // Or readline would keep Ctrl-C to itself.
    terminal.once('SIGINT', () => process.kill(process.pid, 'SIGINT'))
    const answer = await terminal.question(`Install ${names} with apt now? [Y/n] `, { signal: interrupted })
    terminal.close()
    if (!/^(y(es)?)?$/i.test(answer.trim())) return false
  }
  console.log(`Installing ${names} with apt (a minute or two) …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await withoutStartingServices(async () => {
    await run('apt-get', ['update', '-q'], { env, failure: 'apt-get update failed' })
    const failure = `apt-get could not install ${names}`
    await run('apt-get', ['install', '-y', '-q', ...packages], { env, failure })
  })
  return true
}

/** Packages of servers start a service of the system's; we want their programs only. */
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
    for (const unit of ['mariadb', 'redis-server']) {
      await run('systemctl', ['disable', '--quiet', unit]).catch(() => {}) // not installed by us this time
    }
  }
}
