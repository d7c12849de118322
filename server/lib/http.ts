import { setTimeout as sleep } from 'node:timers/promises'
import {
  BrokenCircuitError,
  bulkhead,
  BulkheadRejectedError,
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  ExponentialBackoff,
  handleWhen,
} from 'cockatiel'
import type { FastifyBaseLogger } from 'fastify'

export type Log = Pick<FastifyBaseLogger, 'debug' | 'info' | 'warn' | 'error'>

/**
 * Failure of an outside service. `unreachable`: it sent no response, or not in time. `broken`: it sent an invalid response or
 * reported a failure. Both are worth a retry. `refused`: it rejected the request, and a retry would not help.
 */
export type UpstreamFailure = 'unreachable' | 'broken' | 'refused'

/** A call was not made: the rate limit has no slot for it now. */
export class NotCalled extends Error {}

/** Outcome of a call; `left alone`: it was not made, because the circuit breaker is open or the queue is full. */
type CallOutcome = 'ok' | UpstreamFailure | 'left alone' | 'failed'

export type CallMeter = {
  count: (outcome: CallOutcome) => void
  breaker: (isOpen: () => boolean) => void
}

export type Retries = Record<UpstreamFailure, number>

/** `code` is the service's own error code, if it sent one. */
export class UpstreamError extends Error {
  readonly failure: UpstreamFailure
  readonly code: number | undefined

  constructor(failure: UpstreamFailure, message: string, details: { code?: number; cause?: unknown } = {}) {
    super(message, { cause: details.cause })
    this.name = 'UpstreamError'
    this.failure = failure
    this.code = details.code
  }
}

const MOST_BYTES = 4 * 1024 * 1024

/** With `redirect: 'manual'`, a redirect is returned like any other response; by default it is an error. */
type Call = Omit<RequestInit, 'redirect'> & { mostBytes?: number; redirect?: 'manual' }

/**
 * Makes a call and reads its body within `timeout` milliseconds, up to `mostBytes` bytes; redirects are not followed. Returns the
 * body for every status.
 * @throws UpstreamError if there is no body to return; the caller's abort error unchanged
 */
export async function fetchBytes(
  url: URL,
  timeout: number,
  { mostBytes = MOST_BYTES, signal, ...init }: Call,
): Promise<{ status: number; bytes: Buffer; headers: Headers }> {
  try {
    // A timer takes whole milliseconds only.
    const patience = AbortSignal.timeout(Math.ceil(timeout))
    const until = signal ? AbortSignal.any([signal, patience]) : patience
    const response = await fetch(url, { redirect: 'error', ...init, signal: until })
    const chunks: Uint8Array[] = []
    let bytes = 0
    for await (const chunk of response.body ?? []) {
      chunks.push(chunk)
      bytes += chunk.byteLength
      if (bytes > mostBytes) throw new UpstreamError('refused', 'The answer is too long')
    }
    return { status: response.status, bytes: Buffer.concat(chunks), headers: response.headers }
  } catch (error) {
    if (error instanceof UpstreamError) throw error
    signal?.throwIfAborted()
    // Only the host: the rest of the URL can contain a key.
    throw new UpstreamError('unreachable', `${url.host} could not be reached`, { cause: error })
  }
}

export async function fetchText(
  url: URL,
  timeout: number,
  call: Call,
): Promise<{ status: number; text: string; headers: Headers }> {
  const { bytes, ...rest } = await fetchBytes(url, timeout, call)
  return { ...rest, text: bytes.toString('utf8') }
}

const LONGEST_TRIAL = 1_000
const usualRetries: Retries = { unreachable: 1, broken: 1, refused: 0 }

/**
 * Creates a wrapper for every call to one outside service: at most `concurrent` at a time and `queue` waiting, retries after
 * temporary failures, and a circuit breaker. The breaker opens after a service was unreachable twice or broken six times in a
 * row, until a single trial call (after `reopen` milliseconds, longer each time) succeeds. Calls during the trial wait for its
 * result, but at most a second: a working service responds by then, and no caller should wait for a broken one.
 * Each retry queues like a new call, `retryAfter` milliseconds after the failure, twice as long the second time, each with
 * jitter. None begins later than `retryFor` milliseconds after the first attempt.
 */
export function makeGuard(options: {
  name: string
  log: Log
  concurrent: number
  queue: number
  retries?: Retries
  retryAfter: number
  retryFor?: number
  reopen: number
  meter?: CallMeter | undefined
}): <T>(call: () => Promise<T>) => Promise<T> {
  const { retries = usualRetries, retryAfter, retryFor = 10_000, meter } = options
  const breakers = makeBreakers(options)
  const room = bulkhead(options.concurrent, options.queue)
  meter?.breaker(() => breakers.isAny(CircuitState.Open))

  const isTried = () => breakers.isAny(CircuitState.HalfOpen)
  let trial: Promise<unknown> = Promise.resolve()

  async function callOnce<T>(call: () => Promise<T>): Promise<T> {
    if (isTried()) await trial
    return await room.execute(() => {
      if (isTried()) throw new BrokenCircuitError()
      const answer = breakers.execute(call)
      if (isTried()) trial = Promise.race([answer.catch(() => undefined), sleep(LONGEST_TRIAL)])
      return answer
    })
  }

  return async (call) => {
    const started = performance.now()
    for (let retried = 0; ; retried++) {
      try {
        const answer = await callOnce(call)
        meter?.count('ok')
        return answer
      } catch (error) {
        meter?.count(outcomeOf(error))
        const maxRetries = error instanceof UpstreamError ? retries[error.failure] : 0
        const pause = retryAfter * 2 ** retried * (0.5 + Math.random())
        if (retried >= maxRetries || performance.now() - started + pause > retryFor) throw error
        await sleep(pause)
      }
    }
  }
}

function makeBreakers({ name, log, reopen }: { name: string; log: Log; reopen: number }) {
  const breaker = (failure: UpstreamFailure, times: number) => {
    const policy = circuitBreaker(
      handleWhen((error) => error instanceof UpstreamError && error.failure === failure),
      {
        breaker: new ConsecutiveBreaker(times),
        halfOpenAfter: new ExponentialBackoff({ initialDelay: reopen, maxDelay: 30_000 }),
      },
    )
    policy.onBreak(() => log.warn(`${name} is ${failure}: circuit breaker open`))
    policy.onReset(() => log.info(`${name}: circuit breaker closed`))
    return policy
  }
  const [unreachable, broken] = [breaker('unreachable', 2), breaker('broken', 6)]
  return {
    execute: <T>(call: () => Promise<T>) => unreachable.execute(() => broken.execute(call)),
    isAny: (state: CircuitState) => [unreachable, broken].some((policy) => policy.state === state),
  }
}

function outcomeOf(error: unknown): CallOutcome {
  if (error instanceof UpstreamError) return error.failure
  const isNotMade = [NotCalled, BrokenCircuitError, BulkheadRejectedError].some(
    (kind) => error instanceof kind,
  )
  return isNotMade ? 'left alone' : 'failed'
}
