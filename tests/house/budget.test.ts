import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'

// Promise P7: how much of the web a browser must load, in KiB as they travel (brotli). `npm test` builds it before.
const INITIAL = 130
const ROUTE = 30
const STYLES = 20

const dist = resolve(import.meta.dirname, '../../dist/web')
type Chunk = { file: string; isDynamicEntry?: boolean; imports?: string[]; css?: string[] }
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>

/** The chunks with all that they import at once. */
function closure(names: string[], found = new Set<string>()): Set<string> {
  for (const name of names) {
    if (found.has(name)) continue
    found.add(name)
    closure(manifest[name]!.imports ?? [], found)
  }
  return found
}

function travels(file: string): number {
  const compressed = join(dist, `${file}.br`)
  return statSync(existsSync(compressed) ? compressed : join(dist, file)).size / 1024
}

const weigh = (names: Iterable<string>) => [...names].reduce((sum, name) => sum + travels(manifest[name]!.file), 0)

const catalogues = ['../shared/texts/english.ts', '../shared/texts/turkish.ts']
const frame = closure(['index.html', 'start.tsx'])
const beyondFrame = (name: string) => [...closure([name])].filter((other) => !frame.has(other))
const initial = weigh(frame) + Math.max(...catalogues.map((name) => weigh(beyondFrame(name))))
const styles = [...frame].flatMap((name) => manifest[name]!.css ?? []).reduce((sum, file) => sum + travels(file), 0)

const routes = Object.keys(manifest).filter((name) => name.endsWith('Page.tsx') && manifest[name]!.isDynamicEntry)
const needed = routes.map((name) => ({ name, chunks: beyondFrame(name) }))
const isOnlyOf = (chunk: string) => needed.filter(({ chunks }) => chunks.includes(chunk)).length === 1
/** What a page brings that no other does, and all that it needs when it is the first that is opened. */
const weights = needed.map(({ name, chunks }) => ({ name, own: weigh(chunks.filter(isOnlyOf)), all: weigh(chunks) }))

describe('the budgets of the web', () => {
  beforeAll(() => {
    const column = (kib: number) => kib.toFixed(1).padStart(7)
    const rows = weights.toSorted((a, b) => b.all - a.all).map(({ name, own, all }) => name.padEnd(30) + column(own) + column(all))
    const table = [
      `every page, of ${INITIAL} KiB`.padEnd(30) + column(initial),
      `styles, of ${STYLES} KiB`.padEnd(30) + column(styles),
      `a page, of ${ROUTE} KiB`.padEnd(30) + '    own  + shared',
      ...rows,
    ]
    process.stdout.write(`\n${table.join('\n')}\n`)
  })
  it('finds every page', () => {
    const table = readFileSync(resolve(dist, '../../web/pages.ts'), 'utf8')
    const named = [...table.matchAll(/import\('\.\/(.*Page\.tsx)'\)/g)].map(([, file]) => file!)
    expect(routes.toSorted()).toEqual(named.toSorted())
  })
  it(`what every page begins with is at most ${INITIAL} KiB of JavaScript, in the largest language`, () => {
    expect(initial).toBeLessThanOrEqual(INITIAL)
  })
  it.each(weights)(`$name brings at most ${ROUTE} KiB that is its own`, ({ own }) => {
    expect(own).toBeLessThanOrEqual(ROUTE)
  })
  it(`the styles are at most ${STYLES} KiB`, () => {
    expect(styles).toBeLessThanOrEqual(STYLES)
  })
})
