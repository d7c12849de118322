import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { build as bundle, type Plugin, type Rolldown } from 'vite'
import { endpointNames } from '../../shared/pages.ts'
import { paths } from '../../shared/paths.ts'
import { push } from '../../shared/texts/default/push.ts'

/** True for files that the service worker caches at installation: all pages, their styles, and the Latin font file. */
const isKept = (name: string) => /\.(js|css)$|inter-latin-wght.*\.woff2$/.test(name)

export function offlineWorker(): Plugin {
  return {
    name: 'plak-offline-worker',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async generateBundle(_options, files) {
      const kept = Object.keys(files)
        .filter((name) => name.startsWith('assets/') && isKept(name))
        .toSorted()
      const version = createHash('sha256').update(kept.join()).digest('hex').slice(0, 12)
      const build = JSON.stringify({
        version,
        files: kept.map((name) => `/${name}`),
        endpoints: endpointNames,
        shell: paths.login(),
        unreadable: push.unreadable,
      })
      const source = `const BUILD=${build};${await bundleWorker()}`
      this.emitFile({ type: 'asset', fileName: 'worker.js', source })
    },
  }
}

/** A build of its own: in that of the pages, a module that both use would be a file that the worker imports. */
async function bundleWorker(): Promise<string> {
  const result = await bundle({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: {
        input: join(import.meta.dirname, '../offline/worker.ts'),
        output: { format: 'iife' },
      },
    },
  })
  const [{ output }] = [result].flat() as [Rolldown.RolldownOutput]
  return output[0].code
}
