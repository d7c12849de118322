import { randomUUID } from 'node:crypto'
import { BadInput } from './failures.ts'
import { fieldsOf, namedFields, nameOf, type Field, type Procedure } from './procedures.ts'

/** A parsed command line. Without a procedure and a scenario, it lists all procedures. */
export type Call = {
  procedure: Procedure | null
  scenario: string | null
  /** the file or folder for a download of the user's own data */
  download: string | null
  upload: string | null
  /** the input's JSON text ('-': read from standard input), and the fields set by flags */
  json: string | null
  fields: Record<string, unknown>
  url: string | null
  /** number of events after which a subscription ends */
  count: number | null
  help: boolean
}

const camelCase = (name: string) => name.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
const isFlag = (token: string) => token.startsWith('-') && token !== '-'

/**
 * Parses a command line: `[own options] [procedure] [json or -] [flags]`. The flags are the fields of the procedure's input. If
 * a field has the name of an own option, that option must precede the procedure.
 */
export function readArguments(args: string[], procedures: Procedure[]): Call {
  const call: Call = {
    procedure: null,
    scenario: null,
    download: null,
    upload: null,
    json: null,
    fields: {},
    url: null,
    count: null,
    help: false,
  }
  let fields = new Map<string, Field>()
  const left = [...args]

  for (let token = left.shift(); token !== undefined; token = left.shift()) {
    if (isFlag(token)) readFlag(token)
    else if (!call.procedure) {
      call.procedure = findProcedure(token, procedures)
      fields = fieldsOf(call.procedure.schema)
    } else if (call.json === null) call.json = token
    else throw new BadInput(`'${token}' is one argument too many (texts with spaces need quotes)`)
  }
  const isEndless = call.procedure?.kind === 'subscription'
  if (call.count !== null && !isEndless) throw new BadInput('--count is for subscriptions')
  const others = { scenario: call.scenario, download: call.download, upload: call.upload }
  for (const [name, value] of Object.entries(others))
    if (value !== null && call.procedure)
      throw new BadInput(`Either a ${name} or a procedure: ${call.procedure.name} is one too many`)
  return call

  function readFlag(token: string) {
    const [, written, given] = /^--([^=]+)(?:=(.*))?$/s.exec(token) ?? []
    if (token === '-h') return void (call.help = true)
    if (!written) throw new BadInput(`${token} is no option`)
    const name = camelCase(written)
    const field = fields.get(name)
    const denied = written.startsWith('no-') ? fields.get(camelCase(written.slice(3))) : undefined

    if (field) takeField(field, written, given)
    else if (denied?.types.has('boolean') && given === undefined) call.fields[denied.name] = false
    else if (name === 'help' && given === undefined) call.help = true
    else if (name === 'url') call.url = given ?? nextValue(written)
    else if (name === 'scenario') call.scenario = given ?? nextValue(written)
    else if (name === 'export') call.download = given ?? nextValue(written)
    else if (name === 'import') call.upload = given ?? nextValue(written)
    else if (name === 'count') call.count = readCount(given ?? nextValue(written))
    else throw new BadInput(`--${written} is no option of ${subject()}${known(fields)}`)
  }

  function subject() {
    return call.procedure?.name ?? 'this command'
  }

  function takeField({ name, types, items }: Field, written: string, given: string | undefined) {
    if (types.has('boolean') && given === undefined) {
      const next = left[0]
      call.fields[name] = next === 'true' || next === 'false' ? left.shift() === 'true' : true
      return
    }
    const text = given ?? nextValue(written)
    const isItem = types.has('array') && !text.trimStart().startsWith('[')
    if (!isItem) return void (call.fields[name] = readValue(written, text, types))
    const earlier = call.fields[name]
    call.fields[name] = [...(Array.isArray(earlier) ? earlier : []), readValue(written, text, items)]
  }

  function nextValue(written: string): string {
    const next = left.shift()
    if (next !== undefined && !next.startsWith('--')) return next
    throw new BadInput(`--${written} needs a value (--${written}=…)`)
  }
}

function known(fields: Map<string, Field>): string {
  const flags = namedFields(fields).map(({ name }) => `--${kebabCase(name)}`)
  return flags.length > 0 ? `, which takes ${flags.join(', ')}` : ''
}
const kebabCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

function findProcedure(name: string, procedures: Procedure[]): Procedure {
  const found = procedures.find((procedure) => procedure.name === name)
  if (!found) throw new BadInput(`There is no procedure '${name}'; without one, this command lists all`)
  return found
}

function readCount(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new BadInput(`count: '${text}' is no whole number from 1`)
  return Number(text)
}

/** Parses a flag's text by the type of its field: it stays a string if that is allowed ('123456'), else it is JSON. */
function readValue(written: string, text: string, types: ReadonlySet<string>): unknown {
  if (types.has('string')) return text
  const value = parsed(text)
  if (types.size === 0) return value === undefined ? text : value
  if (value === undefined || !types.has(typeIn(value, types))) {
    throw new BadInput(`${written}: '${text}' is not of type ${nameOf(types)}`)
  }
  return value
}

function typeIn(value: unknown, types: ReadonlySet<string>): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  // The server reports a number that must be an integer, with its own text.
  return typeof value === 'number' && types.has('integer') ? 'integer' : typeof value
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns the input of a call: its JSON, overridden by the fields of its flags. */
export function inputOf({ procedure, fields: given }: Call, json: string | null): unknown {
  const flags = Object.entries(given)
  if (!procedure?.schema) {
    if (json !== null || flags.length > 0) {
      throw new BadInput(`${procedure?.name ?? 'This command'} takes no input`)
    }
    return undefined
  }
  const base = json === null ? {} : readJson(json)
  if (json === null && flags.length === 0 && !takesObject(procedure)) return undefined
  if (!isObject(base)) {
    if (flags.length > 0) throw new BadInput('Flags go together with a JSON object only')
    return base
  }
  const tries = [...fieldsOf(procedure.schema).values()].filter(({ name, isTry }) => isTry && !(name in base))
  const made = tries.map(({ name }) => [name, randomUUID()] as const)
  return [...made, ...flags].reduce((input, [name, value]) => withField(input, name.split('.'), value), base)
}

type JsonObject = Record<string, unknown>

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns a copy of an object with a field set at a nested path. */
function withField(object: JsonObject, [name = '', ...deeper]: string[], value: unknown): JsonObject {
  if (deeper.length === 0) return { ...object, [name]: value }
  const inner = object[name]
  return { ...object, [name]: withField(isObject(inner) ? inner : {}, deeper, value) }
}

/** True if the input is an object. An omitted object is sent empty, so that the server names the missing fields. */
const takesObject = ({ schema }: Procedure) => schema?.type === 'object' || fieldsOf(schema).size > 0

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new BadInput(`The input is no valid JSON: ${(error as Error).message}`)
  }
}
