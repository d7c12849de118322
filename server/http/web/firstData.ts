import { TRPCError, type inferRouterInputs, type inferRouterOutputs } from '@trpc/server'
import type { FirstData } from '../../../shared/firstData.ts'
import { reasonOf, type Context } from '../../core/trpc.ts'
import { isDatabaseDown } from '../../lib/db.ts'
import { appRouter, type AppRouter } from '../../router.ts'

/** How long a page waits for its first data, in milliseconds. */
export type Patience = {
  /** for all of it; the browser requests the rest */
  whole: number
  /** for the data that decides what the page is (a list, or 'not found'): search engines ask only once */
  subject: number
}
export const usualPatience: Readonly<Patience> = { whole: 150, subject: 1_000 }

type Inputs = inferRouterInputs<AppRouter>
type Outputs = inferRouterOutputs<AppRouter>
type Noun = keyof Inputs
/** ['lists.get', its input], with 'infinite' for the first page of an infinite query. */
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

export class NotThere extends Error {}

/** The page's subject is at another path. */
export class Moved extends Error {
  readonly path: string

  constructor(path: string) {
    super()
    this.path = path
  }
}

type FirstQuery = FirstData['queries'][number]
type Caller = Record<string, Record<string, (input: unknown) => Promise<unknown>>>

export type Queries = {
  /**
   * Uses exactly the input that the page itself uses, so that the browser finds the result in its cache. Returns null if the
   * result is late or the query fails.
   * @throws NotThere if no such thing exists
   */
  fetch: <const One extends Query>(...query: One) => Promise<Output<One[0]> | null>
  /** Leaves the query to the browser unless `known` resolves to true in time; avoids catalogue lookups. */
  onlyIf: <Result>(known: Promise<boolean>, fetch: () => Promise<Result>) => Promise<Result | null>
  inTime: <Result>(call: Promise<Result>) => Promise<Result | null>
}

/**
 * `finish` returns the results that arrived in time; call it once, after all queries have started.
 * @throws if the database is unreachable: a page without its data would be an empty shell
 */
export function beginQueries(
  context: Context,
  patience: Patience,
): {
  queries: Queries
  finish: () => Promise<FirstData>
} {
  const position = context.deps.bus.last()
  const caller = appRouter.createCaller(context) as unknown as Caller
  const [softTimer, hardTimer] = [makeTimer(patience.whole), makeTimer(patience.subject)]
  const promises: Promise<unknown>[] = []
  let databaseError: unknown
  const answers: FirstData['queries'] = []

  const inTime = <Result>(call: Promise<Result>): Promise<Result | null> =>
    Promise.race([call, hardTimer.end])

  /** A rejection that the caller ignores must not be unhandled. */
  function register<Result>(promise: Promise<Result>): Promise<Result> {
    promises.push(promise.catch(() => null))
    return promise
  }

  async function answerOf(path: string, input: object | void, type: 'query' | 'infinite'): Promise<unknown> {
    const [noun, name] = path.split('.') as [string, string]
    // Added before the result arrives, so that the order is that of the queries.
    const answer: FirstQuery = { queryKey: keyOf([noun, name], input, type), data: undefined }
    answers.push(answer)
    try {
      const data = await caller[noun]![name]!(input)
      answer.data = type === 'query' ? data : { pages: [data], pageParams: [null] }
      return data
    } catch (error) {
      const reason = failureOf(error)
      if (isDatabaseDown(reason)) databaseError = reason
      else context.deps.log.warn({ err: error, path }, 'a page is sent without some of its first data')
      return null
    }
  }

  return {
    queries: {
      fetch: (...[path, input, type]) =>
        register(inTime(answerOf(path, input, type ?? 'query'))) as Promise<never>,
      onlyIf: (condition, fetch) =>
        register(inTime(condition.catch(() => false)).then((isKnown) => (isKnown ? fetch() : null))),
      inTime,
    },
    async finish() {
      await Promise.race([allEnded(promises), softTimer.end])
      softTimer.stop()
      hardTimer.stop()
      if (databaseError) throw databaseError
      return { position, queries: answers.filter(({ data }) => data !== undefined) }
    },
  }
}

async function allEnded(promises: readonly Promise<unknown>[]): Promise<void> {
  for (let count = -1; count !== promises.length;) {
    count = promises.length
    await Promise.all(promises)
  }
}

/** `end` resolves to null, also when stopped. An AbortSignal's errors would cost 2 % of a page's time. */
function makeTimer(milliseconds: number): { end: Promise<null>; stop: () => void } {
  let stop = () => {}
  const end = new Promise<null>((resolve) => {
    const timer = setTimeout(resolve, milliseconds, null)
    stop = () => {
      clearTimeout(timer)
      resolve(null)
    }
  })
  return { end, stop }
}

/** Must equal the key that tRPC uses in the browser, where the cursor is not part of the input. */
function keyOf(path: string[], input: object | void, type: 'query' | 'infinite'): FirstQuery['queryKey'] {
  const hasInput = Object.keys(input ?? {}).length > 0
  return [path, { ...(hasInput && { input }), type }]
}

/** @throws NotThere if no such thing exists, also for input that cannot be a name */
function failureOf(error: unknown): unknown {
  if (!(error instanceof TRPCError)) return error
  if (error.code === 'NOT_FOUND' || error.code === 'BAD_REQUEST') throw new NotThere()
  return reasonOf(error)
}
