import { join } from 'node:path'
import type { Rolldown } from 'vite'

type Graph = Rolldown.ChunkingContext

/** By module. A build asks about every module for every group, and would take six times as long; it is a process of its own. */
const closures = new Map<string, Set<string>>()

/** A module and all that it imports at once. */
function closure(id: string, graph: Graph): Set<string> {
  const known = closures.get(id)
  if (known) return known
  const found = collect(id, graph)
  closures.set(id, found)
  return found
}

function collect(id: string, graph: Graph, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found
  found.add(id)
  for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) collect(imported, graph, found)
  return found
}

const web = join(import.meta.dirname, '..')
const shared = join(web, '../shared')
const main = join(web, 'main.tsx')
const start = join(web, 'start.tsx')
const home = join(web, 'home/HomePage.tsx')
const album = join(web, 'catalog/AlbumPage.tsx')
const profile = join(web, 'users/ProfilePage.tsx')
const accountMenu = join(web, 'layout/AccountMenu.tsx')
const logDialog = join(web, 'logs/LogDialog.tsx')

/** Puts what a module imports at once into one file; not itself, which the manifest names. */
const withAll = (beginning: string, name: string) => ({
  name: (id: string, graph: Graph) => (id !== beginning && closure(beginning, graph).has(id) ? name : null),
  debugName: name,
})

const catalogue = join(shared, 'texts/default')

/** By its folder, which may itself lie in one that is called so. */
const isOwn = (id: string) => [web, shared].some((folder) => id.startsWith(`${folder}/`))

/**
 * The same of what others need as well, where it brings nothing heavy along: by itself the build makes a file of a kilobyte of
 * each, and each is a request.
 */
const lightOf = (beginning: string, name: string) => {
  const all = withAll(beginning, name)
  const isLight = (id: string, graph: Graph) =>
    [...closure(id, graph)].every((each) => isOwn(each) || closure(start, graph).has(each))
  return {
    ...all,
    name: (id: string, graph: Graph) => (isLight(id, graph) ? all.name(id, graph) : null),
    minShareCount: 2,
  }
}

/** What a text catalogue imports; it must be loaded before the modules that use its texts. */
const ofCatalogues = {
  name: (id: string, graph: Graph) =>
    !id.startsWith(catalogue) && closure(`${catalogue}.ts`, graph).has(id) ? 'texts' : null,
  debugName: 'cataloguePieces',
}

/**
 * What every page needs, in two files: what loads the texts, and what uses them. By itself the build makes dozens of it, for pages
 * that would come without it, of which there are none. Then what the home page shares with others, what many others share, and the
 * small pieces of the pages and dialogs that are opened most: a browser fetches six files at a time, and small ones are compressed
 * badly. The earlier of two groups has what both could have.
 */
const groups = [
  ofCatalogues,
  withAll(main, 'texts'),
  withAll(start, 'core'),
  { ...withAll(home, 'home'), minShareCount: 2 },
  { name: 'common', test: (id: string) => id.startsWith(`${web}/`), minShareCount: 6 },
  { ...lightOf(profile, 'profile'), minShareCount: 3 },
  lightOf(album, 'album'),
  lightOf(accountMenu, 'account'),
  lightOf(logDialog, 'dialog'),
]

export const codeSplitting = {
  groups: groups.map((group, index) => ({ ...group, priority: groups.length - index })),
}
