// Paths, settings and errors for all scripts. The scripts run before anything is installed, so they only use Node.
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readSecretFiles } from '../server/lib/secretFiles.mjs'

export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[/\\]$/, '')
export const dataFolder = join(root, '.data')

export function refusal(sentence) {
  return Object.assign(new Error(sentence), { name: 'Refusal' })
}

/** Prints an error: a refusal as its sentence, any other with its stack, because it is a bug. */
export function tell(error) {
  console.error(error?.name === 'Refusal' ? `\n${error.message}` : error)
}

export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  throw refusal(`Plak needs Node 20.19 or newer; this is ${process.versions.node}. See https://nodejs.org`)
}

/**
 * Reads `.env` and the files of secrets; existing environment variables take precedence over `.env`. An empty setting counts as
 * absent. A script that checks all settings later (scripts/settings.mjs) leaves errors in files to that check.
 * @throws a refusal that names each secret whose file is wrong, unless `isCheckedLater`
 */
export function readEnvFile({ isCheckedLater = false } = {}) {
  if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'))
  for (const [name, value] of Object.entries(process.env)) if (value === '') delete process.env[name]
  const { env, problems } = readSecretFiles(process.env)
  if (problems.size > 0 && !isCheckedLater) throw refusal([...problems.values()].join('\n'))
  for (const name of Object.keys(process.env)) if (env[name] === undefined) delete process.env[name]
  Object.assign(process.env, env)
}

/** The port of the product; an invalid one is reported by the check of all settings. */
export const productPort = () => Number(process.env.PORT ?? 3000)

/** In seconds. */
export const startWait = () => Number(process.env.START_WAIT ?? 60)

/** In seconds. */
export const shutdownDelay = () => Number(process.env.SHUTDOWN_DELAY ?? 0)

/** Generated once and stored in .data/secret. In production it must be set. */
export function appSecret() {
  if (process.env.APP_SECRET || process.env.NODE_ENV === 'production') return process.env.APP_SECRET
  const file = join(dataFolder, 'secret')
  if (!existsSync(file)) {
    makePrivateFolder(dataFolder)
    writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
  }
  return readFileSync(file, 'utf8').trim()
}

/** True if the demo's stand-ins replace the catalogue: by CATALOGUE, or without a key outside production, unless DEMO is off. */
export function isDemo() {
  const { CATALOGUE, DEMO, NODE_ENV, LASTFM_API_KEY, LASTFM_API_KEY_FILE } = process.env
  if (CATALOGUE) return CATALOGUE === 'demo'
  return DEMO !== 'off' && NODE_ENV !== 'production' && !LASTFM_API_KEY && !LASTFM_API_KEY_FILE
}

export function demoSettings(port) {
  const origin = `http://127.0.0.1:${port}`
  return {
    PLAK_DEMO: '1',
    LASTFM_API_KEY: 'demo',
    LASTFM_BASE: `${origin}/lastfm/2.0/`,
    MUSICBRAINZ_BASE: `${origin}/musicbrainz/ws/2/`,
    COVERART_BASE: `${origin}/coverart`,
    LISTENBRAINZ_BASE: `${origin}/listenbrainz`,
    WIKIDATA_BASE: `${origin}/wikidata`,
    COMMONS_BASE: `${origin}/commons`,
    // MusicBrainz' stand-in, too, wants to know who asks.
    ...(!process.env.CONTACT && { CONTACT: 'plak@example.org' }),
    SPOTIFY_CLIENT_ID: 'demo',
    SPOTIFY_CLIENT_SECRET: 'demo',
    SPOTIFY_ACCOUNTS_BASE: `${origin}/accounts`,
    SPOTIFY_API_BASE: `${origin}/spotify/v1`,
    // Google does not depend on the catalogue: if the operator's own client is set, the demo uses it, too.
    ...(!process.env.GOOGLE_CLIENT_ID && {
      GOOGLE_CLIENT_ID: 'demo',
      GOOGLE_CLIENT_SECRET: 'demo',
      OIDC_ISSUER: `${origin}/google`,
    }),
  }
}

/** The demo's users must never get into a real product. */
export function demoDatabase(databaseUrl) {
  const url = new URL(databaseUrl)
  url.pathname += '_demo'
  return url.href
}

export function makePrivateFolder(folder) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
}

/**
 * Returns the full path of a program, or null. Also searches the `sbin` next to each `bin`: servers are installed there, and a
 * user's PATH often omits it.
 */
export function findProgram(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  const searched = [...new Set(folders.flatMap((folder) => [folder, join(dirname(folder), 'sbin')]))]
  for (const name of names) {
    for (const folder of searched) if (isExecutable(join(folder, name))) return join(folder, name)
  }
  return null
}

function isExecutable(file) {
  const stats = statSync(file, { throwIfNoEntry: false })
  return Boolean(stats?.isFile() && stats.mode & 0o111)
}

export function hashOf(...parts) {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest('hex')
}
