import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findProgram } from '../support/programs.ts'
import { fenced } from './document.ts'

const file = join(import.meta.dirname, '../../docs/plak.service')
const unit = readFileSync(file, 'utf8')

/** Returns the settings of a unit, by section and name; a repeated one has all values. */
function settingsIn(text: string): Map<string, string> {
  const settings = new Map<string, string>()
  let section = ''
  for (const line of text.split('\n').filter((each) => !/^(#|$)/.test(each))) {
    const [, opened] = /^\[(\w+)\]$/.exec(line) ?? []
    const [, name, value] = /^(\w+)=(.*)$/.exec(line) ?? []
    if (opened) section = opened
    else if (name)
      settings.set(
        `${section}.${name}`,
        [settings.get(`${section}.${name}`), value].filter(Boolean).join(' '),
      )
    else throw new Error(`Not a line of a unit: ${line}`)
  }
  return settings
}

it('docs/install.md has the unit of docs/plak.service', () => expect(fenced('ini')).toBe(unit))

it('has the unit restarted, ended in order, and hardened', () => {
  const settings = settingsIn(unit)
  expect(Object.fromEntries(settings)).toMatchObject({
    'Service.User': 'plak',
    'Service.ExecStart': '/usr/bin/env node scripts/serve.mjs',
    'Service.Restart': 'always',
    'Service.KillMode': 'mixed',
    'Service.NoNewPrivileges': 'true',
    'Service.ProtectSystem': 'strict',
    'Service.ReadWritePaths': '/opt/plak/.data',
    'Service.CapabilityBoundingSet': '',
    'Install.WantedBy': 'multi-user.target',
  })
  expect(Number(settings.get('Service.TimeoutStopSec'))).toBeGreaterThanOrEqual(20)
  // Node compiles code at runtime.
  expect(settings.has('Service.MemoryDenyWriteExecute')).toBe(false)
})

const analyze = findProgram('systemd-analyze')
it.skipIf(!analyze)('passes systemd-analyze verify', () => {
  expect(execFileSync(analyze!, ['verify', file], { encoding: 'utf8', stdio: 'pipe' })).toBe('')
})
