// Prints the link with which the first administrator sets the product up. Requires the built server.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './environment.mjs'

/** Prints nothing if there is an administrator. Each link ends the one before. The product runs without it. */
export async function printSetupLink(env) {
  try {
    const { makeLinkOnce } = await import(pathToFileURL(join(root, 'dist/server/setup.js')).href)
    const link = await makeLinkOnce(env)
    if (link !== null) console.log(`\nSet up Plak at ${link}`)
  } catch (error) {
    console.error(`\nNo setup link could be made (${error.message}). Make one: npm run admin -- setup-link`)
  }
}
