import { execFileSync } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  dataFile,
  hasServerPrograms,
  processesOf,
  projectsOfTests,
  runScript,
  type Project,
} from './project.ts'

const project = projectsOfTests()
const npm = realpathSync(execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim())

const parentOf = (pid: number) =>
  Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }))

/** Returns the processes between npm and the starter of the product, which is the last one. */
function chain(plak: Project, run: { pid: number }): number[] {
  const found = [Number(dataFile(plak, 'start.pid'))]
  for (let next = parentOf(found[0]!); next !== run.pid; next = parentOf(next)) found.unshift(next)
  return found
}

describe.skipIf(!hasServerPrograms)('npm start leaves nothing behind', { timeout: 180_000 }, () => {
  test.each([
    ['npm gets SIGTERM', 'SIGTERM', 'npm'],
    ['npm gets SIGINT', 'SIGINT', 'npm'],
    ['npm is killed', 'SIGKILL', 'npm'],
    ['what npm started gets SIGTERM', 'SIGTERM', 'child'],
    ['what npm started gets SIGHUP', 'SIGHUP', 'child'],
    ['the starter gets SIGTERM', 'SIGTERM', 'starter'],
    ['the group of the terminal gets SIGINT', 'SIGINT', 'group'],
    ['the group of the terminal gets SIGHUP', 'SIGHUP', 'group'],
  ] as const)('when %s', async (_, signal, whom) => {
    const plak = await project()
    const run = runScript(plak, [npm, 'start'], {}, { detached: true })
    await run.says('Ctrl-C stops it.')
    const between = chain(plak, run)
    const target = { npm: run.pid, child: between[0]!, starter: between.at(-1)!, group: -run.pid }[whom]
    process.kill(target, signal)
    await expect.poll(() => processesOf(plak), { timeout: 60_000 }).toEqual([])
    expect(run.output()).toMatch(/server closed\n(.*\n)*demo closed/)
  })
})
