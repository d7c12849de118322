import { join } from 'node:path'
import type { Plugin } from 'vite'

const shared = join(import.meta.dirname, '../../shared')
const NOTHING = '\0no-texts'

/** Leaves the default catalogue out of the client build: browsers load only their own language (web/lib/setLanguage.ts). */
export function oneLanguage(): Plugin {
  return {
    name: 'plak-one-language',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId(source, importer) {
      const begins = importer === join(shared, 'texts.ts') && source === './texts/default.ts'
      return begins ? NOTHING : null
    },
    load: (id) => (id === NOTHING ? 'export const defaultTexts = null' : null),
  }
}
