import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'

// All texts that users can read in the web must be in the catalogue (shared/texts/), or they would not be translated.
const root = resolve(import.meta.dirname, '../../web')

/** Texts that are the same in every language, or that only look like words. */
const known = new Set([
  'Plak',
  'PLAK',
  'Google',
  'Spotify',
  'Twitter',
  'Letterboxd',
  'Instagram',
  'https://',
  'form input',
  'form textarea',
  'Bluesky',
  'Discord',
  'Facebook',
  'GitHub',
  'Last.fm',
  'MusicBrainz',
  'Reddit',
  'Telegram',
  'Threads',
  'TikTok',
  'YouTube',
])

/** Props and keys whose texts are always displayed or read aloud. */
const read =
  /^(aria-(label|description|placeholder|roledescription|valuetext)|alt|description|detail|hint|label|placeholder|question|text|title|verb)$/
/** Props that contain no words. */
const wordless = /^(className|d|id|key|rel|selector|sizes|style|transform|viewBox)$/

type Node = { type: string; start: number; [key: string]: unknown }
type Found = { at: number; words: string }

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'
const nameOf = (node: unknown): string => {
  const { name, value } = (node ?? {}) as { name?: unknown; value?: unknown }
  return typeof name === 'string' ? name : typeof value === 'string' ? value : ''
}

/** True for code whose strings are never displayed: comparisons, internal errors, class names. */
function isMachinery({ type, callee }: Node): boolean {
  if (/^(TS|Import|BinaryExpression$)/.test(type)) return true
  return (
    (type === 'NewExpression' && nameOf(callee) === 'Error') ||
    (type === 'CallExpression' && nameOf(callee) === 'classes')
  )
}

/** Returns the words of a literal, with '…' for inserted values; null for any other node. */
function wordsOf({ type, value, quasis }: Node): string | null {
  if (type === 'JSXText' || type === 'Literal') return typeof value === 'string' ? value.trim() : null
  if (type !== 'TemplateLiteral') return null
  return (quasis as { value: { raw: string } }[]).map((part) => part.value.raw).join('…')
}

/** True if it looks like a sentence: it begins with a capital letter, or consists only of words. */
const isSentence = (words: string) =>
  /^\p{Lu}\p{Ll}/u.test(words) ||
  (/^[\p{L}\d\s,.;:!?…’'“”]+$/u.test(words) && /\p{L}{2,}\P{L}*\s\P{L}*\p{L}{2,}/u.test(words))

/** Yields the literals that a user could read, in source order. `isRead`: inside a node whose texts are certainly displayed. */
function* readable(node: Node, isRead = false): Generator<Found> {
  if (isMachinery(node)) return
  const words = wordsOf(node)
  const certain = isRead || node.type === 'JSXText'
  if (words !== null && !known.has(words) && (certain ? /\p{L}{2}/u.test(words) : isSentence(words))) {
    yield { at: node.start, words }
  }
  const key =
    node.type === 'JSXAttribute' ? nameOf(node.name) : node.type === 'Property' ? nameOf(node.key) : null
  if (key !== null && wordless.test(key)) return
  const inside =
    key === null
      ? isRead && !/^(JSXElement|CallExpression|ObjectExpression)$/.test(node.type)
      : read.test(key)
  for (const [field, child] of Object.entries(node)) {
    // Names of keys, compared values, and accessed properties are not texts.
    if (field === 'key' || field === 'name' || field === 'test' || field === 'property') continue
    for (const one of Array.isArray(child) ? child : [child]) if (isNode(one)) yield* readable(one, inside)
  }
}

/** Returns the places in a source with words outside the catalogue: 'file:line words'. */
function wordsIn(file: string, source: string): string[] {
  const { program } = parseSync(file, source)
  const lineOf = (at: number) => source.slice(0, at).split('\n').length
  return [...readable(program as unknown as Node)].map(({ at, words }) => `${file}:${lineOf(at)} ${words}`)
}

const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))

describe('every text of the web is in the catalogue', () => {
  it.each([
    ['text in an element', '<p>yes</p>'],
    ['a label', '<Field label="name" />'],
    ['one of two titles', '<p title={open ? "less" : texts.more} />'],
    ['a text in an object', 'const places = [{ text: "albums", href: "/albums" }]'],
    ['a capital', 'const verb = "Delete"'],
    ['a sentence with a value in it', 'toast.error(`${count} albums could not be added`)'],
  ])('finds %s', (_, source) => expect(wordsIn('x.tsx', source)).toHaveLength(1))
  it.each([
    ['class names', '<p className="flex truncate">{texts.yes}</p>'],
    ['names', '<h1 title="Spotify">Plak</h1>'],
    ['what is compared', 'if (event.key === "Escape") throw new Error("never here")'],
  ])('lets %s be', (_, source) => expect(wordsIn('x.tsx', source)).toEqual([]))
  it('has read all of it', () => expect(files.length).toBeGreaterThan(100))
  it('finds none', () => {
    expect(files.flatMap((file) => wordsIn(file, readFileSync(join(root, file), 'utf8')))).toEqual([])
  })
})
