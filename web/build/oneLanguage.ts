import { join } from 'node:path'
import type { Plugin } from 'vite'

const shared = join(import.meta.dirname, '../../shared')
const NOTHING = '\0no-texts'

/**
 * Leaves the default catalogue of `shared/texts.ts` out of the client build. Browsers set a catalogue once it has loaded
 * (web/lib/setLanguage.ts), so that each language loads only its own.
 */
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
