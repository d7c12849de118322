import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import { catalogues } from '../../server/lib/languages.ts'
import { isolate } from '../../shared/isolated.ts'

// Texts of users can have either direction, and are typed with input methods.
const root = resolve(import.meta.dirname, '../../web')
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /\.(tsx?|css)$/.test(file),
)
const sourceOf = (file: string) => readFileSync(join(root, file), 'utf8')

describe('a name in a sentence', () => {
  const turning = 'Ters \u202Eliste'
  const arabic = 'أهلا'

  it('is isolated where it could turn what is around it, and only there', () => {
    expect(isolate(turning)).toBe(`\u2068${turning}\u2069`)
    expect(isolate(arabic)).toBe(`\u2068${arabic}\u2069`)
    expect(isolate('Sigur Rós – ( ), Кино, ラブ')).toBe('Sigur Rós – ( ), Кино, ラブ')
    // Characters that end an isolate outside the text, or leave one open, are removed.
    expect(isolate('a\u2069b\u202E')).toBe('\u2068ab\u202E\u2069')
    expect(isolate('a\u2067b')).toBe('\u2068ab\u2069')
    expect(isolate(`${isolate(arabic)} – ${isolate(turning)}`)).toBe(
      `\u2068\u2068${arabic}\u2069 – \u2068${turning}\u2069\u2069`,
    )
  })

  /** Yields all texts of a catalogue that have parameters, each with its path. */
  function* takers(texts: object, path = ''): Generator<[string, (...values: unknown[]) => unknown]> {
    for (const [name, text] of Object.entries(texts)) {
      if (typeof text === 'function') yield [path + name, text]
      else if (typeof text === 'object') yield* takers(text, `${path}${name}.`)
    }
  }
  it.each(Object.entries(catalogues))('is isolated by every text that takes one: %s', (_, texts) => {
    const said = [...takers(texts)].flatMap(([path, say]) => {
      const text = String(say(turning, turning, turning))
      return text.includes(turning) ? [[path, text] as const] : []
    })
    expect(said.length).toBeGreaterThan(50)
    const open = said.filter(([, text]) => text.replaceAll(isolate(turning), '').includes('\u202E'))
    expect(open.map(([path]) => path)).toEqual([])
  })
})

type Node = { type: string; start: number; [key: string]: unknown }
const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'

function* nodesIn(node: Node): Generator<Node> {
  yield node
  for (const child of Object.values(node))
    for (const one of Array.isArray(child) ? child : [child]) if (isNode(one)) yield* nodesIn(one)
}

/** Returns the last name of an expression: 'artist' of `album.artist`. */
function nameOf(node: Node): string {
  if (node.type === 'MemberExpression') return nameOf(node.property as Node)
  return node.type === 'Identifier' ? String(node.name) : ''
}
const written = /^(artist|album|name|title|bio|description|review|note|tag|nickname)$/

/** True if an element contains a user's text next to other text: nothing isolates one from the other. */
function isMixed({ type, children }: Node): boolean {
  if (type !== 'JSXElement' && type !== 'JSXFragment') return false
  const said = (children as Node[]).filter(
    (child) =>
      (child.type === 'JSXText' && String(child.value).trim() !== '') ||
      child.type === 'JSXExpressionContainer',
  )
  const isWritten = ({ type: kind, expression }: Node) =>
    kind === 'JSXExpressionContainer' && written.test(nameOf(expression as Node))
  const isText = ({ type: kind, expression }: Node) =>
    kind === 'JSXText' ||
    !/^(LogicalExpression|ConditionalExpression|JSX\w+)$/.test((expression as Node).type)
  return said.some(isWritten) && said.filter(isText).length > 1
}

function mixedIn(file: string, source: string): string[] {
  const { program } = parseSync(file, source)
  return [...nodesIn(program as unknown as Node)]
    .filter(isMixed)
    .map(({ start }) => `${file}:${source.slice(0, start).split('\n').length}`)
}

describe('direction', () => {
  it('is every text’s own: one rule for all elements, and no other', () => {
    const own = files.filter((file) =>
      /unicode-bidi|[^-]direction: *(rtl|ltr)|<bdo|\bdir=(?!"auto")/.test(sourceOf(file)),
    )
    expect(own).toEqual(['styles.css'])
    expect(sourceOf('styles.css')).toMatch(/\* \{\s*unicode-bidi: plaintext;\s*\}/)
  })

  it.each([
    ['<li>{artist} · {name}</li>', 1],
    ['<p>By {album.artist}</p>', 1],
    ['<p><b>{artist}</b> · <b>{name}</b></p>', 0],
    ['<p>{texts.by(artist)}</p>', 0],
  ])('%s', (source, count) => {
    expect(mixedIn('x.tsx', source)).toHaveLength(count)
  })
  it('no element holds a name beside other text', () => {
    const found = files
      .filter((file) => file.endsWith('.tsx'))
      .flatMap((file) => mixedIn(file, sourceOf(file)))
    expect(found).toEqual([])
  })
  it('the edge of a text is where it begins: nothing is aligned to the left', () => {
    expect(files.filter((file) => /\btext-left\b|text-align: left/.test(sourceOf(file)))).toEqual([])
  })
})

it('Enter acts only when it ends no composition (ui/keys.ts)', () => {
  const own = files.filter((file) => /(['"])Enter\1|\bkeyCode\b|\.which\b/.test(sourceOf(file)))
  expect(own).toEqual(['ui/keys.ts'])
})
