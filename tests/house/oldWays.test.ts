import { describe, expect, it } from 'vitest'
import { filesIn, nameOf, nodesIn, parse, read, type Comment, type Node } from './source.ts'

// Old patterns of writing data, which must not come back.

const none = { rawSql: 0, txAndEmit: 0, lockedByComment: 0 }

/** SQL that does not use Kysely, which only belongs in server/lib. */
const isRawSql = (node: Node) =>
  node.type === 'MemberExpression' &&
  /^\$(query|execute)Raw(Unsafe)?$/.test(nameOf(node.property as Node) ?? '')

/**
 * A function, or its type, whose first parameters are a transaction and
 * the function that emits its events; `Write` replaces them by one value.
 */
function isTxAndEmit({ type, params }: Node): boolean {
  if (!/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression|TSFunctionType)$/.test(type))
    return false
  const [tx, emit] = (params as Node[]).map(nameOf)
  return tx === 'tx' && emit === 'emit'
}

/** A comment that requires callers to hold a lock; a type should require it instead. */
const isLockedByComment = ({ value }: Comment) =>
  /must be locked|row is locked|person locked/.test(value.replaceAll(/\s*\n\s*\*?\s*/g, ' '))

function oldWaysIn(file: string, source: string): typeof none {
  const { program, comments } = parse(file, source)
  const nodes = nodesIn(program)
  return {
    rawSql: nodes.filter(isRawSql).length,
    txAndEmit: nodes.filter(isTxAndEmit).length,
    lockedByComment: comments.filter(isLockedByComment).length,
  }
}

describe('the old ways', () => {
  it('do not occur', () => {
    const found = { ...none }
    for (const file of filesIn('server'))
      for (const [way, count] of Object.entries(oldWaysIn(file, read(file))))
        found[way as keyof typeof found] += count
    expect(found).toEqual(none)
  })

  it('are seen', () => {
    const source = `
      /** Deletes it. The user
       * must be locked. */
      export async function deleteIt(tx: Tx, emit: Emit, id: number) { await tx.$executeRaw\`DELETE FROM Log\` }
      type Step = (tx: Tx, emit: Emit) => Promise<number>
      const step: Step = async (tx, emit) => (await tx.$queryRaw\`SELECT 1\`).length
      // Begins a session of a user whose row is locked.
      const other = (deps: Deps, tx: Tx, emit: Emit) => deps.db.$queryRawUnsafe('SELECT 1')`
    expect(oldWaysIn('server/logs/a.ts', source)).toEqual({ rawSql: 3, txAndEmit: 3, lockedByComment: 2 })
  })
})
