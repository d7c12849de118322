import { TRPCError, type inferRouterInputs, type inferRouterOutputs } from '@trpc/server'
import type { FirstData } from '../../../shared/firstData.ts'
import { reasonOf, type Context } from '../../core/trpc.ts'
import { isDatabaseDown } from '../../lib/db.ts'
import { appRouter, type AppRouter } from '../../router.ts'

/** How long a page waits for all of its first data, in milliseconds; what comes later the browser asks for. */
const PATIENCE = 150
/** How long it waits to know what it is, which a search engine asks once and believes: a list, or 'not found'. */
const LONG_PATIENCE = 1_000

type Inputs = inferRouterInputs<AppRouter>
type Outputs = inferRouterOutputs<AppRouter>
type Noun = keyof Inputs
/** The queries of a noun: ['lists.get', its input], and 'infinite' for the first page of what the page goes on reading. */
type QueriesOf<In extends Noun> = {
  [Name in keyof Inputs[In] & keyof Outputs[In] & string]: readonly [
    path: `${In}.${Name}`,
    input: Inputs[In][Name],
    type?: 'infinite',
  ]
}
type Query = { [In in Noun]: QueriesOf<In>[keyof QueriesOf<In>] }[Noun]
type Output<Path> = Path extends `${infer In extends Noun}.${infer Name}`
  ? Name extends keyof Outputs[In]
    ? Outputs[In][Name]
    : never
  : never

/** What a page shows is not there. */
export class NotThere extends Error {}

type Caller = Record<string, Record<string, (input: unknown) => Promise<unknown>>>

/** The queries of a page, done on the server before the page is sent. */
export type Queries = {
  /**
   * Does a query of the page with the very input that the page itself uses, so that the browser finds the answer in its
   * cache. Gives null where there is no answer in time, or an error; throws `NotThere` when the server says that there is
   * no such thing.
   */
  fetch: <const One extends Query>(...query: One) => Promise<Output<One[0]> | null>
  /** Only what is known at once is fetched; what would begin a look-up in the catalogue is left to the browser. */
  onlyIf: <Result>(known: Promise<boolean>, fetch: () => Promise<Result>) => Promise<Result | null>
  /** What a promise gives, or null where that does not come in time. */
  inTime: <Result>(call: Promise<Result>) => Promise<Result | null>
}

/**
 * Begins the queries of a page on behalf of a viewer. `finish` returns the answers that came in time; it is called once, when
 * all queries have begun. It throws when the database could not be reached: a page without its data would be an empty shell.
 */
export function beginQueries(context: Context): {
  queries: Queries
  finish: () => Promise<FirstData>
} {
  const caller = appRouter.createCaller(context) as unknown as Caller
  const stops: (() => void)[] = []
  /** Null after a time, or once the page is sent. Not by an AbortSignal, whose errors cost 2 % of a page. */
  const after = (milliseconds: number) =>
    new Promise<null>((resolve) => {
      const timer = setTimeout(resolve, milliseconds, null)
      stops.push(() => {
        clearTimeout(timer)
        resolve(null)
      })
    })
  const [late, tooLate] = [after(PATIENCE), after(LONG_PATIENCE)]
  const begun: Promise<unknown>[] = []
  let databaseError: unknown
  const answers: FirstData['queries'] = []

  async function inTime<Result>(call: Promise<Result>): Promise<Result | null> {
    return await Promise.race([call, tooLate])
  }

  /** The caller may ignore the promise: an ignored rejection is no unhandled one. */
  function noted<Result>(promise: Promise<Result>): Promise<Result> {
    begun.push(promise.catch(() => null))
    return promise
  }

  async function answerOf(path: string, input: object | void, type: 'query' | 'infinite'): Promise<unknown> {
    const [noun, name] = path.split('.') as [string, string]
    // The key that tRPC gives it in the browser, where the cursor is no part of the input.
    const hasInput = Object.keys(input ?? {}).length > 0
    const queryKey = [[noun, name], { ...(hasInput && { input }), type }] as [string[], object]
    // In the order of the queries, whichever is answered first.
    const answer: FirstData['queries'][number] = { queryKey, data: undefined }
    answers.push(answer)
    try {
      const data = await caller[noun]![name]!(input)
      answer.data = type === 'query' ? data : { pages: [data], pageParams: [null] }
      return data
    } catch (error) {
      const code = error instanceof TRPCError ? error.code : ''
      // What cannot be a name is refused before anything is looked up, and is not there either.
      if (code === 'NOT_FOUND' || code === 'BAD_REQUEST') throw new NotThere()
      const reason = error instanceof TRPCError ? reasonOf(error) : error
      if (isDatabaseDown(reason)) databaseError = reason
      else context.deps.log.warn({ err: error, path }, 'a page goes without some of its first data')
      return null
    }
  }

  /** What is fetched because of an answer is waited for as well. */
  async function allAnswered() {
    for (let count = -1; count !== begun.length;) {
      count = begun.length
      await Promise.all(begun)
    }
  }

  return {
    queries: {
      fetch: (...[path, input, type]) =>
        noted(inTime(answerOf(path, input, type ?? 'query'))) as Promise<never>,
      onlyIf: (known, fetch) =>
        noted(inTime(known.catch(() => false)).then((isKnown) => (isKnown ? fetch() : null))),
      inTime,
    },
    async finish() {
      await Promise.race([allAnswered(), late])
      stops.forEach((stop) => stop())
      if (databaseError) throw databaseError
      return { queries: answers.filter(({ data }) => data !== undefined) }
    },
  }
}
