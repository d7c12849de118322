import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'

const isRoot = process.getuid?.() === 0
/** MariaDB and rsync refuse or distrust root; its packages create this user. */
const SERVICE_USER = 'mysql'

/** A program of the cluster, which can be killed and restarted. */
export type Launched = {
  kill: () => Promise<void>
  /** stops it without ending it, like a machine that hangs; `thaw` resumes it */
  freeze: () => void
  thaw: () => void
  isRunning: () => boolean
  /** rejects when the program exits unexpectedly */
  ended: Promise<never>
}

/** Runs a program so that it dies with this process, however that ends. */
export const leash = ['setpriv', '--pdeathsig', 'KILL']
const asUser = isRoot ? [`--reuid=${SERVICE_USER}`, `--regid=${SERVICE_USER}`, '--clear-groups'] : []

/** The user who must own the folders of services; null without root, when everything is our own. */
export const serviceUser = isRoot ? SERVICE_USER : null

/** Starts a program; its output goes to a file. */
export function launch(
  name: string,
  command: string[],
  { log, asService = false }: { log: string; asService?: boolean },
): Launched {
  const out = openSync(log, 'a')
  const [program, ...flags] = leash as [string, ...string[]]
  const child: ChildProcess = spawn(program, [...flags, ...(asService ? asUser : []), ...command], {
    stdio: ['ignore', out, out],
  })
  closeSync(out)
  let isWished = false
  const exit = once(child, 'exit')
  const ended = exit.then(() => {
    if (isWished) return new Promise<never>(() => {})
    throw new Error(`${name} ended by itself; what it said is in ${log}`)
  })
  ended.catch(() => {})
  const isRunning = () => child.exitCode === null && child.signalCode === null
  return {
    ended,
    isRunning,
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    async kill() {
      isWished = true
      if (isRunning()) child.kill('SIGKILL')
      await exit
    },
  }
}
