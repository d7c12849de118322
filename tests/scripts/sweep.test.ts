import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

test('of the throwaway servers, those whose starter is gone are removed, not those that are about to start', () => {
  const prefix = `plak-sweep-${process.pid}-`
  const folderOf = (name: string) => join(tmpdir(), prefix + name)
  for (const name of ['gone', 'new']) {
    mkdirSync(join(folderOf(name), 'users'), { recursive: true })
    onTestFinished(() => rmSync(folderOf(name), { recursive: true, force: true }))
  }
  // No process has this pid: it is above Linux's maximum.
  writeFileSync(join(folderOf('gone'), 'users', '4194305'), '')
  const sweep = `import('./scripts/privateServers.mjs').then((servers) => servers.sweepThrowaways('${prefix}'))`
  execFileSync(process.execPath, ['-e', sweep])
  expect(existsSync(folderOf('gone'))).toBe(false)
  expect(existsSync(folderOf('new'))).toBe(true)
})
