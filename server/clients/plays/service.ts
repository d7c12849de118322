import { z } from 'zod'
import { fetchText, NotCalled, UpstreamError } from '../../lib/http.ts'

/** A play as another service has it. */
export type PulledPlay = {
  at: Date
  artist: string
  track: string
  album: string | null
  /** in seconds */
  duration: number | null
}

/** The database has no later times; in seconds. */
const LATEST = Date.UTC(9999, 0) / 1_000
/** The start of a play at a service, in seconds since 1970. */
export const playTime = z.coerce
  .number()
  .positive()
  .max(LATEST)
  .transform((seconds) => new Date(Math.floor(seconds) * 1_000))

export type PulledPage = {
  /** newest first */
  plays: PulledPlay[]
  /** where the next page begins; null at the end */
  next: string | null
}

/** A page of somebody's plays at a time that is not before `from`. */
export type PageRequest = { user: string; from: Date; place: string | null; signal: AbortSignal }

/** Another service that has plays. */
export type PlayService = {
  /** pauses after the failures of a page, in milliseconds; after one more the pull is given up */
  pauses: readonly number[]
  /** @throws NoPlays; PageFailed */
  fetchPage: (request: PageRequest) => Promise<PulledPage>
}

/** Reason for which the plays of a name cannot be read. */
export type PullProblem = 'unknownUser' | 'privatePlays'

export class NoPlays extends Error {
  readonly problem: PullProblem

  constructor(problem: PullProblem) {
    super(`The plays cannot be read: ${problem}`)
    this.problem = problem
  }
}

type Failure = { wait?: number; isTemporary?: boolean; cause?: unknown }

/**
 * `wait` is how long the service asks us to wait, in milliseconds; 0 if it says nothing. Unless the failure is temporary, asking
 * again soon is useless.
 */
export class PageFailed extends Error {
  readonly wait: number
  readonly isTemporary: boolean

  constructor(message: string, { wait = 0, isTemporary = true, cause }: Failure = {}) {
    super(message, { cause })
    this.name = 'PageFailed'
    this.wait = wait
    this.isTemporary = isTemporary
  }
}

/**
 * Milliseconds between two requests of pulls to one service: one a second is promised, and a request that is late on its way must
 * not come closer to the next one.
 */
export const PULL_SPACING = 1_100
/** A page that fails is asked for again after these pauses, in milliseconds. */
export const PAUSES: readonly number[] = [1_000, 2_000, 4_000, 8_000, 16_000, 32_000]
/** How long a request waits for its turn, in milliseconds. */
export const LONGEST_TURN = 10_000

const TIMEOUT = 20_000
/** A service that asks for more is asked again at the next pull. */
const LONGEST_WAIT = 10 * 60_000

/**
 * Reads how long a service asks us to wait, in milliseconds: the dialects of HTTP (seconds, or a date) and of ListenBrainz, which
 * says with each response when its limit begins again.
 */
export function waitOf({ status, headers }: Pick<Response, 'status' | 'headers'>, now = Date.now()): number {
  const names = status === 429 ? ['retry-after', 'x-ratelimit-reset-in'] : ['retry-after']
  const waits = names.map((name) => {
    const value = headers.get(name) ?? ''
    return /^\d/.test(value) ? Number(value) * 1_000 : Date.parse(value) - now
  })
  return Math.min(waits.find((wait) => wait > 0) ?? 0, LONGEST_WAIT)
}

type Answer = { status: number; body: unknown }

/** Makes a call. @throws PageFailed if there is no JSON object in the response, except for status 404, and for status 429 */
export async function callService(
  url: URL,
  { userAgent, signal }: { userAgent: string; signal: AbortSignal },
): Promise<Answer & { wait: number }> {
  try {
    const headers = { accept: 'application/json', 'user-agent': userAgent }
    const { status, text, headers: sent } = await fetchText(url, TIMEOUT, { headers, signal })
    const wait = waitOf({ status, headers: sent })
    if (status === 429) throw new PageFailed('Too many calls', { wait })
    if (status === 204) return { status, body: {}, wait }
    const body = readJson(text)
    const isObject = typeof body === 'object' && body !== null
    if (!isObject && status === 404) return { status, body: {}, wait }
    if (!isObject) throw new PageFailed(`No JSON, status ${status}`, { wait })
    return { status, body, wait }
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    throw new PageFailed('The service could not be reached', { cause: error })
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Waits for a turn at the service. @throws PageFailed if none is free */
export async function takeTurn(turn: () => Promise<void>): Promise<void> {
  try {
    await turn()
  } catch (error) {
    if (!(error instanceof NotCalled)) throw error
    throw new PageFailed('No turn is free', { cause: error })
  }
}
