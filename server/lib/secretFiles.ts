import { readFileSync } from 'node:fs'
// The settings that a file may hold: its path stands in the setting of the same name with `_FILE` behind it.
import secrets from './secretSettings.json' with { type: 'json' }

type Environment = Record<string, string>

/**
 * Takes secrets from the files that settings name: gives the environment with them, and what is wrong with each that cannot be had,
 * by its own name. The scripts do the same before anything is installed (scripts/environment.mjs).
 */
export function readSecretFiles(env: Environment): { env: Environment; problems: Map<string, string> } {
  const read = { ...env }
  const problems = new Map<string, string>()
  for (const name of secrets) {
    const setting = `${name}_FILE`
    const file = env[setting]
    if (file === undefined) continue
    const { text, problem } =
      env[name] === undefined ? textOf(file) : { problem: `and ${name} are both set: keep one` }
    if (problem) problems.set(name, `${setting} ${problem}`)
    if (text) read[name] = text
  }
  return { env: read, problems }
}

function textOf(file: string): { text?: string; problem?: string } {
  try {
    const text = readFileSync(file, 'utf8').trim()
    return text === '' ? { problem: 'names a file with nothing in it' } : { text }
  } catch (error) {
    return { problem: `names a file that cannot be read (${(error as NodeJS.ErrnoException).code})` }
  }
}
