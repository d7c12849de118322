import { join } from 'node:path'
import type { Plugin } from 'vite'

const keep = join(import.meta.dirname, '../early/keep.ts')

/** Puts keep.ts into the page as a file of its own, before all else. Not in development: there the browser draws alone. */
export function earlyScript(): Plugin {
  return {
    name: 'plak-early-script',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    buildStart() {
      this.emitFile({ type: 'chunk', id: keep, name: 'early' })
    },
    transformIndexHtml(_html, { bundle }) {
      const chunk = Object.values(bundle ?? {}).find(
        (one) => one.type === 'chunk' && one.facadeModuleId === keep,
      )
      if (chunk?.type !== 'chunk' || chunk.imports.length + chunk.exports.length > 0) {
        throw new Error('The early script must be one file, without imports')
      }
      return [{ tag: 'script', attrs: { src: `/${chunk.fileName}` }, injectTo: 'head-prepend' }]
    },
  }
}
