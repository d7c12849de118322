import { z } from 'zod'
import { unavailable } from '../../lib/errors.ts'
import { fetchText, NotCalled, UpstreamError, type CallMeter, type Log } from '../../lib/http.ts'
import type { Caller, Outcome, ServicePace, Turn } from '../servicePace.ts'
import { MusicBrainzError, readAnswer } from './answer.ts'

export type MusicBrainzOptions = {
  /** address of the web service; a slash at the end can be omitted */
  base: string
  userAgent: string
  pace: ServicePace
  log: Log
  meter?: CallMeter
  /** time limit of one request, in milliseconds */
  timeout?: number
}

/** A path below the web service, whose id can be replaced by that of a merged entity, and its parameters. */
export type Request = { entity: string; id?: string; query: Record<string, string> }

/**
 * Makes a call. Returns the parsed answer, or null if the service knows no such thing. A call that somebody waits for is repeated
 * after failures, until the caller's patience ends. @throws unavailable; the reason of an aborted signal
 */
export type Ask = <T>(request: Request, caller: Caller, parse: (body: unknown) => T) => Promise<T | null>

/** The service answers within seconds, but takes up to half a minute under load. */
const TIMEOUT = 10_000
/** Patience with a call that somebody waits for, in milliseconds. */
const PATIENCE = 10_000
/** A search with all editions of 100 results. */
const MOST_BYTES = 16 * 1024 * 1024
/** Redirects from merged entities to those that they were merged into. */
const MOST_REDIRECTS = 4

/** Creates the calls; each request, also that of a redirect, takes a turn of the pace. */
export function makeCalls(options: MusicBrainzOptions): Ask {
  const { base, pace, meter } = options
  const send = makeSend(options)
  meter?.breaker(pace.isPaused)

  async function ask<T>(first: Request, caller: Caller, parse: (body: unknown) => T): Promise<T | null> {
    const deadline = performance.now() + (caller.patience ?? Infinity)
    let next = first
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
      const turn = await pace.turn({ ...caller, patience: deadline - performance.now() })
      const left = { ...caller, patience: deadline - performance.now() }
      const answer = await send({ url: urlOf(base, next), turn, caller: left }, (received) => {
        const result = readAnswer(received)
        return result && 'body' in result ? { parsed: parse(result.body) } : result
      })
      meter?.count('ok')
      if (answer === null) return null
      if ('parsed' in answer) return answer.parsed
      next = { ...next, id: answer.movedTo }
    }
    throw new MusicBrainzError('broken', 'MusicBrainz redirects without end')
  }

  return async (first, { patience, ...who }, parse) => {
    const deadline = performance.now() + (patience ?? (who.isWaitedFor ? PATIENCE : Infinity))
    for (;;) {
      try {
        return await ask(first, { ...who, patience: deadline - performance.now() }, parse)
      } catch (error) {
        const isNotCalled = error instanceof NotCalled
        if (!isNotCalled && !(error instanceof UpstreamError)) throw error
        meter?.count(isNotCalled ? 'left alone' : error.failure)
        const isRefused = !isNotCalled && error.failure === 'refused'
        // The pause of the pace delays the next attempt.
        if (isNotCalled || isRefused || !who.isWaitedFor) throw unavailable('catalog.unavailable', error)
      }
    }
  }
}

function urlOf(base: string, { entity, id, query }: Request): URL {
  const url = new URL(`${base.replace(/\/+$/, '')}/${entity}${id === undefined ? '' : `/${id}`}`)
  url.search = new URLSearchParams({ ...query, fmt: 'json' }).toString()
  return url
}

/** Returns a function that sends one request, and tells the pace how it ended. @throws MusicBrainzError */
function makeSend({ userAgent, pace, log, timeout = TIMEOUT }: MusicBrainzOptions) {
  const headers = { accept: 'application/json', 'user-agent': userAgent }
  return async <T>(
    { url, turn, caller }: { url: URL; turn: Turn; caller: Caller },
    read: (answer: Answer) => T,
  ): Promise<T> => {
    const { patience = Infinity, signal } = caller
    const call = { headers, redirect: 'manual' as const, mostBytes: MOST_BYTES, ...(signal && { signal }) }
    let outcome: Outcome = 'abandoned'
    try {
      const answer = read(await fetchText(url, Math.max(1, Math.min(timeout, patience)), call))
      outcome = 'answered'
      return answer
    } catch (error) {
      const failure = failureOf(error)
      if (!failure) throw error
      const { reason, retryAfter } = failure
      outcome = reason === 'refused' ? 'answered' : { isTooOften: reason === 'tooOften', retryAfter }
      // Short outages are ordinary: the service sheds load.
      const level = reason === 'refused' ? 'error' : turn.failures < 2 ? 'debug' : 'warn'
      log[level]({ err: failure }, 'MusicBrainz gave no usable answer')
      throw failure
    } finally {
      // Without its end, a turn lasts until its lease expires.
      await pace
        .end(turn, outcome)
        .catch((err: unknown) => log.warn({ err }, 'a turn of MusicBrainz was not ended'))
    }
  }
}

type Answer = Awaited<ReturnType<typeof fetchText>>

/** Returns the failure of the service behind an error; null for other errors. */
function failureOf(error: unknown): MusicBrainzError | null {
  if (error instanceof MusicBrainzError) return error
  if (error instanceof z.ZodError)
    return new MusicBrainzError('broken', 'MusicBrainz sent an answer without its fields', { cause: error })
  if (!(error instanceof UpstreamError)) return null
  const reason = error.failure === 'unreachable' ? 'unreachable' : 'refused'
  return new MusicBrainzError(reason, error.message, { cause: error })
}
