import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const packages = ['@fontsource-variable/inter', 'tailwindcss']

/** Adds the packages of the styles to Vite's list of licences, which only contains those of modules. */
export function licensesOfStyles(): Plugin {
  return {
    name: 'plak-licenses-of-styles',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const list = bundle['.vite/license.json']
        if (list?.type !== 'asset') throw new Error('Vite made no list of licences')
        const entries = JSON.parse(String(list.source)) as object[]
        list.source = JSON.stringify([...entries, ...packages.map(entryOf)])
      },
    },
  }
}

function entryOf(name: string) {
  const folder = join(import.meta.dirname, '../../node_modules', name)
  const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    version: string
    license: string
  }
  return { name, version, identifier: license, text: readFileSync(join(folder, 'LICENSE'), 'utf8').trim() }
}
