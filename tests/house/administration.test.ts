import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { queues, upkeep } from '../../server/background.ts'
import type { Deps } from '../../server/core/deps.ts'
import { jobKinds } from '../../server/jobs/job.ts'
import { tasks } from '../../server/operator/commandLine.ts'
import { adminParts } from '../../shared/adminParts.ts'
import { admin as english } from '../../shared/texts/default/admin.ts'
import { admin as turkish } from '../../shared/texts/turkish/admin.ts'

describe.each([
  ['English', english.job],
  ['Turkish', turkish.job],
])('the jobs of /admin in %s', (_, texts) => {
  it.each([...jobKinds, 'imports', 'mails'])('have a text for %s', (kind) => {
    expect(texts[kind]).toMatch(/^\p{Lu}/u)
  })
  it('have a text for each work of one process', () => {
    // The table of works is made without looking at what they use.
    const deps = { settings: {} } as Deps
    const works = [...queues(deps), ...upkeep(deps)].filter((work) => work.on === 'one process')
    expect(works.length).toBeGreaterThan(8)
    expect(works.filter(({ name }) => !texts[name])).toEqual([])
  })
})

describe('the table of command line and pages in docs/operations.md', () => {
  const operations = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8')
  const table = /\*\*Command line and pages\.\*\*.*?\n\n(\|.*?)\n\n/s.exec(operations)![1]!
  const [head, , ...rows] = table.split('\n').map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
  /** The first words of what is written as code: names of tasks, or addresses of pages. */
  const namesIn = (cell: string) =>
    [...cell.replaceAll(/\(.*?\)/g, '').matchAll(/`([^` ]+)[^`]*`/g)].map(([, name]) => name!)

  it('has a reason for everything that exists in one place only', () => {
    expect(head).toEqual(['what', 'command line', 'page', 'only there because'])
    for (const row of rows) {
      expect(row).toHaveLength(4)
      const [, taskCell, pageCell, reason] = row as [string, string, string, string]
      const isInBoth = namesIn(taskCell).length > 0 && namesIn(pageCell).length > 0
      expect(reason, row.join(' | ')).toMatch(isInBoth ? /^$/ : /\w+ \w+ \w+/)
    }
  })
  it('names every task, and no other', () => {
    const named = new Set(rows.flatMap(([, cell]) => namesIn(cell!)))
    expect([...named].toSorted()).toEqual(Object.keys(tasks).toSorted())
  })
  it('names every page of the administration, and no other', () => {
    const named = new Set(rows.flatMap(([, , cell]) => namesIn(cell!)))
    const parts = adminParts.map((part) => `/admin/${part}`)
    expect([...named].toSorted()).toEqual(
      ['/admin', '/admin/people/{nickname}', '/setup', ...parts].toSorted(),
    )
  })
})
