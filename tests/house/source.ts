import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseSync } from 'vite'

// Parses the product's sources into syntax trees, for the house tests.

const root = resolve(import.meta.dirname, '../..')

export type Node = { type: string; start: number; end: number; [key: string]: unknown }
export const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'

const childrenOf = (node: Node): Node[] =>
  Object.values(node).flatMap((child) => (Array.isArray(child) ? child : [child]).filter(isNode))

/** Returns a node and everything below it. Uses a list, because nested generators are slow. */
export function nodesIn(node: Node, found: Node[] = []): Node[] {
  found.push(node)
  for (const child of childrenOf(node)) nodesIn(child, found)
  return found
}

export type Comment = { value: string; start: number; end: number }

export function parse(file: string, source: string): { program: Node; comments: Comment[] } {
  const { program, comments, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`)
  return { program: program as unknown as Node, comments }
}

/** Returns the TypeScript files of a folder, except generated ones, by their paths from the root. */
export const filesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('generated'))
    .map((file) => join(folder, file))
    .toSorted()

export const read = (file: string): string => readFileSync(join(root, file), 'utf8')

/** Returns the name of a property or an identifier; null for a computed one. */
export function nameOf(node: Node | null | undefined): string | null {
  if (node?.type === 'Identifier') return String(node.name)
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  return null
}
