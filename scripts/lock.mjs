import { rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { commandLine, readPid } from './processes.mjs'

export const isScript = (pid) => commandLine(Number(pid)).includes('.mjs')

/** A lock of a script that died is removed. */
export async function oneAtATime(lock, work) {
  while (!take(lock)) {
    const holder = readPid(lock)
    // A clean exit already removed the lock; another process may hold it now.
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
