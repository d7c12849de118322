import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

// A column of a grid without `grid-cols-` is at least as wide as its longest word, which widens the page on a phone.
const root = resolve(import.meta.dirname, '../../web')

/** Returns the class lists of a source that define a grid without columns for phones. */
const openGrids = (source: string): string[] =>
  [...source.matchAll(/'([^'\n]*)'|"([^"\n]*)"/g)]
    .map(([, single, double]) => (single ?? double)!)
    .filter((list) => {
      const classes = list.split(' ')
      return (
        classes.length > 1 &&
        classes.includes('grid') &&
        !classes.some((name) => /^((max-sm:)?auto-cols-|grid-cols-)/.test(name))
      )
    })

it.each([
  ["const columns = 'mt-14 grid lg:grid-cols-2'", 1],
  ['<div className="grid gap-8">', 1],
  ['<div className="grid grid-cols-1 gap-8 lg:grid-cols-2">', 0],
  ['<div role="grid" className="flex">', 0],
])('%s', (source, count) => expect(openGrids(source)).toHaveLength(count))

it('every grid has columns for a phone', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.tsx'),
  )
  expect(files.length).toBeGreaterThan(100)
  expect(
    files.flatMap((file) =>
      openGrids(readFileSync(join(root, file), 'utf8')).map((list) => `${file}: ${list}`),
    ),
  ).toEqual([])
})
