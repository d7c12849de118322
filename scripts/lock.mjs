// Scripts that run at the same moment, and what only one of them may do.
import { rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { commandLine, readPid } from './processes.mjs'

/** Whether a process is one of our scripts. */
export const isScript = (pid) => commandLine(Number(pid)).includes('.mjs')

/** Does its work while no other script holds the file `lock`; that of a script that died is nobody's. */
export async function oneAtATime(lock, work) {
  while (!take(lock)) {
    const holder = readPid(lock)
    // Who ended in the regular way removed it before, and it may be the next one's by now.
    if (holder !== 0 && !isScript(holder) && readPid(lock) === holder) rmSync(lock, { force: true })
    await sleep(50)
  }
  try {
    return await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

function take(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}
