import { z } from 'zod'
import { eventSchemas, type EventType } from '../../shared/events.ts'
import { catalogues } from '../lib/languages.ts'
import { version } from '../lib/version.ts'
import { appRouter } from '../router.ts'
import { answers } from './answers.ts'
import { reasonAgainst } from './notPublic.ts'
import { pathParameters, type Row } from './row.ts'
import { STREAM_TYPE } from './streams.ts'
import { scopeOfProcedure, table } from './table.ts'

// The OpenAPI document, made from the table.

export const BASE = '/api/v1'
const JSON_TYPE = 'application/json'
const PROBLEM_TYPE = 'application/problem+json'

type Schema = Record<string, unknown>

const named = z.registry<{ id: string }>()
for (const [id, schema] of Object.entries(answers)) named.add(schema, { id })
const problem = z.strictObject({
  type: z.literal('about:blank'),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  /** decides what a program does */
  id: z.string(),
  /** the first error of each field */
  fields: z.record(z.string(), z.string()).optional(),
  requestId: z.string(),
})
named.add(problem, { id: 'Problem' })

/** Moves the named schemas that a schema uses to `components`. */
function makeWriter() {
  const components: Record<string, Schema> = {}
  const write = (schema: z.ZodType, io: 'input' | 'output'): Schema => {
    const {
      $schema: _,
      $defs = {},
      ...written
    } = z.toJSONSchema(schema, {
      io,
      metadata: named,
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => {
        // Counts of events are numbers once they are sent.
        if (zodSchema._zod.def.type === 'nan') jsonSchema.not = {}
        // JSON has no limits of its own, and the largest safe integer says nothing about a count.
        if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
        if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
        delete jsonSchema.id
        // The format says the same.
        if (jsonSchema.format) delete jsonSchema.pattern
      },
    }) as Schema & { $defs?: Record<string, Schema> }
    const moved = (part: Schema): Schema =>
      JSON.parse(JSON.stringify(part).replaceAll('"#/$defs/', '"#/components/schemas/')) as Schema
    for (const [name, definition] of Object.entries($defs)) components[name] ??= moved(definition)
    return moved(written)
  }
  return { components, write }
}

type Content = Record<string, { schema: Schema; 'x-events'?: Record<string, Schema> }>
type Parameter = { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: Schema }
type Headers = Record<string, { description: string; schema: Schema }>
type Response = { $ref: string } | { description: string; headers?: Headers; content?: Content }
export type Operation = {
  operationId: string
  summary: string
  tags: string[]
  'x-procedure': string | readonly string[]
  security: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, Response>
}

type Write = ReturnType<typeof makeWriter>['write']

const parameter = (
  place: 'path' | 'query' | 'header',
  name: string,
  schema: Schema,
  isRequired: boolean,
) => ({
  name,
  in: place,
  required: isRequired,
  schema,
})

const idempotencyKey = parameter('header', 'Idempotency-Key', { type: 'string', format: 'uuid' }, false)
const lastEventId = [
  parameter('header', 'Last-Event-ID', { type: 'string', maxLength: 64 }, false),
  parameter('query', 'lastEventId', { type: 'string', maxLength: 64 }, false),
]

function parametersOf({ path, query, status, events, method }: Row, write: Write): Parameter[] {
  const { properties = {}, required = [] } = write(query, 'input') as {
    properties?: Record<string, Schema>
    required?: string[]
  }
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => {
    const { described } = pathParameters[name as keyof typeof pathParameters]
    return parameter('path', name!, write(described, 'input'), true)
  })
  const inQuery = Object.entries(properties).map(([name, schema]) =>
    parameter('query', name, schema, required.includes(name)),
  )
  const validators =
    method === 'GET' && !events ? [parameter('header', 'If-None-Match', { type: 'string' }, false)] : []
  return [
    ...inPath,
    ...inQuery,
    ...validators,
    ...(status === 201 ? [idempotencyKey] : []),
    ...(events ? lastEventId : []),
  ]
}

const header = (description: string) => ({ description, schema: { type: 'string' } })
const etag = { ETag: header('Changes with the answer') }

function successOf({ answer, status, location, method }: Row, write: Write): Record<string, Response> {
  if (!answer) return { 204: { description: 'Done' } }
  const headers = {
    ...(method === 'GET' && etag),
    ...(location && { Location: header('Path of what was created') }),
  }
  return {
    [status]: {
      description:
        status === 201 ? 'Created, now or by an earlier request with this Idempotency-Key' : 'Answer',
      ...(Object.keys(headers).length > 0 && { headers }),
      content: { [JSON_TYPE]: { schema: write(answer, 'output') } },
    },
    ...(method === 'GET' && {
      304: { description: 'The answer still has the ETag of If-None-Match', headers: etag },
    }),
  }
}

const control = z.strictObject({})

function streamOf(events: readonly EventType[], write: Write): Record<string, Response> {
  const schemas = events.map((type) => [type, write(eventSchemas[type], 'output')] as const)
  return {
    200: {
      description:
        'An event stream. `live` comes first: the stream begins at its id. `reset`: what was missed cannot be sent again, fetch it.',
      content: {
        [STREAM_TYPE]: {
          schema: { type: 'string' },
          'x-events': {
            live: write(control, 'output'),
            reset: write(control, 'output'),
            ...Object.fromEntries(schemas),
          },
        },
      },
    },
  }
}

const refusals = (row: Row): string[] => [
  '400',
  '401',
  '403',
  '404',
  ...(row.method === 'GET' ? [] : ['409', '413', '415']),
  '429',
  '500',
  '503',
]

function operationOf(row: Row, write: Write): Operation {
  const { name, procedures, who, body, events } = row
  const bodySchema = body && write(body, 'input')
  const parameters = parametersOf(row, write)
  return {
    operationId: name,
    summary: catalogues.default.api.operations[name],
    tags: [row.path.split('/')[1]!],
    'x-procedure': procedures.length === 1 ? procedures[0]! : procedures,
    security: who === 'public' ? [{}, { bearer: [] }] : [{ bearer: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(bodySchema && {
      requestBody: {
        required: 'required' in bodySchema,
        content: { [JSON_TYPE]: { schema: bodySchema } },
      },
    }),
    responses: {
      ...(events ? streamOf(events, write) : successOf(row, write)),
      ...Object.fromEntries(
        refusals(row).map((status) => [status, { $ref: '#/components/responses/Problem' }]),
      ),
    },
  }
}

function pathsOf(write: Write) {
  const paths: Record<string, Record<string, Operation>> = {}
  for (const row of table) {
    const operations = (paths[BASE + row.path] ??= {})
    operations[row.method.toLowerCase()] = operationOf(row, write)
  }
  return paths
}

function notPublic(): Record<string, string> {
  const names = Object.keys(appRouter._def.procedures).filter((name) => !scopeOfProcedure.has(name))
  return Object.fromEntries(names.map((name) => [name, reasonAgainst(name) ?? 'not decided']))
}

export type ApiDocument = ReturnType<typeof makeDocument>

export function makeDocument({ publicUrl, contact }: { publicUrl: string; contact: string | undefined }) {
  const { components, write } = makeWriter()
  const paths = pathsOf(write)
  const problemSchema = write(problem, 'output')
  return {
    openapi: '3.1.0',
    info: {
      title: 'Plak',
      version,
      summary: catalogues.default.api.about,
      license: { name: 'MIT', identifier: 'MIT' },
      ...(contact && { contact: contact.startsWith('https://') ? { url: contact } : { email: contact } }),
    },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: components,
      responses: {
        Problem: { description: 'Refused', content: { [PROBLEM_TYPE]: { schema: problemSchema } } },
      },
    },
    'x-not-public': notPublic(),
  }
}
