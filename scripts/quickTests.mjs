// The tests of `npm run check`: those that need neither services nor a build.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { root } from './environment.mjs'

/** What a file that uses services, a process of the product or a build says somewhere. */
const slow = /TEST_DATABASE_URL|TEST_REDIS_URL|runScript|'dist'|\bdist\//
const imports = /\bfrom '(\.[^']+)'|\bimport\('(\.[^']+)'\)/g

/** The files, as paths from the root, from which no import leads to such a file among the tests. */
export function quickTests() {
  const folder = join(root, 'tests')
  const known = new Map()
  const isQuick = (file) => {
    if (known.has(file)) return known.get(file)
    // A circle of imports is as quick as the rest of it.
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
