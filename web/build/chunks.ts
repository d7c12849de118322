import { join } from 'node:path'
import type { Rolldown } from 'vite'

type Graph = Rolldown.ChunkingContext

/** A module and all that it imports at once. */
function closure(id: string, graph: Graph, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found
  found.add(id)
  for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) closure(imported, graph, found)
  return found
}

const web = join(import.meta.dirname, '..')
const main = join(web, 'main.tsx')
const start = join(web, 'start.tsx')
const home = join(web, 'home/HomePage.tsx')

/** Puts what a module imports at once into one file; not itself, which the manifest names. */
const withAll = (beginning: string, name: string, priority: number) => ({
  name: (id: string, graph: Graph) => (id !== beginning && closure(beginning, graph).has(id) ? name : null),
  debugName: name,
  priority,
})

const catalogue = join(web, '../shared/texts/default')

/** What a text catalogue imports; it must be loaded before the modules that use its texts. */
const ofCatalogues = {
  name: (id: string, graph: Graph) =>
    !id.startsWith(catalogue) && closure(`${catalogue}.ts`, graph).has(id) ? 'texts' : null,
  debugName: 'cataloguePieces',
  priority: 4,
}

/**
 * What every page needs, in two files: what loads the texts, and what uses them. By
 * alone the build makes dozens of it, for pages that would come without it, of which there are none. Then what the home page
 * shares with others, and what many others share: a browser fetches six files at a time, and small ones are compressed badly.
 */
export const codeSplitting = {
  groups: [
    ofCatalogues,
    withAll(main, 'texts', 3),
    withAll(start, 'core', 2),
    { ...withAll(home, 'home', 1), minShareCount: 2 },
    { name: 'common', test: /\/web\//, minShareCount: 6 },
  ],
}
