import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { queues, upkeep } from '../../server/background.ts'
import type { Deps } from '../../server/core/deps.ts'
import { jobKinds } from '../../server/jobs/job.ts'
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
