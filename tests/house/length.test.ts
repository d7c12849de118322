import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

// Files have at most 400 lines (CONTRIBUTING.md). Those of tests and demo are exempt.
const root = resolve(import.meta.dirname, '../..')
const MOST = 400
const folders = ['scripts', 'server', 'shared', 'web']
/** True for generated files and data. */
const isExempt = (file: string) =>
  file.startsWith('server/generated/') || file === 'server/auth/commonPasswords.json'

it('no file has more than 400 lines', () => {
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  const texts = files.filter((file) => /\.(ts|tsx|mjs|css|json)$/.test(file) && !isExempt(file))
  expect(texts.length).toBeGreaterThan(500)
  const long = texts.filter((file) => readFileSync(join(root, file), 'utf8').split('\n').length - 1 > MOST)
  expect(long).toEqual([])
})
