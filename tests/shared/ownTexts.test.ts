import { expect, it } from 'vitest'
import { withOwnTexts } from '../../web/build/ownTexts.ts'

const code = `import { wait } from './wait.ts'
const formats: Record<Format, string> = { table: 'Table' }
export const imports: typeof Imports = {
  title: 'Import',
  formats,
  fileEmpty: 'This file is empty',
  /** why a row is not written */
  why: { twice: 'It is in the file twice', heard: (day: string) => day },
  wait,
  column: { album: 'Album' },
}
`
const left = (sources: string) => withOwnTexts(code, 'imports', sources).replace(/\s+/g, ' ')

it('leaves out the texts that the browser does not name', () => {
  const kept = left(
    'texts.imports.title + texts.imports.formats[x] + row.why; const { column } = texts.imports\nwait()',
  )
  expect(kept).toContain(
    "{ title: 'Import', formats, /** why a row is not written */ column: { album: 'Album' }, }",
  )
  expect(kept).toContain("const formats: Record<Format, string> = { table: 'Table' }")
})

it('keeps all that are named, and types name nothing', () => {
  expect(left('texts.imports.why.twice; keyof typeof texts.imports.ends')).toContain('why: {')
  expect(left('type Key = keyof typeof texts.imports')).not.toContain('title')
})

it.each(['const t = texts.imports', 'texts.imports[id]', 'say(texts.imports)'])('refuses %s', (sources) => {
  expect(() => left(sources)).toThrow('as a whole')
})
