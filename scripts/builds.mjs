// Keeps the files of the last builds in .data/builds: a page that was opened before an upgrade still requests its own.
import { createHash, randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { dataFolder, makePrivateFolder, root } from './environment.mjs'

const KEPT = 2
const STALE_MS = 60 * 60 * 1000
const temporary = 'copying-'

/**
 * Copies the hashed files of dist/web, and deletes all builds but the last two. Several machines can share the folder: a build
 * has the same name on each, and appears there atomically. Does nothing if there is no build.
 */
export function keepBuild(assets = join(root, 'dist/web/assets'), builds = join(dataFolder, 'builds')) {
  if (!existsSync(assets)) return
  makePrivateFolder(dataFolder)
  mkdirSync(builds, { recursive: true })
  const name = createHash('sha256')
    .update(readdirSync(assets).toSorted().join('\n'))
    .digest('hex')
    .slice(0, 16)
  const target = join(builds, name)
  const now = new Date()
  if (!existsSync(target)) {
    const copy = join(builds, temporary + randomUUID())
    cpSync(assets, copy, { recursive: true })
    try {
      renameSync(copy, target)
    } catch (error) {
      rmSync(copy, { recursive: true, force: true })
      // Another machine was first.
      if (!existsSync(target)) throw error
    }
  }
  utimesSync(target, now, now)
  removeOldBuilds(builds)
}

function removeOldBuilds(builds) {
  const entries = readdirSync(builds).map((name) => ({
    path: join(builds, name),
    isCopy: name.startsWith(temporary),
    at: statSync(join(builds, name), { throwIfNoEntry: false })?.mtimeMs ?? 0,
  }))
  const oldBuilds = entries
    .filter(({ isCopy }) => !isCopy)
    .toSorted((a, b) => b.at - a.at)
    .slice(KEPT)
  const abandoned = entries.filter(({ isCopy, at }) => isCopy && Date.now() - at > STALE_MS)
  for (const { path } of [...oldBuilds, ...abandoned]) rmSync(path, { recursive: true, force: true })
}
