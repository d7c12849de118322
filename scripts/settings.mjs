// The settings of the product, checked all at once, before a script changes anything. Needs the built server.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { refusal, root } from './environment.mjs'

/** Values that a script provides later, so that the check passes without them. */
export const planned = {
  DATABASE_URL: 'mysql://localhost/plak',
  REDIS_URL: 'redis://localhost',
  APP_SECRET: 'x'.repeat(32),
  LASTFM_API_KEY: 'later',
}

/** Throws a refusal that names every wrong setting; those of the `later` values that are not set count as right. */
export async function checkSettings(later, env = process.env) {
  const program = pathToFileURL(join(root, 'dist/server/settings.js')).href
  const { readSettings, SettingsError } = await import(program)
  const missing = Object.entries(later).filter(([name]) => !env[name] && !env[`${name}_FILE`])
  try {
    readSettings({ ...env, ...Object.fromEntries(missing) })
  } catch (error) {
    throw error instanceof SettingsError ? refusal(error.message) : error
  }
}
