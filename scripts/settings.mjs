// Runs before a script changes anything. Requires the built server.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { refusal, root } from './environment.mjs'

/** Placeholders for values that a script sets later, so that the check passes without them. */
export const plannedSettings = {
  DATABASE_URL: 'mysql://localhost/plak',
  REDIS_URL: 'redis://localhost',
  APP_SECRET: 'x'.repeat(32),
}

const load = () => import(pathToFileURL(join(root, 'dist/server/settings.js')).href)

/**
 * Uses the values of `placeholders` for settings that are not set.
 * @throws a refusal that names every wrong setting
 */
export async function checkSettings(placeholders, env = process.env) {
  const { readSettings, SettingsError } = await load()
  const missing = Object.entries(placeholders).filter(([name]) => !env[name] && !env[`${name}_FILE`])
  try {
    readSettings({ ...env, ...Object.fromEntries(missing) })
  } catch (error) {
    throw error instanceof SettingsError ? refusal(error.message) : error
  }
}

/** Returns the name of the setting that the catalogue lacks, or null; administrators may have stored it in the database. */
export async function missingOfCatalogue(env) {
  const { readMissing } = await load()
  return await readMissing(env)
}
