import addFormats from 'ajv-formats'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { expect } from 'vitest'
import type { TokenScope } from '../../shared/tokens.ts'
import type { Person } from '../harness/client.ts'

type Schema = Record<string, unknown>
type Content = Record<string, { schema: Schema; 'x-events'?: Record<string, Schema> }>
type Response = { content?: Content; $ref?: string }
export type Operation = {
  operationId: string
  summary: string
  'x-procedure': string | string[]
  security: Record<string, string[]>[]
  parameters?: { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: Schema }[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, Response>
}
export type Document = {
  openapi: string
  info: Record<string, unknown>
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; responses: Record<string, Response> }
  'x-not-public': Record<string, string>
}

export type Answer = {
  status: number
  headers: Headers
  /** true for an answer without a body, which null is not */
  isEmpty: boolean
  body: Body
}
/** the parsed body; what it holds was validated against the document */
// oxlint-disable-next-line no-explicit-any
export type Body = any

export const readDocument = async (url: string): Promise<Document> =>
  (await (await fetch(`${url}/api/v1/openapi.json`)).json()) as Document

const pointer = (...names: string[]) =>
  `document#/${names.map((name) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`

/** Validates answers against the document, as clients of others do. */
export function makeValidator(document: Document) {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(document, 'document')
  const compiled = new Map<string, ValidateFunction>()
  const validatorAt = (ref: string) => {
    const known = compiled.get(ref) ?? ajv.compile({ $ref: ref })
    compiled.set(ref, known)
    return known
  }

  const operationFor = (method: string, path: string) => {
    const name = method.toLowerCase() === 'head' ? 'get' : method.toLowerCase()
    const found = Object.keys(document.paths).find(
      (template) =>
        document.paths[template]![name] &&
        new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
    )
    return found === undefined ? null : { path: found, name }
  }

  /** Unknown operations answer with problems. */
  function schemaOf(
    method: string,
    path: string,
    { status, type }: { status: number; type: string },
  ): string {
    const operation = operationFor(method, path)
    const problem = pointer(
      'components',
      'responses',
      'Problem',
      'content',
      'application/problem+json',
      'schema',
    )
    if (!operation) return problem
    const { responses } = document.paths[operation.path]![operation.name]!
    const response = responses[status]
    // A method that an address does not have is not in the document.
    expect(response, `${method} ${path} answers ${status}, which is not in the document`).toBeDefined()
    if (response!.$ref) return problem
    expect(Object.keys(response!.content ?? {})).toContain(type)
    return pointer(
      'paths',
      operation.path,
      operation.name,
      'responses',
      String(status),
      'content',
      type,
      'schema',
    )
  }

  /** An answer without a body must have a status that the document describes without one, or be to HEAD. */
  function validateEmpty(method: string, path: string, status: number): void {
    const operation = operationFor(method, path)
    const response = operation && document.paths[operation.path]![operation.name]!.responses[status]
    expect(response, `${method} ${path} answers ${status}, which is not in the document`).toBeTruthy()
    if (method.toLowerCase() === 'head') return
    expect(response!.content ?? response!.$ref, `${method} ${path} answers ${status} without a body`).toBe(
      undefined,
    )
  }

  function validate(method: string, path: string, { status, headers, isEmpty, body }: Answer): void {
    if (isEmpty) return validateEmpty(method, path, status)
    const type = headers.get('content-type')!.split(';')[0]!
    const isValid = validatorAt(schemaOf(method, path, { status, type }))
    isValid(body)
    expect(isValid.errors ?? [], `${method} ${path}: ${JSON.stringify(body)}`).toEqual([])
  }

  /** Returns the problems of a message of an event stream. */
  function problemsOfEvent(path: string, event: string, data: unknown): unknown[] {
    const operation = operationFor('GET', path)
    const type = 'text/event-stream'
    const events = operation && document.paths[operation.path]!.get!.responses[200]?.content?.[type]
    if (!events?.['x-events']?.[event]) return [`${path} sends ${event}, which is not in the document`]
    const names = ['paths', operation!.path, 'get', 'responses', '200', 'content', type, 'x-events', event]
    const isValid = validatorAt(pointer(...names))
    isValid(data)
    return isValid.errors ?? []
  }

  return { validate, problemsOfEvent }
}

export type Sent = {
  token?: string | null
  query?: Record<string, string | number>
  body?: unknown
  headers?: Record<string, string>
}

/** A client of the API: each of its answers is validated against the document. */
export async function makeApi(url: string) {
  const { validate } = makeValidator(await readDocument(url))

  async function request(
    method: string,
    path: string,
    { token, query, body, headers }: Sent = {},
  ): Promise<Answer> {
    const search = query
      ? `?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`
      : ''
    const response = await fetch(`${url}/api/v1${path}${search}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const answer = {
      status: response.status,
      headers: response.headers,
      isEmpty: text === '',
      body: text === '' ? null : JSON.parse(text),
    }
    expect(response.headers.get('access-control-allow-origin'), `${method} ${path}`).toBe('*')
    validate(method, `/api/v1${path}`, answer)
    return answer
  }

  const of = (method: string) => (path: string, sent?: Sent) => request(method, path, sent)
  return {
    request,
    get: of('GET'),
    post: of('POST'),
    put: of('PUT'),
    patch: of('PATCH'),
    remove: of('DELETE'),
  }
}
export type Api = Awaited<ReturnType<typeof makeApi>>

export const tokenOf = async ({ client, password }: Person, scope: TokenScope = 'write'): Promise<string> =>
  (await client.tokens.create.mutate({ name: 'Program', scopes: [scope], expires: 'never', password })).token

export const pathOf = (...parts: (string | number)[]): string =>
  `/${parts.map((part) => encodeURIComponent(part)).join('/')}`
