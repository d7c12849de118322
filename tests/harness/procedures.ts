import type { AnyRouter } from '@trpc/server'
import { z } from 'zod'

/** The part of a JSON schema that the command line uses. */
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

/** A procedure of the router; `schema` is null if it has no input. */
export type Procedure = {
  name: string
  kind: 'query' | 'mutation' | 'subscription'
  schema: JsonSchema | null
}

type Definition = { _def: { type: Procedure['kind']; inputs: z.ZodType[] } }

/** Returns all procedures of a router, in the router's order. */
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
 * A field of an input with the possible types of it and its items ('string', 'null', …); an empty set means any. The name of a
 * nested field is its path: 'thread.list'.
 */
export type Field = {
  name: string
  required: boolean
  types: Set<string>
  items: Set<string>
  /** it is the caller's own id of an attempt: if it is missing, the command line generates one */
  isTry: boolean
}

/** Returns the fields of a procedure's input, including nested ones; none if the input is not an object. */
export function fieldsOf(schema: JsonSchema | null): Map<string, Field> {
  const fields = new Map<string, Field>()
  const visit = (part: JsonSchema, outer: JsonSchema, place: string) => {
    const root = part.$defs ? part : outer
    for (const [key, property] of Object.entries(part.properties ?? {})) {
      const name = place + key
      const parts = partsOf(property, root)
      const isRequired = part.required?.includes(key) ?? false
      const isTry = isRequired && parts.some(({ format }) => format === 'uuid')
      fields.set(name, {
        name,
        // A nested field can belong to one of several alternatives.
        required: place === '' && !isTry && isRequired,
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

/** Returns the fields without nested fields: those that users set. */
export function namedFields(fields: Map<string, Field>): Field[] {
  const all = [...fields.values()]
  return all.filter(({ name }) => !all.some((other) => other.name.startsWith(`${name}.`)))
}

const innerOf = ({ anyOf = [], oneOf = [], allOf = [] }: JsonSchema) => [...anyOf, ...oneOf, ...allOf]

/** Returns a schema and its alternatives; resolves a reference to its definition. */
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

/** Formats the procedures as a table: name, kind, and input. */
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

/** Describes a field's types, without null, which means 'not given' and does not help users. */
export function nameOf(types: ReadonlySet<string>): string {
  const named = new Set([...types].map((type) => (type === 'integer' ? 'number' : type)))
  named.delete('null')
  return [...named].join(' | ') || 'any'
}
