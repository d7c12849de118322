// Promise P13: the time of `npm start` from a fresh clone to its first page, and that of later starts. The programs of MySQL
// and Redis are already installed: this run's own services need them.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../support/freePort.ts'
import { kept, median, record, rounded } from './parts/results.ts'

const PROMISED = { clone: 90, again: 6 }
const AGAIN = 3
const root = join(import.meta.dirname, '../..')

/** Runs `npm start` in a checkout until its home page responds, and ends it. Returns the seconds until then. */
async function secondsToFirstPage(folder: string, port: number): Promise<number> {
  // The settings of this run, such as its mode and its databases, are not those of a first start.
  const { PATH, HOME } = process.env
  const begun = performance.now()
  const npm = spawn('npm', ['start'], {
    cwd: folder,
    env: { PATH, HOME, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(npm, 'exit').then(() => {
    throw new Error('npm start ended by itself')
  })
  ended.catch(() => {})
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await Promise.race([answers(), ended]))) await sleep(20)
  const seconds = (performance.now() - begun) / 1_000
  process.kill(Number(readFileSync(join(folder, '.data/start.pid'), 'utf8')), 'SIGTERM')
  await ended.catch(() => {})
  return seconds
}

const folder = mkdtempSync(join(tmpdir(), 'plak-bench-start-'))
try {
  execFileSync('git', ['clone', '--quiet', root, folder])
  const port = await freePort()
  const clone = rounded(await secondsToFirstPage(folder, port))
  const runs: number[] = []
  while (runs.length < AGAIN) runs.push(await secondsToFirstPage(folder, port))
  const again = rounded(median(runs))
  console.table({ 'a fresh clone': { seconds: clone }, [`again, median of ${AGAIN}`]: { seconds: again } })
  record(
    'start',
    [
      kept('P13', 'npm start in a fresh clone, to the first page', clone, { atMost: PROMISED.clone }, 's'),
      kept('P13', 'npm start again', again, { atMost: PROMISED.again }, 's'),
    ],
    { clone, again },
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
}
