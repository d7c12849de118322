import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const lines = read('docs/security.md').split('\n')

const cellsOf = (line: string) => line.slice(2, -2).split(' | ')
const rows = lines
  .filter((line) => /^\| \d+\.\d+\.\d+ \|/.test(line))
  .map((line) => {
    const [item = '', level = '', verdict = '', evidence = '', test = '', ...more] = cellsOf(line)
    return { item, level, verdict, evidence, test, more }
  })
const notApplying = lines
  .filter((line) => line.startsWith('Does not apply: '))
  .flatMap((line) => line.match(/\d+\.\d+\.\d+/g) ?? [])

/** Returns the texts in backquotes that can be file paths. */
const filesIn = (text: string) => [...text.matchAll(/`([\w./-]+)`/g)].map(([, file]) => file!)
/** All tests that the document names, each with the quoted part of its title. */
const tests = lines.flatMap((line) =>
  [...line.matchAll(/`(tests\/[\w./-]+)`(?: "([^"]+)")?/g)].map(([, file, name]) => ({ file: file!, name })),
)

/** True if a part of a title is in a file, on a line after the start of a string. */
const isNamed = (file: string, name: string) =>
  read(file)
    .split('\n')
    .some((line) => line.includes(name) && /['"`]/.test(line.slice(0, line.indexOf(name))))

describe('docs/security.md', () => {
  it('has rows, each whole, with an item of its own', () => {
    const items = [...rows.map(({ item }) => item), ...notApplying]
    expect(rows.length).toBeGreaterThan(100)
    expect(items.filter((item, at) => items.indexOf(item) !== at)).toEqual([])
    for (const { item, level, verdict, more } of rows)
      expect([item, /^[12]$/.test(level), /^(holds$|in part: .|not: .)/.test(verdict), more]).toEqual([
        item,
        true,
        true,
        [],
      ])
  })

  it('has all 253 items of the two levels', () => expect(rows.length + notApplying.length).toBe(253))

  it('names tests that are there, by names that they have', () => {
    const missing = tests.filter(
      ({ file, name }) => !existsSync(join(root, file)) || (name !== undefined && !isNamed(file, name)),
    )
    expect(missing).toEqual([])
    for (const { item, test } of rows)
      expect([item, test]).toEqual([item, expect.stringMatching(/^(none|document|`tests\/.+)$/)])
  })

  it('names files that are there as evidence', () => {
    for (const { item, evidence } of rows) {
      const files = filesIn(evidence)
      expect([item, files.length > 0, files.filter((file) => !existsSync(join(root, file)))]).toEqual([
        item,
        true,
        [],
      ])
    }
    const named = filesIn(lines.join('\n')).filter((file) =>
      /^(server|shared|web|tests|scripts|docs)\//.test(file),
    )
    expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([])
  })

  it('counts them rightly', () => {
    const countOf = (levels: string, verdict: string) =>
      rows.filter((row) => levels.includes(row.level) && row.verdict.startsWith(verdict)).length
    const counts = Object.entries({ '1': '1', '2': '2', both: '12' }).map(([name, levels]) =>
      [name, ...['', 'holds', 'in part', 'not'].map((verdict) => countOf(levels, verdict))].map(String),
    )
    const stated = lines.filter((line) => /^\| (1|2|both) \| \d/.test(line)).map(cellsOf)
    expect(stated).toEqual(counts)
    const text = lines.join(' ')
    const numbers = /(\d+) items apply, (\d+) do not\. +(\d+) have no test, +(\d+) ask for a document/.exec(
      text,
    )
    const kindOf = (kind: string) => rows.filter(({ test }) => test === kind).length
    expect(numbers?.slice(1).map(Number)).toEqual([
      rows.length,
      notApplying.length,
      kindOf('none'),
      kindOf('document'),
    ])
  })
})
