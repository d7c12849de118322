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

const main = join(import.meta.dirname, 'main.tsx')
const start = join(import.meta.dirname, 'start.tsx')

/** Puts what a module imports at once into one file; not itself, which the manifest names. */
const withAll = (beginning: string, name: string, priority: number) => ({
  name: (id: string, graph: Graph) => (id !== beginning && closure(beginning, graph).has(id) ? name : null),
  debugName: name,
  priority,
})

/**
 * What every page begins with, in two files: the texts, and what is drawn in them once they are chosen. Left alone the build
 * makes dozens of it, for pages that would come without the frame, of which there are none.
 */
export const frame = { groups: [withAll(main, 'texts', 2), withAll(start, 'frame', 1)] }
