import { join } from 'node:path'
import type { Plugin } from 'vite'

const keep = join(import.meta.dirname, '../early/keep.ts')

/** Adds keep.ts to the document as a separate first script. Not in development, where only the browser renders. */
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
        (output) => output.type === 'chunk' && output.facadeModuleId === keep,
      )
      if (chunk?.type !== 'chunk' || chunk.imports.length + chunk.exports.length > 0) {
        throw new Error('The early script must be one file, without imports')
      }
      return [{ tag: 'script', attrs: { src: `/${chunk.fileName}` }, injectTo: 'head-prepend' }]
    },
  }
}
