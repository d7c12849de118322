import { catalogueOf, readSettings, type Catalogue } from '../lib/settings.ts'
import { readInForce } from './read.ts'

// Used by scripts/settings.mjs.
export { readSettings, SettingsError } from '../lib/settings.ts'

/** Returns the name of the setting that the catalogue in force lacks, or null. */
export async function readMissing(env: Record<string, string | undefined>): Promise<Catalogue['missing']> {
  const { settings } = await readInForce(readSettings(env))
  return catalogueOf(settings).missing
}
