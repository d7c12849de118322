import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { root } from './environment.mjs'

/** Matches text that only occurs in files which use services, a process of the product, or a build. */
const slow = /TEST_DATABASE_URL|TEST_REDIS_URL|runScript|'dist'|\bdist\//
const imports = /\bfrom '(\.[^']+)'|\bimport\('(\.[^']+)'\)/g

export function quickTests() {
  const folder = join(root, 'tests')
  const results = new Map()
  const isQuick = (file) => {
    if (results.has(file)) return results.get(file)
    // Set before following the imports: a circular import must not recurse forever.
    results.set(file, true)
    const text = readFileSync(file, 'utf8')
    const importedFiles = [...text.matchAll(imports)].map(([, plain, dynamic]) =>
      resolve(dirname(file), plain ?? dynamic),
    )
    const testImports = importedFiles.filter((path) => path.startsWith(folder) && existsSync(path))
    const result = !slow.test(text) && testImports.every(isQuick)
    results.set(file, result)
    return result
  }
  return readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join(folder, name))
    .filter(isQuick)
    .map((file) => relative(root, file))
    .toSorted()
}
