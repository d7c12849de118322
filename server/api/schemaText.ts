import { markup, type Markup } from '../lib/markup.ts'

// JSON schemas of the document, in a few words for people.

export type Schema = Record<string, unknown>

type Field = { name: string; schema: Schema; isRequired: boolean }

export function fieldsOf(schema: Schema | null): Field[] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, Schema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, field]) => ({
    name,
    schema: field,
    isRequired: required.includes(name),
  }))
}

type Body = { content: Record<string, { schema: Schema }> }
export const bodySchemaOf = (body: Body | undefined): Schema | null =>
  body ? (Object.values(body.content)[0]?.schema ?? null) : null

const joined = (parts: readonly Markup[], between: string): Markup =>
  markup`${parts.flatMap((part, index) => (index === 0 ? [part] : [markup`${between}`, part]))}`

const rangeOf = ({ minimum, maximum }: Schema): string => {
  if (typeof maximum !== 'number' || maximum >= 2 ** 31 - 1) return ''
  return ` ${typeof minimum === 'number' ? minimum : ''}–${maximum}`
}

/** Links named schemas. */
export function describeType(schema: Schema): Markup {
  const { $ref, enum: values, const: value, type, items, anyOf, oneOf, format, properties } = schema
  if (typeof $ref === 'string') {
    const name = $ref.split('/').at(-1)!
    return markup`<a href="#schema-${name}">${name}</a>`
  }
  if (Array.isArray(values)) return markup`${values.map((each) => JSON.stringify(each)).join(' | ')}`
  if (value !== undefined) return markup`${JSON.stringify(value)}`
  const options = (anyOf ?? oneOf) as Schema[] | undefined
  if (options) {
    const possible = options.filter((option) => option.not === undefined)
    return joined(possible.map(describeType), ' | ')
  }
  if (type === 'array') return markup`${describeType(items as Schema)}[]`
  if (type === 'object') {
    if (!properties) return markup`object`
    const fields = fieldsOf(schema).map(
      ({ name, schema: field, isRequired }) =>
        markup`${isRequired ? name : `${name}?`}: ${describeType(field)}`,
    )
    return fields.length === 0 ? markup`{}` : markup`{ ${joined(fields, ', ')} }`
  }
  const names = Array.isArray(type) ? type.join(' | ') : typeof type === 'string' ? type : 'any'
  return markup`${names}${typeof format === 'string' ? ` (${format})` : ''}${rangeOf(schema)}`
}
