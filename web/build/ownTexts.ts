import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, type Plugin } from 'vite'

const root = join(import.meta.dirname, '../..')
/** Text groups with many texts that only the server uses, such as reasons why a file cannot be read. */
const catalogue =
  /\/shared\/texts\/(?:default|turkish)\/(account|albums|auth|comments|favorites|follows|imports|limits|listenLater|moderation|passkeys|pictures|sharing|spotify|tags|taste|users)\.ts$/

type Property = { type: string; start: number; end: number; key?: { name?: string } }
type Declared = { declarations: { id: { name: string }; init: { properties: Property[] } }[] }

/**
 * Returns the source of a text group without the texts that `sources` never name. @throws if they use the group in another
 * way than `texts.group.name` or `const { name } = texts.group`, because then any text could be used
 */
export function withOwnTexts(code: string, group: string, sources: string): string {
  if (new RegExp(`\\{[^{}]*\\b${group}\\b[^{}]*\\} = texts\\b(?!\\.)`).test(sources))
    throw new Error(`'{ ${group} } = texts' takes it as a whole: name the text (web/build/ownTexts.ts)`)
  const usedNames = new Set<string>()
  for (const [, names] of sources.matchAll(new RegExp(`\\{([^{}]*)\\} = texts\\.${group}\\b(?!\\.)`, 'g')))
    for (const name of names!.split(',')) usedNames.add(name.split(':')[0]!.trim())
  const plain = sources.replace(
    new RegExp(`\\{[^{}]*\\} = texts\\.${group}\\b(?!\\.)|typeof texts\\.${group}\\b`, 'g'),
    '',
  )
  for (const [use, name] of plain.matchAll(new RegExp(`\\btexts\\.${group}\\b(?:\\.(\\w+))?`, 'g'))) {
    if (!name) throw new Error(`'${use}' is used as a whole: name the text (web/build/ownTexts.ts)`)
    usedNames.add(name)
  }
  const { program } = parseSync(`${group}.ts`, code)
  const [exported] = program.body.flatMap((node) => {
    const { declaration } = node as unknown as { type: string; declaration?: Declared }
    return node.type === 'ExportNamedDeclaration' ? (declaration?.declarations ?? []) : []
  })
  const unusedTexts = exported!.init.properties.filter(
    ({ key }) => key?.name !== undefined && !usedNames.has(key.name),
  )
  return unusedTexts.reduceRight((text, { start, end }) => {
    const comma = /^\s*,/.exec(text.slice(end))
    return text.slice(0, start) + text.slice(end + (comma?.[0].length ?? 0))
  }, code)
}

export function ownTexts(): Plugin {
  let sources = ''
  return {
    name: 'plak-own-texts',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    buildStart() {
      const files = ['web', 'shared'].flatMap((folder) =>
        readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
          join(folder, file),
        ),
      )
      sources = files
        .filter((file) => /\.tsx?$/.test(file))
        .map((file) => readFileSync(join(root, file), 'utf8'))
        .join('\n')
    },
    transform(code, id) {
      const group = catalogue.exec(id)?.[1]
      return group ? { code: withOwnTexts(code, group, sources), map: null } : null
    },
  }
}
