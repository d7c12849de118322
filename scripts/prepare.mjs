// Builds and installs everything that must exist before a program runs. Each part is only rebuilt if its sources have changed.
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { keepBuild } from './builds.mjs'
import { appSecret, dataFolder, findProgram, hashOf, isDemo, refusal, root } from './environment.mjs'
import { oneAtATime } from './lock.mjs'
import { run } from './processes.mjs'
import { step } from './steps.mjs'

const file = (...parts) => join(root, ...parts)
const textOf = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : '')

/**
 * Installs the packages of package-lock.json if the installed ones differ. `isForRunning`: packages that are only needed for
 * building and testing can be missing, as they are in an image.
 */
export async function installPackages({ isForRunning = false } = {}) {
  if (isInstalled(isForRunning)) return
  const npm = findProgram('npm')
  if (!npm) throw refusal('npm is not in the PATH. It comes with Node: https://nodejs.org')
  const failure = 'The packages could not be installed'
  await step('Installing packages', () =>
    run(npm, ['ci', '--include=dev', '--no-audit', '--no-fund'], { failure }),
  )
}

/** npm writes this record at the end of an installation; packages of other platforms are optional. */
function isInstalled(isForRunning) {
  const note = file('node_modules', '.package-lock.json')
  if (!existsSync(note)) return false
  const installedPackages = JSON.parse(readFileSync(note, 'utf8')).packages
  const { '': _, ...requiredPackages } = JSON.parse(readFileSync(file('package-lock.json'), 'utf8')).packages
  return Object.entries(requiredPackages).every(
    ([name, { version, integrity, optional, dev, devOptional }]) => {
      const existing = installedPackages[name]
      const isNeeded = !optional && !(isForRunning && (dev || devOptional))
      return existing ? existing.version === version && existing.integrity === integrity : !isNeeded
    },
  )
}

export async function generateClient() {
  const sources = ['package-lock.json', 'prisma.config.ts', 'prisma/schema.prisma'].map((name) => file(name))
  const stamp = file('dist/.client-made-from')
  await whenChanged(sources, file('server/generated/prisma'), stamp, async () => {
    const prisma = file('node_modules/prisma/build/index.js')
    const failure = 'The Prisma client could not be made'
    await step('Making the Prisma client', () => run(process.execPath, [prisma, 'generate'], { failure }))
  })
}

export const buildWeb = () =>
  build('web', 'dist/web/index.html', [], () => {
    // The build empties the folder, and a running server can be serving from it.
    if (existsSync(dataFolder)) keepBuild()
  })

export const buildServer = () => build('server', 'dist/server/main.js', ['scripts/programs.ts'])

export const buildDemo = () => build('demo', 'dist/demo/main.js', ['scripts/programs.ts', 'server'])

export const buildHarness = () =>
  build('tests/harness', 'dist/harness/call.js', ['scripts/programs.ts', 'server'])

export const buildSites = () =>
  build('tests/web/sites', 'dist/sites/plak.js', ['scripts/programs.ts', 'server', 'demo', 'tests/support'])

async function build(folder, product, extraSources, prepare) {
  const part = basename(folder)
  const sources = ['package-lock.json', 'tsconfig.json', 'shared', folder, ...extraSources].map((name) =>
    file(name),
  )
  await whenChanged(sources, file(product), file(`dist/.${part}-made-from`), async () => {
    const vite = file('node_modules/vite/bin/vite.js')
    if (!existsSync(vite)) {
      throw refusal(
        `The ${part} of this version is not built, and the packages that build it are not installed: ` +
          'npm ci && node scripts/make.mjs',
      )
    }
    prepare?.()
    const args = [vite, 'build', '--config', `${folder}/vite.config.ts`, '--logLevel', 'warn']
    const options = {
      env: { ...process.env, NODE_ENV: 'production' },
      failure: `The ${part} could not be built`,
    }
    await step(`Building the ${part}`, () => run(process.execPath, args, options))
  })
}

async function whenChanged(sources, product, stamp, make) {
  const files = sources.flatMap(filesOf)
  const hash = hashOf(...files.flatMap((path) => [relative(root, path), readFileSync(path)]))
  const isMade = () => existsSync(product) && textOf(stamp) === hash
  if (isMade()) return
  mkdirSync(dirname(stamp), { recursive: true })
  // Commands can start at the same time: a build empties its folder while another command would run its files.
  await oneAtATime(`${stamp}.lock`, async () => {
    if (isMade()) return
    await make()
    writeFileSync(stamp, hash)
  })
}

/** The order is stable. */
function filesOf(path) {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats) return []
  if (stats.isFile()) return [path]
  return readdirSync(path)
    .toSorted()
    .flatMap((name) => filesOf(join(path, name)))
}

/** In an image these builds exist, and could not be made. */
export async function prepareTasks() {
  await installPackages({ isForRunning: true })
  await generateClient()
  await buildServer()
}

/**
 * Migrates the database to the newest schema, and prints where the data is. A real database
 * with users is backed up first, unless `backup` is false. Data of another installation is
 * refused, unless `isMoving`. `kind` is how the database runs: 'url', 'compose' or 'private'. `isReal` is false for the demo's.
 */
export async function migrateDatabase(
  databaseUrl,
  { kind, isReal = !isDemo(), isMoving = false, backup = true, tell = console.log },
) {
  const options = [
    `--kind=${kind}`,
    ...(isReal ? ['--real'] : []),
    ...(isMoving ? ['--move-data'] : []),
    ...(backup ? [] : ['--no-backup']),
  ]
  const output = await run(
    process.execPath,
    ['--enable-source-maps', file('dist/server/migrate.js'), ...options],
    {
      env: { ...process.env, DATABASE_URL: databaseUrl, ...(appSecret() && { APP_SECRET: appSecret() }) },
      failure: '',
    },
  )
  if (output) tell(output)
}

/** Sends messages to standard error: standard output belongs to the program that follows. */
export async function quietly(work) {
  const log = console.log
  console.log = console.error
  try {
    return await work()
  } finally {
    console.log = log
  }
}
