import { expect, it } from 'vitest'
import { filesIn, nameOf, nodesIn, parse, read, type Node } from './source.ts'

// `Import.state` is written in server/imports/lifecycle.ts only, which knows the transitions.

const prismaWrite = /^(create|createMany|update|updateMany|upsert)$/
const sqlWrite = /\bUPDATE\s+`?Import`?\s+(?:\w+\s+)?SET\b(?:(?!\bWHERE\b)[^])*?\bstate`?\s*=/

/** Returns the values of the properties in a node that have one of these names; shorthand ones by the variables of the file. */
function valuesOf(program: Node, node: Node, isNamed: (name: string) => boolean): Node[] {
  return nodesIn(node).flatMap((each) => {
    if (each.type !== 'Property' || !isNamed(nameOf(each.key as Node) ?? '')) return []
    const value = each.value as Node
    if (value.type !== 'Identifier') return [value]
    return nodesIn(program).flatMap(({ type, id, init }) =>
      type === 'VariableDeclarator' && nameOf(id as Node) === value.name && init ? [init as Node] : [],
    )
  })
}

/** Returns the aliases of `Import` among the tables that a Kysely statement updates; '' stands for a column without an alias. */
function importsIn(table: Node): string[] {
  const names = nodesIn(table).flatMap((each) => nameOf(each) ?? [])
  const aliases = names.flatMap(
    (name) => /^Import(?: as (\w+))?$/.exec(name)?.[1] ?? (name === 'Import' ? '' : []),
  )
  return table.type === 'Literal' && aliases.length > 0 ? [...aliases, ''] : aliases
}

/** Counts the places of a file that write the state of an import. */
function stateWritesIn(file: string, source: string): number {
  const { program } = parse(file, source)
  const isWrite = (node: Node): boolean => {
    if (node.type === 'TemplateElement') return sqlWrite.test((node.value as { raw: string }).raw)
    if (node.type === 'Literal') return sqlWrite.test(String(node.value))
    if (node.type !== 'CallExpression' || (node.callee as Node).type !== 'MemberExpression') return false
    const { object, property } = node.callee as Node as { object: Node; property: Node } & Node
    const method = nameOf(property) ?? ''
    const args = node.arguments as Node[]
    if (prismaWrite.test(method) && nameOf(object.property as Node) === 'import')
      return args
        .flatMap((arg) => valuesOf(program, arg, (name) => /^(data|create|update)$/.test(name)))
        .some((data) =>
          nodesIn(data).some(({ type, key }) => type === 'Property' && nameOf(key as Node) === 'state'),
        )
    if (method !== 'set') return false
    const tables = nodesIn(object).flatMap(({ type, callee, arguments: given }) =>
      type === 'CallExpression' && nameOf((callee as Node).property as Node) === 'updateTable'
        ? importsIn((given as Node[])[0]!)
        : [],
    )
    const columns = new Set(tables.map((alias) => (alias === '' ? 'state' : `${alias}.state`)))
    return args.some((arg) =>
      nodesIn(arg).some((each) =>
        columns.has(nameOf(each.type === 'Property' ? (each.key as Node) : arg) ?? ''),
      ),
    )
  }
  return nodesIn(program).filter(isWrite).length
}

const lifecycle = 'server/imports/lifecycle.ts'

it('the state of an import is written in its lifecycle only', () => {
  const writers = filesIn('server').filter((file) => stateWritesIn(file, read(file)) > 0)
  expect(writers).toEqual([lifecycle])
})

it.each([
  ["tx.import.update({ where: { id }, data: { state: 'done' } })", 1],
  ['const data = { state, userId }; tx.import.create({ data })', 1],
  ["kysely.updateTable('Import').set({ state: 'done', turnAt: null }).where('id', '=', id)", 1],
  ["kysely.updateTable('Import').where('id', '=', id).set((eb) => ({ state: eb.ref('x') }))", 1],
  ["kysely.updateTable(['ImportAlbum as a', 'Import as i']).set({ 'i.state': 'done' })", 1],
  ["kysely.updateTable('Import').set('state', 'done')", 1],
  ['tx.$executeRaw`UPDATE Import SET lease = NULL, state = ${state} WHERE id = ${id}`', 1],
  ["tx.import.updateMany({ where: { state: 'done' }, data: { prunedAt } })", 0],
  ["tx.importRow.update({ where, data: { state: 'left' } })", 0],
  ["kysely.updateTable(['ImportAlbum as a', 'Import as i']).set({ 'a.state': 'unasked' })", 0],
  ["kysely.updateTable('Import').set({ turnAt }).where('state', '=', 'done')", 0],
  ["tx.$executeRaw`UPDATE Import SET lease = NULL WHERE state = 'done'`", 0],
])('%s', (source, count) => {
  expect(stateWritesIn('a.ts', source)).toBe(count)
})
