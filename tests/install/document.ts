import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const text = readFileSync(join(root, 'docs/install.md'), 'utf8')

/**
 * Returns the only code block of a language in docs/install.md.
 * @throws if there is none or more than one
 */
export function fenced(language: string): string {
  const found = [...text.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].filter(([, each]) => each === language)
  if (found.length !== 1) throw new Error(`docs/install.md has ${found.length} blocks of ${language}`)
  return found[0]![2]!
}
