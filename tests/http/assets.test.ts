import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { serveAssets } from '../../server/http/web/assets.ts'

// Files that an open page requests after an upgrade: those of the build with which it was loaded. The scripts run before
// anything is installed, so they have no types.
const scripts: string = '../../scripts/builds.mjs'
const { keepBuild } = (await import(scripts)) as { keepBuild: (assets: string, builds: string) => void }

function makeFolders() {
  const folder = mkdtempSync(join(tmpdir(), 'plak-builds-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const assets = join(folder, 'dist/assets')
  const builds = join(folder, 'builds')
  /** As vite does: the folder is emptied, then filled. */
  const build = (...names: string[]) => {
    rmSync(assets, { recursive: true, force: true })
    mkdirSync(assets, { recursive: true })
    for (const name of names) writeFileSync(join(assets, name), name)
  }
  /** Makes all kept files older, as if days had passed. */
  const age = () => {
    for (const [index, name] of readdirSync(builds).entries()) {
      const at = Date.now() / 1000 - 1_000 - index
      utimesSync(join(builds, name), at, at)
    }
  }
  return { assets, builds, build, age, keep: () => keepBuild(assets, builds) }
}

const keptFiles = (builds: string) =>
  readdirSync(builds)
    .flatMap((name) => readdirSync(join(builds, name)))
    .toSorted()

async function serve(assets: string, builds: string) {
  const app = Fastify()
  await app.register(fastifyStatic, { root: assets, serve: false, preCompressed: true })
  serveAssets(app, assets, builds)
  onTestFinished(() => app.close())
  return (path: string, headers = {}) => app.inject({ url: path, headers })
}

test('the last two builds are kept; one that was built before is the newest again', () => {
  const { builds, build, age, keep } = makeFolders()
  for (const name of ['a', 'b']) {
    build(`${name}.js`)
    keep()
    age()
  }
  expect(keptFiles(builds)).toEqual(['a.js', 'b.js'])
  build('a.js')
  keep()
  build('c.js')
  keep()
  expect(keptFiles(builds)).toEqual(['a.js', 'c.js'])
})

test('leftovers of a killed copy are not a build, and are deleted within the hour', () => {
  const { builds, build, age, keep } = makeFolders()
  mkdirSync(join(builds, 'copying-1'), { recursive: true })
  writeFileSync(join(builds, 'copying-1', 'half.js'), '')
  build('a.js')
  keep()
  expect(keptFiles(builds)).toEqual(['a.js', 'half.js'])
  age()
  utimesSync(join(builds, 'copying-1'), 1, 1)
  keep()
  expect(keptFiles(builds)).toEqual(['a.js'])
})

test('files of the builds before are served under their addresses, also while a build is under way', async () => {
  const { assets, builds, build, keep } = makeFolders()
  build('page-1.js', 'page-1.js.gz')
  writeFileSync(join(assets, 'page-1.js.gz'), gzipSync('page-1.js'))
  keep()
  const get = await serve(assets, builds)
  build('page-2.js')
  expect((await get('/assets/page-1.js')).body).toBe('page-1.js')
  const packed = await get('/assets/page-1.js', { 'accept-encoding': 'gzip' })
  expect(packed.headers['content-encoding']).toBe('gzip')
  expect((await get('/assets/page-2.js')).body).toBe('page-2.js')
  rmSync(assets, { recursive: true })
  expect((await get('/assets/page-1.js')).statusCode).toBe(200)
  const places = [
    'page-3.js',
    'page-1.js.gz',
    '..',
    '%2e%2e',
    '%2e%2e%2fpage-1.js',
    '..%2fassets%2fpage-1.js',
    '%00',
  ]
  for (const place of places) expect((await get(`/assets/${place}`)).statusCode, place).toBe(404)
})
