import { join } from 'node:path'
import type { Rolldown } from 'vite'

type Graph = Rolldown.ChunkingContext

/** Cache by module. The build asks about every module for every group, and would take six times as long without it. */
const closures = new Map<string, Set<string>>()

function closure(id: string, graph: Graph): Set<string> {
  const cached = closures.get(id)
  if (cached) return cached
  const modules = collect(id, graph)
  closures.set(id, modules)
  return modules
}

function collect(id: string, graph: Graph, modules = new Set<string>()): Set<string> {
  if (modules.has(id)) return modules
  modules.add(id)
  for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) collect(imported, graph, modules)
  return modules
}

const web = join(import.meta.dirname, '..')
const shared = join(web, '../shared')
const main = join(web, 'main.tsx')
const start = join(web, 'start.tsx')
const home = join(web, 'home/HomePage.tsx')
const album = join(web, 'catalog/AlbumPage.tsx')
const profile = join(web, 'users/ProfilePage.tsx')
const accountMenu = join(web, 'layout/AccountMenu.tsx')
const logDialog = join(web, 'logs/form/LogDialog.tsx')

/** Groups the static imports of a module into one file, without the module itself, which the manifest names. */
const withAll = (prefix: string, name: string) => ({
  name: (id: string, graph: Graph) => (id !== prefix && closure(prefix, graph).has(id) ? name : null),
  debugName: name,
})

const catalogue = join(shared, 'texts/default')

/** True for our own modules. Compares whole paths, because a parent folder can have the same name. */
const isOwn = (id: string) => [web, shared].some((folder) => id.startsWith(`${folder}/`))

/** Groups shared modules that bring in nothing heavy: by default each becomes a file of about a kilobyte, and a request. */
const lightOf = (prefix: string, name: string) => {
  const all = withAll(prefix, name)
  const isLight = (id: string, graph: Graph) =>
    [...closure(id, graph)].every((each) => isOwn(each) || closure(start, graph).has(each))
  return {
    ...all,
    name: (id: string, graph: Graph) => (isLight(id, graph) ? all.name(id, graph) : null),
    minShareCount: 2,
  }
}

/** Groups the imports of the text catalogues, which must load before the modules that use the texts. */
const ofCatalogues = {
  name: (id: string, graph: Graph) =>
    !id.startsWith(catalogue) && closure(`${catalogue}.ts`, graph).has(id) ? 'texts' : null,
  debugName: 'cataloguePieces',
}

/**
 * Everything that each page needs, in two files: the loader of the texts, and the code that uses them. By default the build
 * splits it into dozens of files, although every page needs all of them. Further groups: modules that the home page shares,
 * modules that many share, and small modules of the most used pages and dialogs. Browsers fetch six files at a time, and small
 * files compress badly. Earlier groups take precedence.
 */
const groups = [
  ofCatalogues,
  withAll(main, 'texts'),
  withAll(start, 'core'),
  { ...withAll(home, 'home'), minShareCount: 2 },
  {
    name: (id: string) => (id.startsWith(`${web}/`) ? 'common' : null),
    debugName: 'common',
    minShareCount: 9,
  },
  { ...lightOf(profile, 'profile'), minShareCount: 3 },
  lightOf(album, 'album'),
  lightOf(accountMenu, 'account'),
  lightOf(logDialog, 'dialog'),
]

/** True for modules that are evaluated only after a group of texts is loaded (web/lib/pageTexts.ts). */
const needsPageTexts = (id: string, graph: Graph) =>
  [...closure(id, graph)].some((each) => each.startsWith(`${web}/texts/`))

export const codeSplitting = {
  groups: groups.map((group, index) => ({
    ...group,
    name: (id: string, graph: Graph) => (needsPageTexts(id, graph) ? null : group.name(id, graph)),
    priority: groups.length - index,
  })),
}
