import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { nameOf, nodesIn, parse, read, type Comment, type Node } from './source.ts'

// Comments, test titles, log lines and documents are plain English (CONTRIBUTING.md). Patterns of the opposite
// that a program can see must not occur.

const folders = ['server', 'web', 'shared', 'scripts', 'demo', 'tests']

const root = resolve(import.meta.dirname, '../..')
const OPENINGS = /^(What|Who|Whose|Of|By what|Where)\b/
const PHRASES =
  /\b(anew|by now|of ours|of theirs|but for|so many|all the same|once for all|(?<!there )is no(?! longer)|(?<!there )are none|comes to|stands in)\b/gi

/** The words of a comment, without its stars, tags and code. */
const wordsOf = (text: string) =>
  text
    .replaceAll(/^\s*\*+ ?/gm, ' ')
    .replaceAll(/`[^`]*`/g, 'it')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** How often a text has one of the patterns; a question may begin as it likes. */
function patternsIn(text: string): number {
  const sentences = wordsOf(text).split(/(?<=[.!?])\s+|\s@(?:throws|returns|param)\s+/)
  const openings = sentences.filter((each) => OPENINGS.test(each) && !each.endsWith('?'))
  return openings.length + (wordsOf(text).match(PHRASES)?.length ?? 0)
}

/** Comments that follow each other line by line are one text. */
function textsOf(source: string, comments: readonly Comment[]): string[] {
  const texts: string[] = []
  let end = -1
  for (const comment of comments) {
    const isNext = end >= 0 && /^\s*$/.test(source.slice(end, comment.start))
    if (isNext) texts[texts.length - 1] += `\n${comment.value}`
    else texts.push(comment.value)
    ;({ end } = comment)
  }
  return texts
}

/** Titles of tests, and what is logged: the strings that are read by engineers and operators. */
function saidIn(program: Node): string[] {
  return nodesIn(program).flatMap((node) => {
    if (node.type !== 'CallExpression') return []
    const callee = node.callee as Node
    const called = nameOf(callee) ?? nameOf(callee.object as Node | undefined) ?? ''
    const isTitle = /^(it|test|describe)$/.test(called)
    const isLog = /^(info|warn|error|debug)$/.test(nameOf(callee.property as Node | undefined) ?? '')
    if (!isTitle && !isLog) return []
    return (node.arguments as Node[]).flatMap(({ type, value }) =>
      type === 'Literal' && typeof value === 'string' ? [value] : [],
    )
  })
}

const sourcesIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(tsx?|mjs)$/.test(file) && !/^generated|node_modules/.test(file))
    .map((file) => join(folder, file))

function patternsInFile(file: string): string[] {
  const source = read(file)
  const { program, comments } = parse(file, source)
  const texts = [...textsOf(source, comments), ...saidIn(program)]
  return texts.filter((text) => patternsIn(text) > 0).map((text) => `${file}: ${text}`)
}

const documents = () => [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => join('docs', file)),
]

/** A document's prose by its paragraphs and cells, without code and quotations. */
const proseOf = (text: string) =>
  text
    .replaceAll(/^```[\s\S]*?^```/gm, '')
    .replaceAll(/"[^"\n]*"/g, 'it')
    .split(/\n\s*\n|\||\n\s*[-*] /)

/** Returns the beginnings of paragraphs and list items with more than 60 words. Tables, headings and code do not count. */
const longParagraphs = (file: string, text: string) =>
  text
    .replaceAll(/^```[\s\S]*?^```/gm, '')
    .replaceAll(/\]\([^)]*\)/g, ']')
    .replaceAll(/<!--.*?-->\n/g, '')
    .split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )/)
    .filter((paragraph) => !/^\s*[|#]/.test(paragraph) && paragraph.split(/\s+/).filter(Boolean).length > 60)
    .map((paragraph) => `${file}: ${paragraph.trim().slice(0, 60)}`)

describe('plain English', () => {
  it.each(folders)('is written in the comments, titles and log lines of %s', (folder) => {
    expect(sourcesIn(folder).flatMap(patternsInFile)).toEqual([])
  })
  it('is written in the documents', () => {
    const texts = documents().flatMap((file) => proseOf(read(file)))
    expect(texts.filter((text) => patternsIn(text) > 0)).toEqual([])
  })
  it('has paragraphs of at most 60 words in the documents', () => {
    const long = ['CHANGELOG.md', ...documents()].flatMap((file) => longParagraphs(file, read(file)))
    expect(long).toEqual([])
  })
  it('is told from the dialect', () => {
    expect(patternsIn('Whose row it is. What stands in it.')).toBe(3)
    expect(patternsIn(' * So many\n * of them are read anew: it is no\n * cache.')).toBe(3)
    expect(patternsIn('Returns the newest listening. Who can see it?')).toBe(0)
    expect(
      textsOf('// What\n// it is\nf()\n// Of', parse('a.ts', '// What\n// it is\nf()\n// Of').comments),
    ).toHaveLength(2)
  })
})
