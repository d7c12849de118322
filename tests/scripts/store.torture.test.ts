import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { dataFile, hasServerPrograms, makeProject, processesOf, runScript, type Project } from './project.ts'

const docker = `#!/bin/sh
echo "$*" >> docker.log
case "$*" in *"port mysql"*) echo 127.0.0.1:1;; *"port redis"*) echo 127.0.0.1:2;; esac
`

describe.skipIf(!hasServerPrograms)('npm start', { timeout: 180_000 }, () => {
  let plak: Project
  beforeAll(async () => {
    plak = await makeProject()
  })
  afterEach(() => {
    const left = processesOf(plak)
    plak.remove()
    if (left.length > 0) throw new Error(`These were left running:\n${left.join('\n')}`)
  })

  it('finds its data again when Docker has come, and says so where they are gone', async () => {
    const start = ['scripts/start.mjs']
    const real = { LASTFM_API_KEY: 'a-key' }
    const first = runScript(plak, start, real)
    await first.says('Ctrl-C stops it.')
    expect(first.output()).toContain(
      'The data is in the database plak of this folder (.data/mysql): 0 people.',
    )
    const { real: note } = JSON.parse(dataFile(plak, 'store.json')) as { real: Record<string, string> }
    expect(note).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      kind: 'private',
      place: 'the database plak of this folder (.data/mysql)',
    })
    process.kill(first.pid, 'SIGTERM')
    expect(await first.code).toBe(0)

    // Docker runs now; the data stays where it was. Its database was emptied since, which is not a first start.
    writeFileSync(join(plak.folder, 'docker'), docker, { mode: 0o755 })
    const withDocker = { ...real, PATH: `${plak.folder}:${process.env.PATH}` }
    const note2 = { ...note, id: 'f'.repeat(32) }
    writeFileSync(join(plak.folder, '.data/store.json'), JSON.stringify({ real: note2 }))
    const other = runScript(plak, start, withDocker)
    expect(await other.code).toBe(1)
    expect(other.output()).toContain(
      'The data of this installation was in the database plak of this folder (.data/mysql), and the database plak ' +
        'of this folder (.data/mysql) holds the data of another one: have it as it was',
    )
    expect(existsSync(join(plak.folder, 'docker.log'))).toBe(false)
    const asked = runScript(plak, ['scripts/start.mjs', '--move-data'], real)
    await asked.says('Ctrl-C stops it.')
    process.kill(asked.pid, 'SIGTERM')
    expect(await asked.code).toBe(0)
    expect(JSON.parse(dataFile(plak, 'store.json'))).toEqual({ real: note })

    // Missing or moved: nothing new is created instead, and no service is started.
    renameSync(join(plak.folder, '.data/mysql'), join(plak.folder, 'mysql.away'))
    const gone = runScript(plak, start, withDocker)
    expect(await gone.code).toBe(1)
    expect(gone.output()).toContain(
      'of this folder (.data/mysql), and that is gone: bring it back, or begin elsewhere',
    )
    // Only a restore can replace the data in the same place.
    const restore = runScript(plak, ['scripts/admin.mjs', 'restore', 'x.gz'], withDocker)
    expect(await restore.code).toBe(7)
    expect(existsSync(join(plak.folder, 'docker.log'))).toBe(false)
    rmSync(join(plak.folder, '.data/mysql'), { recursive: true })
    for (const [kind, sentence] of [
      ['compose', 'Docker does not answer: start it'],
      ['url', 'DATABASE_URL is not set any more: set it again'],
    ] as const) {
      const kept = { real: { ...note, kind, place: 'the database plak elsewhere' } }
      writeFileSync(join(plak.folder, '.data/store.json'), JSON.stringify(kept))
      const refused = runScript(plak, start, real)
      expect(await refused.code).toBe(1)
      expect(refused.output()).toContain(
        `The data of this installation was in the database plak elsewhere, and ${sentence}, or begin elsewhere with`,
      )
    }
    expect(existsSync(join(plak.folder, '.data/mysql'))).toBe(false)

    // Data of a version without records, next to a Docker that has never had any.
    rmSync(join(plak.folder, '.data/store.json'))
    renameSync(join(plak.folder, 'mysql.away'), join(plak.folder, '.data/mysql'))
    const adopted = runScript(plak, start, withDocker)
    await adopted.says('Ctrl-C stops it.')
    process.kill(adopted.pid, 'SIGTERM')
    expect(await adopted.code).toBe(0)
    expect(JSON.parse(dataFile(plak, 'store.json'))).toEqual({ real: note })
  })
})
