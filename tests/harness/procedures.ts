import type { AnyRouter } from '@trpc/server'
import { z } from 'zod'

/** As much of a JSON schema as the command line reads. */
export type JsonSchema = {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  items?: JsonSchema
  format?: string
  $ref?: string
  $defs?: Record<string, JsonSchema>
}

/** A procedure of the router; `schema` is null where it takes no input. */
export type Procedure = {
  name: string
  kind: 'query' | 'mutation' | 'subscription'
  schema: JsonSchema | null
}

type Definition = { _def: { type: Procedure['kind']; inputs: z.ZodType[] } }

/** Every procedure of a router, in the router's order. */
export function listProcedures(router: AnyRouter): Procedure[] {
  const procedures = Object.entries(router._def.procedures as Record<string, Definition>)
  return procedures.map(([name, { _def }]) => ({ name, kind: _def.type, schema: schemaOf(_def.inputs) }))
}

function schemaOf(inputs: z.ZodType[]): JsonSchema | null {
  const options = { io: 'input', unrepresentable: 'any' } as const
  const schemas = inputs.map((input) => z.toJSONSchema(input, options) as JsonSchema)
  return schemas.length > 1 ? { allOf: schemas } : (schemas[0] ?? null)
}

/**
 * A field of an input with the types that it and its items may have ('string', 'null', …); none: any. One
 * within another is named by the way to it: 'thread.list'.
 */
export type Field = {
  name: string
  required: boolean
  types: Set<string>
  items: Set<string>
  /** it is the caller's own name for one try: where none is given, the command line makes one */
  isTry: boolean
}

/** The fields of a procedure's input, and the fields of these; none where the input is no object. */
export function fieldsOf(schema: JsonSchema | null): Map<string, Field> {
  const fields = new Map<string, Field>()
  const visit = (part: JsonSchema, outer: JsonSchema, place: string) => {
    const root = part.$defs ? part : outer
    for (const [key, property] of Object.entries(part.properties ?? {})) {
      const name = place + key
      const parts = partsOf(property, root)
      const isTry = parts.some(({ format }) => format === 'uuid')
      fields.set(name, {
        name,
        // What lies within another may belong to one of several alternatives.
        required: place === '' && !isTry && (part.required?.includes(key) ?? false),
        types: typesOf(property, root),
        items: new Set(parts.flatMap((each) => (each.items ? [...typesOf(each.items, root)] : []))),
        isTry,
      })
      for (const each of parts) if (each.properties) visit({ properties: each.properties }, root, `${name}.`)
    }
    for (const inner of innerOf(part)) visit(inner, root, place)
  }
  if (schema) visit(schema, schema, '')
  return fields
}

/** The fields that hold no others: those that a person names. */
export function namedFields(fields: Map<string, Field>): Field[] {
  const all = [...fields.values()]
  return all.filter(({ name }) => !all.some((other) => other.name.startsWith(`${name}.`)))
}

const innerOf = ({ anyOf = [], oneOf = [], allOf = [] }: JsonSchema) => [...anyOf, ...oneOf, ...allOf]

/** A schema with its alternatives; a reference is followed to its definition. */
function partsOf(schema: JsonSchema, root: JsonSchema): JsonSchema[] {
  const name = /^#\/\$defs\/(.+)$/.exec(schema.$ref ?? '')?.[1]
  const found = (name && root.$defs?.[name]) || schema
  return [found, ...innerOf(found).flatMap((each) => partsOf(each, root))]
}

function typesOf(schema: JsonSchema, root: JsonSchema): Set<string> {
  const typeOf = (value: unknown) => (value === null ? 'null' : typeof value)
  const types = partsOf(schema, root).flatMap((part) => {
    if (part.type) return part.type
    return part.enum?.map(typeOf) ?? ('const' in part ? [typeOf(part.const)] : [])
  })
  return new Set(types)
}

/** The procedures as a table for people: name, kind, and what each takes. */
export function tableOf(procedures: Procedure[]): string {
  const rows = procedures.map(({ name, kind, schema }) => [name, kind, summaryOf(schema)] as const)
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]!.length)) + 2)
  const lines = rows.map(([name, kind, input]) => name.padEnd(widths[0]!) + kind.padEnd(widths[1]!) + input)
  return lines.map((line) => line.trimEnd()).join('\n')
}

function summaryOf(schema: JsonSchema | null): string {
  if (!schema) return ''
  const fields = namedFields(fieldsOf(schema))
  if (fields.length === 0) return [schema.type ?? 'any'].flat().join(' | ')
  const parts = fields.map(({ name, required, types }) => `${name + (required ? '' : '?')}: ${nameOf(types)}`)
  return parts.join(', ')
}

/** A field's types in words; that null stands for 'not given' is of no use to a reader. */
export function nameOf(types: ReadonlySet<string>): string {
  const named = new Set([...types].map((type) => (type === 'integer' ? 'number' : type)))
  named.delete('null')
  return [...named].join(' | ') || 'any'
}
