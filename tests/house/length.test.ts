import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

// A file beyond 250 lines is asking to be two (CONTRIBUTING.md).
const root = resolve(import.meta.dirname, '../..')
const MOST = 250
const folders = ['demo', 'scripts', 'server', 'shared', 'tests', 'web']
/** What is generated or is data. */
const isExempt = (file: string) =>
  file.startsWith('server/generated/') || file === 'server/auth/commonPasswords.json'
/** Files that are still to be split: a line goes when its file does, and none comes. */
const tooLong = [
  'tests/bench/fanout.ts',
  'tests/bench/page.ts',
  'tests/catalog/artists.test.ts',
  'tests/catalog/catalog.test.ts',
  'tests/catalog/pictures.test.ts',
  'tests/web/pagesOfMusic.ts',
  'tests/web/pagesOfPeople.ts',
  'tests/web/pagesWorld.ts',
  'tests/web/plak.ts',
]

it('no file has more than 250 lines, but those that are named here', () => {
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  const texts = files.filter((file) => /\.(ts|tsx|mjs|css|json)$/.test(file) && !isExempt(file))
  expect(texts.length).toBeGreaterThan(1_000)
  const long = texts.filter((file) => readFileSync(join(root, file), 'utf8').split('\n').length - 1 > MOST)
  expect(long.filter((file) => !tooLong.includes(file))).toEqual([])
})
