import { nameOf, nodesIn, parse, type Node } from './source.ts'

// Finds the tables that a source file writes: with Prisma's models, Kysely's builders, `insertRows`, or SQL in strings.

export type Relations = {
  /** tables by the names of their models in the client */
  tables: ReadonlyMap<string, string>
  /** by table and field: the related table */
  related: ReadonlyMap<string, string>
}

/** Placeholder for a table whose name is not in the file. */
export const UNNAMED = '?'

const prismaWrite =
  /^(create|createMany|createManyAndReturn|update|updateMany|updateManyAndReturn|upsert|delete|deleteMany)$/
const nestedWrite = /^(create|createMany|connectOrCreate|update|updateMany|upsert|delete|deleteMany)$/
const kyselyWrite = /^(insertInto|replaceInto|updateTable|deleteFrom|mergeInto)$/
/** functions of server/lib/sql.ts that write, with the index of the table among their arguments */
const helpers = new Map([['insertRows', 1]])

export function tablesWrittenBy(file: string, source: string, { tables, related }: Relations): Set<string> {
  const { program } = parse(file, source)
  const written = new Set<string>()
  const imported = helpersImportedBy(program)
  for (const node of nodesIn(program)) {
    if (node.type === 'CallExpression') for (const table of ofCall(node)) written.add(table)
    const text = textOf(node)
    if (text !== null) for (const table of tablesWrittenIn(text)) written.add(table)
  }
  return written

  function ofCall(call: Node): string[] {
    const callee = call.callee as Node
    const args = call.arguments as Node[]
    if (callee.type === 'Identifier') {
      const place = imported.get(String(callee.name))
      return place === undefined ? [] : [tableNamed(args[place])]
    }
    if (callee.type !== 'MemberExpression') return []
    const method = nameOf(callee.property as Node) ?? ''
    if (kyselyWrite.test(method)) return tablesNamed(args[0])
    return prismaWrite.test(method) ? ofModel(callee.object as Node, method, args) : []
  }

  /**
   * Handles `tx.log.create(…)`, `db[model].deleteMany(…)`, and `log.create(…)` of a model that was destructured from its client.
   */
  function ofModel(object: Node, method: string, args: Node[]): string[] {
    const isMember = object.type === 'MemberExpression'
    const named = isMember ? (object.property as Node) : object
    // With a computed property, `delete` can also belong to a set or a map.
    if (isMember && object.computed && named.type !== 'Literal') return method === 'delete' ? [] : [UNNAMED]
    const table = tables.get(nameOf(named) ?? '')
    if (!table || args.length > 1) return []
    return [table, ...args.flatMap((arg) => nestedIn(arg, table))]
  }

  /** Handles nested writes: `data: { albums: { create: … } }`. */
  function nestedIn(node: Node, table: string): string[] {
    if (node.type === 'ArrayExpression')
      return (node.elements as (Node | null)[]).flatMap((each) => (each ? nestedIn(each, table) : []))
    if (node.type !== 'ObjectExpression') return []
    return (node.properties as Node[]).flatMap((property) => {
      if (property.type !== 'Property') return []
      const [name, value] = [nameOf(property.key as Node) ?? '', property.value as Node]
      const other = related.get(`${table}.${name}`)
      if (!other) return nestedIn(value, table)
      return [...(writes(value) ? [other] : []), ...nestedIn(value, other)]
    })
  }
}

const writes = (node: Node): boolean =>
  node.type === 'ObjectExpression' &&
  (node.properties as Node[]).some((property) => nestedWrite.test(nameOf(property.key as Node) ?? ''))

/** Returns the imported helpers by their local names. */
function helpersImportedBy(program: Node): Map<string, number> {
  const found = new Map<string, number>()
  for (const node of program.body as Node[]) {
    if (node.type !== 'ImportDeclaration' || !String((node.source as Node).value).endsWith('/sql.ts'))
      continue
    for (const specifier of node.specifiers as Node[]) {
      const place = helpers.get(nameOf(specifier.imported as Node) ?? '')
      if (place !== undefined) found.set(nameOf(specifier.local as Node)!, place)
    }
  }
  return found
}

/** Returns the tables in an argument: `'Log'`, `'Log as l'`, or an array of such names. */
const tablesNamed = (argument: Node | undefined): string[] =>
  argument?.type === 'ArrayExpression'
    ? (argument.elements as Node[]).map(tableNamed)
    : [tableNamed(argument)]

function tableNamed(argument: Node | undefined): string {
  const name = nameOf(argument?.type === 'Literal' ? argument : null)
  return name ? name.split(' ')[0]! : UNNAMED
}

/**
 * Returns the text of a literal, with a placeholder for each value in it;
 * null for other nodes. A string within a value is a node of its own.
 */
function textOf(node: Node): string | null {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type !== 'TemplateLiteral') return null
  return (node.quasis as Node[])
    .map(({ value }) => (value as { cooked: string | null }).cooked ?? '')
    .join(` ${UNNAMED} `)
}

const name = '(?:`\\s*)?(\\w+|\\?)(?:\\s*`)?'
/** matches a table and its alias, which is not a keyword */
const place = `${name}(?:\\s+(?:AS\\s+)?(?!(?:SET|LEFT|INNER|CROSS|JOIN|ON|WHERE|USING|ORDER|LIMIT|FORCE)\\b)(\\w+))?`

/**
 * Returns the tables that SQL writes. If a statement joins several, only those whose columns it sets or whose rows it deletes.
 */
function tablesWrittenIn(sql: string): string[] {
  const written: string[] = []
  for (const [, table] of sql.matchAll(
    new RegExp(`\\b(?:INSERT|REPLACE)\\s+(?:IGNORE\\s+)?INTO\\s+${name}`, 'g'),
  ))
    written.push(table!)
  for (const [, table] of sql.matchAll(new RegExp(`\\bTRUNCATE\\s+(?:TABLE\\s+)?${name}`, 'g')))
    written.push(table!)
  for (const [, targets, rest] of sql.matchAll(
    /\bDELETE\s+(?:IGNORE\s+)?((?:\w+\s*,\s*)*\w+\s+)?FROM\s+([^;]*)/g,
  )) {
    const aliases = aliasesIn(rest!)
    if (targets)
      for (const target of targets.split(',')) written.push(aliases.get(target.trim()) ?? target.trim())
    else written.push(new RegExp(`^${name}`).exec(rest!)?.[1] ?? UNNAMED)
  }
  for (const [, joined, set] of sql.matchAll(
    /(?<!\b(?:KEY|FOR|ON)\s+)\bUPDATE\s+(?:IGNORE\s+)?(?=[`\w?])((?:(?!\bUPDATE\b)[^;])*?)\bSET\b([^;]*)/g,
  )) {
    const aliases = aliasesIn(joined!)
    const [, first = UNNAMED] = new RegExp(`^\\s*${name}`).exec(joined!) ?? []
    const targets = [...set!.split(/\bWHERE\b/)[0]!.matchAll(/(?:^|,)\s*(\w+)\.`?\w+`?\s*=/g)]
    if (targets.length === 0) written.push(first)
    for (const [, alias] of targets) written.push(aliases.get(alias!) ?? alias!)
  }
  return written
}

/** Returns the tables of `FROM` or `UPDATE` and of each `JOIN`, by their aliases. */
function aliasesIn(joined: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [, table, alias] of joined.matchAll(new RegExp(`(?:^\\s*|\\bJOIN\\s+)${place}`, 'g')))
    found.set(alias ?? table!, table!)
  return found
}
