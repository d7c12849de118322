import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../core/deps.ts'
import { tokenCalls } from '../core/limits.ts'
import type { CallerAddress } from '../lib/callers.ts'
import { tooMany } from '../lib/errors.ts'
import type { LimitState } from '../lib/rateLimit.ts'
import { bearerIn, findToken, type TokenCaller } from '../tokens/authenticate.ts'

type Sources = { deps: Deps; callerOf: (request: IncomingMessage) => CallerAddress }

/** Returns the caller of a request's bearer token; null for a request without one. */
export type BearerOf = (
  request: FastifyRequest,
  reply: FastifyReply,
  calls?: number,
) => Promise<TokenCaller | null>

/**
 * Returns a function that authenticates bearer tokens, once for each request, and counts their calls. It throws unauthorized or
 * tooMany. Every answer to a token carries the state of its limit.
 */
export function makeBearer({ deps, callerOf }: Sources): BearerOf {
  const callers = new WeakMap<IncomingMessage, Promise<TokenCaller | null>>()

  async function authenticate(request: FastifyRequest, reply: FastifyReply, calls: number) {
    const token = bearerIn(request.headers.authorization)
    if (token === null) return null
    // The answer is for this caller only, as with a session (securityHeaders.ts).
    reply.header('cache-control', 'no-store')
    const caller = await findToken(deps, token, callerOf(request.raw))
    const state = await deps.limit(tokenCalls).tryTake(`token-${caller.token.id}`, calls)
    writeLimit(reply, state)
    if (state.isRefused) throw tooMany('tooManyRequests', state.reset)
    return caller
  }

  return (request, reply, calls = 1) => {
    const known = callers.get(request.raw)
    if (known) return known
    const caller = authenticate(request, reply, calls)
    callers.set(request.raw, caller)
    return caller
  }
}

function writeLimit(reply: FastifyReply, { limit, remaining, reset }: LimitState): void {
  reply.headers({
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(reset),
  })
}
