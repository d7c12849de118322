// Settings that can be stored in a file: the setting with `_FILE` appended contains the path. Plain JavaScript, because the
// scripts read the same files before anything is installed (scripts/environment.mjs).
import { readFileSync } from 'node:fs'

const secrets = [
  'DATABASE_URL',
  'REDIS_URL',
  'APP_SECRET',
  'APP_SECRET_BEFORE',
  'LASTFM_API_KEY',
  'SPOTIFY_CLIENT_SECRET',
  'GOOGLE_CLIENT_SECRET',
  'SMTP_URL',
  'METRICS_TOKEN',
]

export function readSecretFiles(input) {
  const env = { ...input }
  const problems = new Map()
  for (const name of secrets) {
    const setting = `${name}_FILE`
    if (env[setting] === undefined) continue
    const { text, problem } =
      env[name] === undefined ? textOf(env[setting]) : { problem: `and ${name} are both set: keep one` }
    if (problem) problems.set(name, `${setting} ${problem}`)
    else {
      env[name] = text
      delete env[setting]
    }
  }
  return { env, problems }
}

function textOf(file) {
  try {
    const text = readFileSync(file, 'utf8').trim()
    return text === '' ? { problem: 'names a file with nothing in it' } : { text }
  } catch (error) {
    return { problem: `names a file that cannot be read (${error.code})` }
  }
}
