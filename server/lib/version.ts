import { readFileSync } from 'node:fs'
import { join } from 'node:path'

// Two folders up from here, and from dist/server alike.
const file = join(import.meta.dirname, '../../package.json')

/** The version of Plak, as its package.json has it. */
export const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string }
