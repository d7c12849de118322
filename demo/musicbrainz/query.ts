/** A clause of a search: a term or a phrase of a field, a range, or several clauses. */
export type Clause =
  | { kind: 'text'; field: string | null; text: string; match: 'exact' | 'prefix' | 'fuzzy'; boost: number }
  | { kind: 'range'; field: string | null; from: string; to: string; boost: number }
  | { kind: 'group'; parts: Part[]; boost: number }
type Part = { occur: 'must' | 'should' | 'not'; clause: Clause }

type Token =
  | { type: '(' | ')' | 'AND' | 'OR' | 'NOT' | 'MUST' }
  | { type: 'field'; name: string }
  | { type: 'text'; text: string; isPhrase: boolean; isPrefix: boolean }
  | { type: 'range'; from: string; to: string }
  | { type: 'suffix'; sign: string; value: string }

class SyntaxProblem extends Error {}

const operators: Record<string, 'AND' | 'OR' | 'NOT' | 'MUST'> = {
  AND: 'AND',
  '&&': 'AND',
  OR: 'OR',
  '||': 'OR',
  NOT: 'NOT',
  '!': 'NOT',
  '-': 'NOT',
  '+': 'MUST',
}

const unescape = (text: string) => text.replace(/\\(.)/gs, '$1')

/** The forms that a token can have at a place of the query, in the order in which they are tried. */
const forms: [RegExp, (found: RegExpExecArray) => Token | null][] = [
  [/\s+/y, () => null],
  [/[()]/y, ([sign]) => ({ type: sign as '(' | ')' })],
  [/(?:AND|OR|NOT)(?=[\s(]|$)|&&|\|\||[!+-](?=[^\s])/y, ([sign]) => ({ type: operators[sign]! })],
  [/([A-Za-z_]+):/y, ([, name]) => ({ type: 'field', name: name!.toLowerCase() })],
  [
    /"((?:[^"\\]|\\.)*)"/sy,
    ([, text]) => ({ type: 'text', text: unescape(text!), isPhrase: true, isPrefix: false }),
  ],
  [/[[{](\S+) TO (\S+)[\]}]/y, ([, from, to]) => ({ type: 'range', from: from!, to: to! })],
  [/\*/y, () => ({ type: 'text', text: '', isPhrase: false, isPrefix: true })],
  [/([\^~])([\d.]*)/y, ([, sign, value]) => ({ type: 'suffix', sign: sign!, value: value! })],
  [
    /((?:[^\s()"[\]{}^~:\\/*?]|\\.)+)(\*?)/y,
    ([, text, star]) => ({ type: 'text', text: unescape(text!), isPhrase: false, isPrefix: star === '*' }),
  ],
]

function tokensOf(query: string): Token[] {
  const tokens: Token[] = []
  for (let place = 0; place < query.length;) {
    const start = place
    for (const [pattern, make] of forms) {
      pattern.lastIndex = place
      const found = pattern.exec(query)
      if (!found) continue
      const token = make(found)
      if (token) tokens.push(token)
      place += found[0].length
      break
    }
    // A slash begins a regular expression; a quotation mark without an end is an error.
    if (place === start) throw new SyntaxProblem(query)
  }
  return tokens
}

/** Applies the operators before a clause: AND makes both sides obligatory. */
function addPart(parts: Part[], clause: Clause, { operator, sign }: { operator: string; sign: string }) {
  const last = parts.at(-1)
  if (operator === 'AND' && last?.occur === 'should') last.occur = 'must'
  const occur = sign === 'NOT' ? 'not' : sign === 'MUST' || operator === 'AND' ? 'must' : 'should'
  parts.push({ occur, clause })
  // Recorded from the service: a negation within OR makes the clause match nothing.
  if (operator === 'OR' && sign === 'NOT') parts.push({ occur: 'must', clause: nothing })
}

const nothing: Clause = { kind: 'group', parts: [], boost: 1 }

function parseTokens(tokens: Token[], field: string | null): Clause {
  const parts: Part[] = []
  let operator = ''
  let sign = ''
  let ownField = field
  const add = (clause: Clause) => {
    addPart(parts, clause, { operator, sign })
    operator = ''
    sign = ''
    ownField = field
  }
  while (tokens.length > 0 && tokens[0]!.type !== ')') {
    const token = tokens.shift()!
    if (token.type === 'AND' || token.type === 'OR') operator = token.type
    else if (token.type === 'NOT' || token.type === 'MUST') {
      if (sign) throw new SyntaxProblem('two operators before a clause')
      sign = token.type
    } else if (token.type === 'field') ownField = token.name
    else if (token.type === '(') {
      const inner = parseTokens(tokens, ownField)
      if (tokens.shift()?.type !== ')') throw new SyntaxProblem('a parenthesis is not closed')
      add(inner)
    } else if (token.type === 'range')
      add({ kind: 'range', field: ownField, from: token.from, to: token.to, boost: 1 })
    else if (token.type === 'text')
      add({
        kind: 'text',
        field: ownField,
        text: token.text,
        match: token.isPrefix ? 'prefix' : 'exact',
        boost: 1,
      })
    else if (token.type === 'suffix') {
      const clause = parts.at(-1)?.clause
      if (!clause) throw new SyntaxProblem('nothing before a suffix')
      if (token.sign === '^') clause.boost = Number(token.value) || 1
      else if (clause.kind === 'text') clause.match = 'fuzzy'
    }
  }
  if (sign || operator) throw new SyntaxProblem('nothing after an operator')
  return { kind: 'group', parts, boost: 1 }
}

/** The words of a text that is not a query, each of which can match. */
export const plainWords = (text: string): Clause => ({
  kind: 'group',
  boost: 1,
  parts: text
    .split(/\s+/)
    .filter(Boolean)
    .map((word): Part => ({
      occur: 'should',
      clause: { kind: 'text', field: null, text: word, match: 'exact', boost: 1 },
    })),
})

/**
 * Parses the part of Lucene's syntax that clients use. A query with an error or with an unknown field is searched as plain
 * words.
 */
export function parseQuery(query: string, fields: ReadonlySet<string>): Clause {
  try {
    const tokens = tokensOf(query)
    const unknown = tokens.find((token) => token.type === 'field' && !fields.has(token.name))
    if (unknown) throw new SyntaxProblem('an unknown field')
    const clause = parseTokens(tokens, null)
    if (tokens.length > 0) throw new SyntaxProblem('a parenthesis too many')
    return clause
  } catch (error) {
    if (error instanceof SyntaxProblem) return plainWords(query)
    throw error
  }
}
