import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

// The built files contain packages whose licences require their notice (docs/dependencies.md).

const dist = resolve(import.meta.dirname, '../../dist')
type Entry = { name: string; version: string; identifier?: string; text?: string }

/** Licences that allow bundling a package. Copyleft is not among them. */
const permissive = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  '0BSD',
  'BlueOak-1.0.0',
  'OFL-1.1',
  'Unlicense',
])
/** Packages that are published without the text of their licence. */
const withoutText = /^(redis|@redis\/.*|abstract-logging|react-remove-scroll-bar|wouter)$/

const filesOf = (part: string) =>
  readdirSync(join(dist, part), { recursive: true, encoding: 'utf8' }).map((name) => join(dist, part, name))

const packagesIn = (lines: string[]) =>
  lines.flatMap((line) => /^.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(line)?.[1] ?? [])

/** Returns the packages in the built files: the web's source maps contain them, and comments before each module elsewhere. */
function bundledIn(part: string): Set<string> {
  const contents = (pattern: RegExp) =>
    filesOf(part)
      .filter((file) => pattern.test(file))
      .map((file) => readFileSync(file, 'utf8'))
  const sources = contents(/\.map$/).flatMap((map) => (JSON.parse(map) as { sources: string[] }).sources)
  const comments = contents(/\.js$/).flatMap((code) => code.match(/^\/\/ \S*node_modules\/\S+$/gm) ?? [])
  return new Set(packagesIn([...sources, ...comments]))
}

describe.each([
  ['web', ['react', '@fontsource-variable/inter', 'tailwindcss']],
  ['render', ['react-dom']],
  ['server', ['fastify', '@prisma/client', '@prisma/adapter-mariadb']],
])('of what is built into dist/%s', (part, some) => {
  const entries = JSON.parse(readFileSync(join(dist, part, '.vite/license.json'), 'utf8')) as Entry[]
  const names = new Set(entries.map(({ name }) => name))

  it('every package is in the list of licences, with its text', () => {
    const bundled = bundledIn(part)
    expect(bundled.size).toBeGreaterThan(20)
    expect([...bundled].filter((name) => !names.has(name))).toEqual([])
    expect(some.filter((name) => !names.has(name))).toEqual([])
    const bare = entries.filter(({ name, text }) => !text && !withoutText.test(name))
    expect(bare.map(({ name }) => name)).toEqual([])
  })
  it('no package has another licence than those that we may bundle', () => {
    const others = entries.filter(({ identifier = 'unknown' }) => !permissive.has(identifier))
    expect(others.map(({ name, identifier }) => `${name}: ${identifier}`)).toEqual([])
  })
})
