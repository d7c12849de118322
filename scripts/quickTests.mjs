// Finds the tests of `npm run check`: those that need neither services nor a build.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { root } from './environment.mjs'

/** Matches text that only occurs in files which use services, a process of the product, or a build. */
const slow = /TEST_DATABASE_URL|TEST_REDIS_URL|runScript|'dist'|\bdist\//
const imports = /\bfrom '(\.[^']+)'|\bimport\('(\.[^']+)'\)/g

/** Returns test files, relative to the root, that neither are nor import such a file of the tests. */
export function quickTests() {
  const folder = join(root, 'tests')
  const known = new Map()
  const isQuick = (file) => {
    if (known.has(file)) return known.get(file)
    // Set before following the imports: a circular import must not recurse forever.
    known.set(file, true)
    const text = readFileSync(file, 'utf8')
    const imported = [...text.matchAll(imports)].map(([, plain, dynamic]) =>
      resolve(dirname(file), plain ?? dynamic),
    )
    const own = imported.filter((path) => path.startsWith(folder) && existsSync(path))
    const found = !slow.test(text) && own.every(isQuick)
    known.set(file, found)
    return found
  }
  return readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join(folder, name))
    .filter(isQuick)
    .map((file) => relative(root, file))
    .toSorted()
}
