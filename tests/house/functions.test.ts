import { describe, expect, it } from 'vitest'
import { filesIn, isNode, nameOf, nodesIn, parse, read, type Node } from './source.ts'

// Functions have at most 60 lines, or 100 for a component or a table of routes (CONTRIBUTING.md).

const FUNCTION = 60
/** for a component or a table of routes */
const TALL = 100

type Measured = { name: string; lines: number; isTall: boolean }

const isFunction = ({ type }: Node) =>
  /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type)

/** Returns the functions of a file with their lines. The lines of a nested function count for both. */
function functionsOf(file: string, source: string): Measured[] {
  const { program } = parse(file, source)
  const found: Measured[] = []
  const linesOf = ({ start, end }: Node) => source.slice(start, end).split('\n').length
  visit(program, null)
  return found

  function visit(node: Node, given: string | null): void {
    const name = nameOf(node.id as Node) ?? given
    const isRouter = node.type === 'CallExpression' && nameOf(node.callee as Node) === 'router'
    if (isFunction(node) || isRouter) {
      const lines = linesOf(node)
      const isTall = isRouter || (lines > FUNCTION && (isRoutes(file, name) || isComponent(file, name, node)))
      found.push({ name: name ?? 'nameless', lines, isTall })
    }
    for (const [key, child] of Object.entries(node))
      for (const each of Array.isArray(child) ? child : [child])
        if (isNode(each)) visit(each, givenBy(node, key, name))
  }
}

/** Returns the name that a function gets from its syntactic context. */
function givenBy(parent: Node, key: string, name: string | null): string | null {
  if (parent.type === 'VariableDeclarator') return key === 'init' ? nameOf(parent.id as Node) : null
  if (/^(Property|MethodDefinition|PropertyDefinition)$/.test(parent.type))
    return key === 'value' ? nameOf(parent.key as Node) : null
  if (parent.type === 'ExportDefaultDeclaration') return 'default'
  // `memo(function …)`, `const x = y as Z`
  if (/^(CallExpression|TSAsExpression|TSSatisfiesExpression|ParenthesizedExpression)$/.test(parent.type))
    return name
  return null
}

/** True for a function that registers HTTP routes. */
const isRoutes = (file: string, name: string | null) =>
  file.endsWith('/routes.ts') && name?.endsWith('Routes') === true

/** True for a React component: it has a component's name and contains JSX. */
const isComponent = (file: string, name: string | null, node: Node) =>
  file.endsWith('.tsx') &&
  /^([A-Z]|default$)/.test(name ?? '') &&
  nodesIn(node).some(({ type }) => type === 'JSXElement' || type === 'JSXFragment')

const long = new Map<string, number>()
for (const file of ['server', 'web', 'shared'].flatMap(filesIn))
  for (const { name, lines, isTall } of functionsOf(file, read(file)))
    if (lines > (isTall ? TALL : FUNCTION))
      long.set(`${file} ${name}`, Math.max(lines, long.get(`${file} ${name}`) ?? 0))

describe('a function', () => {
  it('has no more than 60 lines, a component or a table of routes no more than 100', () => {
    expect([...long].map(([name, lines]) => `${name}: ${lines}`)).toEqual([])
  })

  const body = (lines: number) => `{${'\n'.repeat(lines - 1)}}`
  it.each([
    ['a.ts', `export async function load() ${body(61)}`, [['load', 61, false]]],
    ['a.ts', `const load = async () => ${body(61)}`, [['load', 61, false]]],
    ['a.ts', `export const load = memo(() => ${body(61)})`, [['load', 61, false]]],
    ['a.ts', `const jobs = { load() ${body(61)} }`, [['load', 61, false]]],
    ['a.ts', `class Jobs { load() ${body(61)} }`, [['load', 61, false]]],
    ['a.ts', `jobs.start(() => ${body(61)})`, [['nameless', 61, false]]],
    [
      'a.ts',
      `function outer() {\n${'\n'.repeat(3)}const inner = () => ${body(61)}\n}`,
      [
        ['outer', 66, false],
        ['inner', 61, false],
      ],
    ],
    ['a.tsx', `export function Page() {\n return <p>${'\n'.repeat(70)}</p> }`, [['Page', 72, true]]],
    ['a.tsx', `export default function () { return <p>${'\n'.repeat(70)}</p> }`, [['default', 71, true]]],
    ['a.tsx', `function Plain() ${body(61)}`, [['Plain', 61, false]]],
    ['a.tsx', `const row = () => <p>${'\n'.repeat(70)}</p>`, [['row', 71, false]]],
    ['a/router.ts', `export const logsRouter = router({${'\n'.repeat(70)}})`, [['logsRouter', 71, true]]],
    ['a/routes.ts', `export function importRoutes() ${body(61)}`, [['importRoutes', 61, true]]],
    ['a/other.ts', `export function importRoutes() ${body(61)}`, [['importRoutes', 61, false]]],
  ])('is seen in %s: %j', (file, source, measured) => {
    expect(functionsOf(file, source).map(({ name, lines, isTall }) => [name, lines, isTall])).toEqual(
      measured,
    )
  })
})
