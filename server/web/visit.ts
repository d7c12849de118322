import { setTimeout as sleep } from 'node:timers/promises'
import { TRPCError, type inferRouterInputs, type inferRouterOutputs } from '@trpc/server'
import { appRouter, type AppRouter } from '../router.ts'
import type { Context } from '../trpc.ts'

/** How long a page waits for all that it would bring along, in milliseconds; what comes later the browser asks for. */
const PATIENCE = 150
/** How long it waits to know what it is, which a search engine asks once and believes: a list, or 'not found'. */
const LONG_PATIENCE = 1_000

type Inputs = inferRouterInputs<AppRouter>
type Outputs = inferRouterOutputs<AppRouter>
type Noun = keyof Inputs
type QueryOf<In extends Noun> = keyof Inputs[In] & keyof Outputs[In] & string

/** An answer as the page carries it: web/lib/firstData.ts puts it where the page's own question would. */
export type Answer = { path: [noun: string, query: string]; input: unknown; pages: boolean; data: unknown }

/** What a page shows is not there. */
export class Missing extends Error {}

type Caller = Record<string, Record<string, (input: unknown) => Promise<unknown>>>

/** A visit to a page: what it asks on behalf of the page, and what came of that. */
export type Visit = {
  context: Context
  /** the address, decoded: '/artist/AC%2FDC' is ['artist', 'AC/DC'] */
  segments: string[]
  query: URLSearchParams
  /**
   * Asks what the page itself would ask first, with the very same input. Gives null where there is no answer in time, or
   * an error; throws `Missing` when the server says that there is no such thing.
   */
  ask: <In extends Noun, Query extends QueryOf<In>>(
    noun: In,
    query: Query,
    input: Inputs[In][Query],
  ) => Promise<Outputs[In][Query] | null>
  /** The same for the first page of a list that the page goes on reading. */
  askPages: Visit['ask']
  /** Only what is known at once is asked for; what would begin a look-up in the catalogue is the browser's to ask. */
  onlyIf: <Result>(known: Promise<boolean>, ask: () => Promise<Result>) => Promise<Result | null>
  /** What a call gives, or null where that does not come in time. */
  inTime: <Result>(call: Promise<Result>) => Promise<Result | null>
}

/** Begins a visit; `answers` gives what came in time, and is to be called once when all has been asked. */
export function beginVisit(
  context: Context,
  segments: string[],
  query: URLSearchParams,
): { visit: Visit; answers: () => Promise<Answer[]> } {
  const caller = appRouter.createCaller(context) as unknown as Caller
  const over = new AbortController()
  const after = (milliseconds: number) => sleep(milliseconds, null, { signal: over.signal }).catch(() => null)
  const [late, tooLate] = [after(PATIENCE), after(LONG_PATIENCE)]
  const asked: Promise<unknown>[] = []
  const found: Answer[] = []

  async function inTime<Result>(call: Promise<Result>): Promise<Result | null> {
    return await Promise.race([call, tooLate])
  }

  async function answerOf(path: Answer['path'], input: unknown, pages: boolean): Promise<unknown> {
    const [noun, query] = path
    const call = caller[noun]![query]!(input).then(
      (data) => ({ data }),
      (error: unknown) => {
        const code = error instanceof TRPCError ? error.code : ''
        // What cannot be a name is refused before anything is looked up, and is not there either.
        if (code === 'NOT_FOUND' || code === 'BAD_REQUEST') throw new Missing()
        context.deps.log.warn({ err: error, path }, 'a page goes without some of its first data')
        return null
      },
    )
    const answer = await inTime(call)
    if (answer) found.push({ path, input, pages, data: answer.data })
    return answer?.data ?? null
  }

  /** Nobody has to wait for it, and a failure is nobody's who does not. */
  function kept<Result>(promise: Promise<Result>): Promise<Result> {
    asked.push(promise.catch(() => null))
    return promise
  }

  const asking =
    (pages: boolean): Visit['ask'] =>
    (noun, query, input) =>
      kept(answerOf([noun, query], input, pages)) as Promise<never>

  const visit: Visit = {
    context,
    segments,
    query,
    ask: asking(false),
    askPages: asking(true),
    onlyIf: (known, ask) =>
      kept(inTime(known.catch(() => false)).then((isKnown) => (isKnown ? ask() : null))),
    inTime,
  }
  /** What is asked because of an answer is waited for as well. */
  async function allAnswered() {
    for (let count = -1; count !== asked.length;) {
      count = asked.length
      await Promise.all(asked)
    }
  }
  async function answers() {
    await Promise.race([allAnswered(), late])
    over.abort()
    return [...found]
  }
  return { visit, answers }
}
