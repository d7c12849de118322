import { join } from 'node:path'
import type { Plugin } from 'vite'

const shared = join(import.meta.dirname, '../../shared')
const NOTHING = '\0no-texts'
/** Texts that the server alone says, in the sentences of its answers: tests/house/texts.test.ts forbids them in the browser. */
const onServer = /[\\/]shared[\\/]texts[\\/](?:default|turkish)[\\/](limits)\.ts$/

/**
 * In the browser no catalogue is set before one is loaded (web/lib/setLanguage.ts), so that each language loads only its own:
 * what `shared/texts.ts` begins with on the server is left out, and so are the texts that only the server says.
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
    load(id) {
      if (id === NOTHING) return 'export const defaultTexts = null'
      const [, name] = onServer.exec(id) ?? []
      return name ? `export const ${name} = {}` : null
    },
  }
}
