import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { makeProject, type Project } from './project.ts'

let plak: Project
afterEach(() => plak.remove())

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { call: string } }
const npm = `#!/bin/sh
echo 'added 400 packages'
mkdir node_modules
cp -r packages/vite packages/prisma node_modules
echo '{ "packages": {} }' > node_modules/.package-lock.json
`

test('npm run call brings what a fresh clone lacks, and its output is the answer alone', async () => {
  plak = await makeProject()
  mkdirSync(join(plak.folder, 'packages'))
  for (const name of ['vite', 'prisma'])
    renameSync(join(plak.folder, 'node_modules', name), join(plak.folder, 'packages', name))
  rmSync(join(plak.folder, 'node_modules'), { recursive: true })
  for (const [name, text] of Object.entries({
    'bin/npm': npm,
    'tests/harness/call.ts': 'console.log(JSON.stringify(process.argv.slice(2)))\nprocess.exitCode = 4\n',
  })) {
    mkdirSync(join(plak.folder, name, '..'), { recursive: true })
    writeFileSync(join(plak.folder, name), text, { mode: 0o755 })
  }
  const call = () => {
    const command = ['-c', `${scripts.call} "$@"`, 'call', 'logs.save', '{"rating": 8}']
    const env = { ...process.env, PATH: `${join(plak.folder, 'bin')}:${process.env.PATH}` }
    const { status, stdout, stderr } = spawnSync('sh', command, { cwd: plak.folder, env, encoding: 'utf8' })
    return { status, stdout, stderr }
  }
  const answer = { status: 4, stdout: '["logs.save","{\\"rating\\": 8}"]\n' }
  const { stderr, ...first } = call()
  expect(first).toEqual(answer)
  const steps = ['Installing packages', 'Making the Prisma client', 'Building the harness']
  expect(stderr.replace(/[\d.]+ s$/gm, '0 s')).toBe(
    steps.map((step) => `${step} …\n${step}: done in 0 s\n`).join(''),
  )
  expect(call()).toEqual({ ...answer, stderr: '' })
})

test('calls of the same moment build it once, and none runs what is half built', async () => {
  plak = await makeProject()
  const vite = join(plak.folder, 'node_modules/vite/bin/vite.js')
  const build = readFileSync(vite, 'utf8')
  // Like Vite: the folder is emptied first.
  const emptying = "require('fs').rmSync('dist/harness', { recursive: true, force: true })\n"
  writeFileSync(vite, `require('fs').appendFileSync('builds', 'one\\n')\n${emptying}${build}`)
  // The lock file that blocks others while one generates the client must not count among the sources of their build.
  const list = "require('fs').readdirSync('server', { recursive: true }).join()"
  const prisma = join(plak.folder, 'node_modules/prisma/build/index.js')
  writeFileSync(prisma, `require('fs').writeFileSync('meanwhile', ${list})`)
  const sources = readdirSync(join(plak.folder, 'server'), { recursive: true }).join()
  mkdirSync(join(plak.folder, 'tests/harness'), { recursive: true })
  writeFileSync(join(plak.folder, 'tests/harness/call.ts'), "console.log('called')\n")
  const run = promisify(execFile)
  const calls = Array.from({ length: 6 }, () => run('sh', ['-c', scripts.call], { cwd: plak.folder }))
  expect((await Promise.all(calls)).map(({ stdout }) => stdout)).toEqual(Array(6).fill('called\n'))
  expect(readFileSync(join(plak.folder, 'builds'), 'utf8')).toBe('one\n')
  expect(readFileSync(join(plak.folder, 'meanwhile'), 'utf8')).toBe(sources)
})
