import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../../lib/root.ts'

type Entry = { name: string; version: string; identifier?: string; text?: string }

const lists = ['web', 'render', 'server'].map((part) => join(root, 'dist', part, '.vite/license.json'))

/** Not bundled (scripts/programs.ts); `npm ci --omit=dev` installs them with their own dependencies. */
const separate = ['mariadb', 'sharp', '@node-rs/argon2', '@expo-google-fonts/inter']

const introduction = `Plak is made with the work of others. These are the packages that its programs and pages contain, with their licences.

Separate from them, and replaceable, the server also uses the packages
`

const ofLibvips = `sharp brings libvips and the libraries of it, which are under LGPL-3.0-or-later and other licences:
https://github.com/lovell/sharp-libvips#licensing
`

export async function readLicenses(): Promise<string> {
  const read = lists.map(async (file) => JSON.parse(await readFile(file, 'utf8')) as Entry[])
  const bundled = new Map((await Promise.all(read)).flat().map((entry) => [titleOf(entry), entry]))
  const outside = await Promise.all(separate.map(readInstalled))
  return [
    introduction + outside.map((entry) => `- ${titleOf(entry)}\n`).join('') + `\n${ofLibvips}`,
    ...[...bundled]
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([, entry]) => sectionOf(entry)),
  ].join('\n')
}

const titleOf = ({ name, version, identifier }: Entry) => `${name} ${version} (${identifier})`

function sectionOf(entry: Entry): string {
  const text =
    entry.text ?? `(The package has no text of its own: https://spdx.org/licenses/${entry.identifier}.html)`
  return `${'-'.repeat(80)}\n${titleOf(entry)}\n\n${text}\n`
}

async function readInstalled(name: string): Promise<Entry> {
  const text = await readFile(join(root, 'node_modules', name, 'package.json'), 'utf8')
  const { version, license } = JSON.parse(text) as { version: string; license: string }
  return { name, version, identifier: license }
}
