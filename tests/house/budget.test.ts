import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { pages, type PageName } from '../../shared/pages.ts'

// Promise P7: limits of what a browser must load before it renders a
// page, in KiB after brotli compression. `npm test` builds it first.
const INITIAL = 130
const ROUTE = 30
const STYLES = 20

const dist = resolve(import.meta.dirname, '../../dist/web')
type Chunk = { file: string; isDynamicEntry?: boolean; imports?: string[]; css?: string[] }
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>

/** Returns the chunks and all their static imports. */
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

const weigh = (names: Iterable<string>) =>
  [...names].reduce((sum, name) => sum + travels(manifest[name]!.file), 0)

const spoken = '../shared/texts/default.ts'
const catalogues = [spoken, '../shared/texts/english.ts', '../shared/texts/turkish.ts']
const FIRST = 'home/HomePage.tsx'
const core = closure(['index.html', 'start.tsx'])
const home = closure(['index.html', 'start.tsx', FIRST])
const beyond = (loaded: Set<string>, name: string) =>
  [...closure([name])].filter((other) => !loaded.has(other))
/** Everything that is needed to render the home page, in the default language and in the largest one. */
const initial = weigh(home) + weigh(beyond(home, spoken))
const largest = weigh(home) + Math.max(...catalogues.map((name) => weigh(beyond(home, name))))
const styles = [...home]
  .flatMap((name) => manifest[name]!.css ?? [])
  .reduce((sum, file) => sum + travels(file), 0)

const routes = Object.keys(manifest).filter(
  (name) => name.endsWith('Page.tsx') && manifest[name]!.isDynamicEntry,
)
const fileOf = (page: string) => `${page}Page.tsx`.toLowerCase()
/** Size of the texts that only a page and a few others use, in the largest language. */
function ownTexts(name: string): number {
  const page = Object.keys(pages).find((each) => fileOf(each) === basename(name).toLowerCase()) as PageName
  const group = pages[page]?.texts
  if (!group) return 0
  const files = ['default', 'english', 'turkish'].map((folder) => `../shared/texts/${folder}/${group}.ts`)
  return Math.max(...files.map((file) => (manifest[file] ? weigh(beyond(core, file)) : 0)))
}
/** Sizes of what a page needs before it is rendered: after the home page, and as the first page. */
const weights = routes.map((name) => ({
  name,
  further: weigh(beyond(home, name)) + ownTexts(name),
  first: weigh(closure(['index.html', 'start.tsx', spoken, name])) + ownTexts(name),
}))

describe('the budgets of the web', () => {
  beforeAll(() => {
    const column = (kib: number) => kib.toFixed(1).padStart(9)
    const rows = weights
      .toSorted((a, b) => b.further - a.further)
      .map(({ name, further, first }) => name.padEnd(30) + column(further) + column(first))
    const table = [
      `the home page, of ${INITIAL} KiB`.padEnd(30) + column(initial),
      '… in the largest language'.padEnd(30) + column(largest),
      '… of it the core'.padEnd(30) + column(weigh(core)),
      `styles, of ${STYLES} KiB`.padEnd(30) + column(styles),
      `a further page, of ${ROUTE} KiB`.padEnd(30) + '  further as first',
      ...rows,
    ]
    process.stdout.write(`\n${table.join('\n')}\n`)
  })
  it('finds every page', () => {
    const found = routes.map((name) => basename(name, 'Page.tsx').toLowerCase())
    // The user's own profile has no chunk: its component is in every page, because it only redirects. The steps of the welcome
    // have one together.
    const withoutChunk = ['ownProfile', 'welcomeStep']
    const named = [...Object.keys(pages), 'notFound'].filter((name) => !withoutChunk.includes(name))
    expect(found.toSorted()).toEqual(named.map((name) => name.toLowerCase()).toSorted())
  })
  it(`the home page needs at most ${INITIAL} KiB of JavaScript before it is drawn, in any language`, () => {
    expect(initial).toBeLessThanOrEqual(INITIAL)
    expect(largest).toBeLessThanOrEqual(INITIAL)
  })
  it('no catalogue brings along what is drawn in it: that would be evaluated before a language is chosen', () => {
    expect([...closure(catalogues)].filter((name) => name.startsWith('_core'))).toEqual([])
  })
  const administration = (names: string[]) =>
    [...closure(names)].filter((name) => /admin/i.test(`${name} ${manifest[name]!.file}`))
  it.each([FIRST, 'home/ForYou.tsx', 'users/ProfilePage.tsx'])(
    '%s needs no part of the administration',
    (name) => {
      expect(administration(['index.html', 'start.tsx', spoken, name])).toEqual([])
      expect(administration(['admin/AdminPage.tsx'])).toContain('admin/AdminPage.tsx')
    },
  )
  it.each(weights)(`$name needs at most ${ROUTE} KiB beyond what the home page has loaded`, ({ further }) => {
    expect(further).toBeLessThanOrEqual(ROUTE)
  })
  it(`the styles are at most ${STYLES} KiB`, () => {
    expect(styles).toBeLessThanOrEqual(STYLES)
  })
})
