import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startDemo } from '../../demo/server.ts'
import { runCommand } from '../harness/command.ts'
import { testDatabase } from '../support/database.ts'
import { startProcess } from '../support/process.ts'
import { fakeTerminal } from '../support/terminal.ts'

// Expand, then contract: during a rolling upgrade, processes of the previous release use the new schema. The test builds the
// previous release, its Prisma client and its whole server, from its sources.
vi.setConfig({ testTimeout: 240_000 })

const scenarios = join(import.meta.dirname, '../harness/scenarios')

/** Returns the newest release in CHANGELOG.md that exists in this clone. */
function findPreviousRelease(): string | undefined {
  const named = [...readFileSync('CHANGELOG.md', 'utf8').matchAll(/^## .+ \(commit ([0-9a-f]{9,40})\)$/gm)]
  return named.map(([, commit]) => commit!).find(isHere)
}

function isHere(commit: string) {
  try {
    execFileSync('git', ['cat-file', '-e', `${commit}^{commit}`], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Copies its sources into a separate folder that uses the packages and the built web of this checkout. */
function checkOut(commit: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'plak-release-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const archive = execFileSync(
    'git',
    [
      'archive',
      commit,
      'package.json',
      'prisma',
      'prisma.config.ts',
      'server',
      'shared',
      'web',
      'tsconfig.json',
    ],
    { maxBuffer: 2 ** 27 },
  )
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  for (const name of ['node_modules', 'dist']) symlinkSync(resolve(name), join(folder, name))
  execFileSync(process.execPath, ['node_modules/prisma/build/index.js', 'generate'], {
    cwd: folder,
    stdio: 'ignore',
  })
  return folder
}

/**
 * True if the changelog requires stopping the product for the upgrade: old and new processes then never run at the same time.
 */
const mustStop = /^## Unreleased\n(?:(?!^## )[^])*must stop the product/m.test(
  readFileSync('CHANGELOG.md', 'utf8'),
)

// A source archive has no history to compare with, and a shallow clone not enough of it.
const release = findPreviousRelease()

test.skipIf(!release || mustStop)(
  'the release before does its main job on the schema of this one',
  async () => {
    const folder = checkOut(release!)
    const { url: databaseUrl } = await testDatabase()
    const demo = await startDemo()
    onTestFinished(() => demo.close())
    const settings = { DATABASE_URL: databaseUrl, LASTFM_BASE: demo.lastfmBase }
    const server = await startProcess(settings, ['--import', 'tsx', 'server/main.ts'], folder)
    await server.isUp()
    const { streams, outcome } = fakeTerminal()
    const args = ['--scenario', join(scenarios, 'main-job.ts'), '--url', server.url]
    const { code, stderr } = await outcome(runCommand({ args, env: {}, onInterrupt: () => {}, ...streams }))
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  },
)
