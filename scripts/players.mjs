// Players and libraries that tests let send plays (tests/plays/players.torture.test.ts).
import { execFileSync } from 'node:child_process'
import { findProgram } from './environment.mjs'

/** Debian's Python has Debian's packages; the first one on PATH can be another. */
export const PYTHON = '/usr/bin/python3'

export function missingPlayerPackages() {
  return [
    ...(findProgram('mpdscribble') === null ? [['mpdscribble']] : []),
    ...(hasPylast() ? [] : [['python3-pylast']]),
  ]
}

function hasPylast() {
  try {
    execFileSync(PYTHON, ['-c', 'import pylast'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
