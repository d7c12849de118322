import { z } from 'zod'
import type { EventType } from '../../shared/events.ts'
import { rowId } from '../../shared/page.ts'
import type { Texts } from '../../shared/texts.ts'
import type { Context } from '../core/trpc.ts'
import type { appRouter, AppRouter } from '../router.ts'

// A row of the table describes one operation of the API. Routes, document, page and tests are made from the rows.

type Nouns = AppRouter['_def']['record']
export type ProcedureName = {
  [Noun in keyof Nouns]: `${Noun}.${Extract<keyof Nouns[Noun], string>}`
}[keyof Nouns]

export type Caller = ReturnType<typeof appRouter.createCaller>

/** The operationId. Its summary is the text of this name. */
export type OperationName = keyof Texts['api']['operations']

/** The callers of an operation: everybody, or tokens with this scope. */
type Who = 'public' | 'read' | 'write'

const text = z.string().min(1)
const idText = z
  .string()
  .regex(/^\d{1,10}$/)
  .transform(Number)
  .pipe(rowId)

/** The parameters of all paths; `described` is what the document says. */
export const pathParameters = {
  artist: { read: text, described: text },
  album: { read: text, described: text },
  nickname: { read: text, described: text },
  tag: { read: text, described: text },
  id: { read: idText, described: rowId },
} as const
type ParameterName = keyof typeof pathParameters

type ParametersIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParametersIn<Rest>
  : never
type Params<Path extends string> = {
  [Name in ParametersIn<Path> & ParameterName]: z.output<(typeof pathParameters)[Name]['read']>
}

const paging = z.object({
  cursor: z.string().max(400).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
})
export type Paging = z.output<typeof paging>

/** `submission` is the Idempotency-Key, or a random id. */
type Call<Path extends string = string, Query = unknown, Body = unknown> = {
  caller: Caller
  context: Context
  params: Params<Path>
  query: Query
  body: Body
  submission: string
}

export type Row = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** below /api/v1 */
  path: `/${string}`
  procedures: readonly ProcedureName[]
  who: Who
  name: OperationName
  query: z.ZodObject
  /** null if the operation takes no body; the procedure validates its fields */
  body: z.ZodObject | null
  /** null if there is no body in the answer, or if it is an event stream */
  answer: z.ZodType | null
  status: 200 | 201 | 204
  isPaged: boolean
  /** types of the events of a stream; null if it is none. server/api/streams.ts serves it. */
  events: readonly EventType[] | null
  /** path of what a POST has created, below /api/v1 */
  location: ((answer: never) => string) | null
  /** subscribes for a stream, answers with what `answer` describes otherwise */
  call: (call: Call<never, never, never>) => Promise<unknown>
}

type Described<Path extends string, Query extends z.ZodRawShape> = {
  path: Path
  procedure: ProcedureName | readonly ProcedureName[]
  who: Who
  name: OperationName
  query?: Query
}

const rowOf = <Path extends `/${string}`>(
  method: Row['method'],
  { path, procedure, who, name, query = {} }: Described<Path, z.ZodRawShape>,
) => ({
  method,
  path,
  procedures: typeof procedure === 'string' ? [procedure] : procedure,
  who,
  name,
  query: z.object(query),
  body: null,
  answer: null,
  status: 200 as const,
  isPaged: false,
  events: null,
  location: null,
})

type Answering<Path extends string, Query, Body, Answer> = (call: Call<Path, Query, Body>) => Promise<Answer>
type Shaped<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>

/** One thing. */
export const get = <Path extends `/${string}`, Answer extends z.ZodType, Query extends z.ZodRawShape = {}>({
  answer,
  call,
  ...described
}: Described<Path, Query> & {
  answer: Answer
  call: Answering<Path, Shaped<Query>, null, z.input<Answer>>
}): Row => ({ ...rowOf('GET', described), answer, call })

/** Leaves out what else a procedure returns, such as the position of the page in the event log: ETags would change with it. */
const only = (answer: object, names: string[]) =>
  Object.fromEntries(Object.entries(answer).filter(([name]) => names.includes(name)))

type Items<Item, More extends z.ZodRawShape> = { items: Item[]; next: string | null } & Shaped<More>

/** A page of a collection: `{items, next}`, and what `more` adds. */
export const list = <
  Path extends `/${string}`,
  Item extends z.ZodType,
  Query extends z.ZodRawShape = {},
  More extends z.ZodRawShape = {},
>({
  item,
  more,
  call,
  ...described
}: Described<Path, Query> & {
  item: Item
  more?: More
  call: Answering<Path, Shaped<Query> & Paging, null, Items<z.input<Item>, More>>
}): Row => {
  const row = rowOf('GET', described)
  const answer = z.strictObject({ items: z.array(item), next: z.string().nullable(), ...more })
  return {
    ...row,
    query: row.query.extend(paging.shape),
    answer,
    isPaged: true,
    call: async (request: Parameters<typeof call>[0]) => only(await call(request), Object.keys(answer.shape)),
  }
}

type Written<Path extends string, Body extends z.ZodRawShape> = Omit<Described<Path, {}>, 'who' | 'query'> & {
  method: 'POST' | 'PUT' | 'PATCH'
  body?: z.ZodObject<Body>
}

export const write = <Path extends `/${string}`, Answer extends z.ZodType, Body extends z.ZodRawShape = {}>({
  method,
  body,
  answer,
  call,
  ...described
}: Written<Path, Body> & {
  answer: Answer
  call: Answering<Path, unknown, z.input<z.ZodObject<Body>>, z.input<Answer>>
}): Row => ({ ...rowOf(method, { ...described, who: 'write' }), body: body ?? null, answer, call })

/** A POST that creates something, once for each Idempotency-Key. */
export const create = <Path extends `/${string}`, Answer extends z.ZodType, Body extends z.ZodRawShape>({
  location,
  ...written
}: Omit<Written<Path, Body>, 'method'> & {
  answer: Answer
  call: Answering<Path, unknown, z.input<z.ZodObject<Body>>, z.input<Answer>>
  location: (answer: z.output<Answer>) => string
}): Row => ({ ...write({ ...written, method: 'POST' }), status: 201, location })

/** The answer has no body. */
export const remove = <Path extends `/${string}`>({
  call,
  ...described
}: Omit<Described<Path, {}>, 'who' | 'query'> & {
  call: Answering<Path, unknown, null, unknown>
}): Row => ({ ...rowOf('DELETE', { ...described, who: 'write' }), status: 204, call })

/** An event stream; `lastEventId` is the position after which it starts. */
export const live = <Path extends `/${string}`>({
  events,
  call,
  ...described
}: Omit<Described<Path, {}>, 'query'> & {
  events: readonly EventType[]
  call: Answering<Path, { lastEventId?: string }, null, AsyncIterable<unknown>>
}): Row => ({ ...rowOf('GET', described), events, call })
