// Records which server created the files of the private database. MariaDB and MySQL cannot open each other's files, nor can an
// older version open those of a newer one; the errors are obscure. A newer MariaDB requires an upgrade of the files.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram, refusal } from './environment.mjs'
import { run } from './processes.mjs'

const noteIn = (folder) => join(folder, 'mysql.made-by')

/** Returns { make, version }: 'MariaDB' or 'MySQL', and [10, 11]. */
export async function makerOf(program) {
  const output = await run(program, ['--no-defaults', '--version'])
  const [, major, minor] = /Ver\s+(\d+)\.(\d+)/.exec(output) ?? []
  return { make: output.includes('MariaDB') ? 'MariaDB' : 'MySQL', version: [Number(major), Number(minor)] }
}

const describe = ({ make, version }) => `${make} ${version.join('.')}`

function lastMaker(folder) {
  if (!existsSync(noteIn(folder))) return null
  const [make, version = ''] = readFileSync(noteIn(folder), 'utf8').trim().split(' ')
  return { make, version: version.split('.').map(Number) }
}

const order = (one, other) => one.version[0] - other.version[0] || one.version[1] - other.version[1]

/** @throws a refusal if this server cannot open the existing files */
export function checkMaker(folder, maker) {
  const last = lastMaker(folder)
  if (last === null || (last.make === maker.make && order(last, maker) <= 0)) return
  throw refusal(
    `The data in ${folder} were written by ${describe(last)}, and this machine has ${describe(maker)}, which cannot open them. Install ` +
      `${describe(last)} or newer; to change to ${maker.make}, make a backup with it first (npm run admin -- backup), and restore that.`,
  )
}

/** Upgrades the files for a newer MariaDB if necessary. Requires a running server. */
export async function noteMaker(folder, maker, socket) {
  const last = lastMaker(folder)
  const upgrade = findProgram('mariadb-upgrade', 'mysql_upgrade')
  if (last && order(last, maker) < 0 && maker.make === 'MariaDB' && upgrade) {
    console.log(`Upgrading the database from ${describe(last)} to ${describe(maker)} …`)
    await run(upgrade, ['--no-defaults', '--user=root', `--socket=${socket}`, '--silent'])
  }
  writeFileSync(noteIn(folder), `${describe(maker)}\n`)
}
