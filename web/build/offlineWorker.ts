import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Plugin } from 'vite'
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
    buildStart() {
      this.emitFile({
        type: 'chunk',
        id: join(import.meta.dirname, '../offline/worker.ts'),
        fileName: 'worker.js',
      })
    },
    generateBundle(_options, bundle) {
      const files = Object.keys(bundle)
        .filter((name) => name.startsWith('assets/') && isKept(name))
        .toSorted()
      const worker = bundle['worker.js']
      if (worker?.type !== 'chunk' || worker.imports.length > 0) {
        throw new Error('The service worker must be one file, without imports')
      }
      const version = createHash('sha256').update(files.join()).digest('hex').slice(0, 12)
      const build = JSON.stringify({
        version,
        files: files.map((name) => `/${name}`),
        endpoints: endpointNames,
        shell: paths.login(),
        unreadable: push.unreadable,
      })
      worker.code = `const BUILD=${build};${worker.code}`
    },
  }
}
