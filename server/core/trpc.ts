import { initTRPC, TRPCError } from '@trpc/server'
import { ZodError } from 'zod'
import type { Viewer } from '../../shared/auth.ts'
import type { ErrorId, TextId, Texts } from '../../shared/texts.ts'
import type { CallerAddress } from '../lib/callers.ts'
import { isDatabaseDown } from '../lib/db.ts'
import { DomainError, tooMany, unauthorized, unavailable, type ErrorKind } from '../lib/errors.ts'
import { catalogues } from '../lib/languages.ts'
import { isEventStream, type FrameWriter } from '../live/stream.ts'
import type { Deps } from './deps.ts'
import { keyOf, subscriptionsOfSocket, switches } from './limits.ts'

/** The signed-in person on the server: what they see of themselves, with what only the server may know. */
export type SignedIn = {
  id: number
  sessionId: number
  expiresAt: Date
  /** in which the product was last used; null before that was noted */
  language?: string | null
  view: Viewer
}

/** How a procedure changes the session of its caller; only a plain HTTP answer can set a cookie. */
export type SessionCookie = {
  set(token: string, expires: Date): void
  clear(): void
  /** identifies a visitor's browser during a passkey sign-in */
  challenge: { read(): string | null; set(value: string): void }
}

/** What a procedure knows of its call. */
export type Context = {
  deps: Deps
  viewer: SignedIn | null
  /** why it could not be found out who calls: the viewer is null then, and may well be signed in */
  viewerError?: unknown
  /** the id of the request, or of that which opened the WebSocket; its answer carries it, and lines in the log */
  requestId: string
  /** from where the call comes, and the User-Agent */
  caller: CallerAddress & { userAgent: string }
  /** the texts of the caller's language, looked up when there is something to say */
  texts: () => Texts
  /** null on a WebSocket */
  cookie: SessionCookie | null
  /** the WebSocket that the call came over, else null */
  socket: (FrameWriter & { subscriptions: number }) | null
}

const codes: Record<ErrorKind, TRPCError['code']> = {
  invalid: 'BAD_REQUEST',
  unauthorized: 'UNAUTHORIZED',
  forbidden: 'FORBIDDEN',
  notFound: 'NOT_FOUND',
  conflict: 'CONFLICT',
  tooMany: 'TOO_MANY_REQUESTS',
  unavailable: 'SERVICE_UNAVAILABLE',
}

/** The fields at fault with what is wrong with each, a field's first fault alone; nothing where no field is. */
function faultyFields(cause: unknown, texts: Texts): Record<string, string> {
  if (cause instanceof DomainError) return cause.field ? { [cause.field]: cause.say(texts) } : {}
  if (!(cause instanceof ZodError)) return {}
  const fields: Record<string, string> = {}
  for (const { path, message } of cause.issues) fields[path.join('.')] ??= message
  return fields
}

/**
 * An error in the caller's language. What a schema says is in the default's always: a schema has its texts once for all,
 * and the browser, which has them in the chosen language, asks the same schema before it sends anything.
 */
function sayError({ cause, code, message }: TRPCError, texts: Texts): string {
  if (cause instanceof DomainError) return cause.say(texts)
  if (cause instanceof ZodError) return cause.issues[0]?.message ?? texts.invalidInput
  return code === 'INTERNAL_SERVER_ERROR' ? texts.error : message
}

/** The error that made a procedure fail, below the one that a person may read. */
export const reasonOf = ({ cause }: TRPCError): unknown =>
  cause instanceof DomainError ? cause.cause : cause

/** The id of an error, the same in every language; errors of tRPC itself have none. */
function idOf({ cause, code }: TRPCError): ErrorId | null {
  if (cause instanceof DomainError) return cause.id
  if (cause instanceof ZodError) return 'invalidInput'
  return code === 'INTERNAL_SERVER_ERROR' ? 'error' : null
}

const t = initTRPC.context<Context>().create({
  errorFormatter({ shape, error, ctx }) {
    // There is no context where making it failed.
    const texts = ctx?.texts() ?? catalogues.default
    // The stack is tRPC's habit outside production; no error of ours carries one, wherever it runs.
    const { stack: _, ...data } = shape.data
    return {
      ...shape,
      message: sayError(error, texts),
      data: {
        ...data,
        id: idOf(error),
        fields: faultyFields(error.cause, texts),
        // What a person can name to the operator.
        ...(data.httpStatus >= 500 && ctx && { requestId: ctx.requestId }),
      },
    }
  },
  sse: { enabled: false },
})

/** The header that says when calls are worth another try: all of a batch, when the last of them is. */
export function retryAfter(errors: readonly TRPCError[]): Record<string, string> {
  const seconds = errors.flatMap(({ cause }) => (cause instanceof DomainError && cause.retryAfter) || [])
  return seconds.length > 0 ? { 'retry-after': String(Math.max(...seconds)) } : {}
}

/** The refusals that are recorded in the trail: exceeded limits, and access to other people's data. */
const noted: Partial<Record<ErrorKind, 'throttle.reached' | 'access.refused'>> = {
  tooMany: 'throttle.reached',
  forbidden: 'access.refused',
}

/** A domain error takes its tRPC code here, once; an unreachable database is not the caller's fault. */
const withDomainErrors = t.middleware(async ({ ctx: { deps, viewer, caller }, path, next }) => {
  const begun = performance.now()
  const result = await next()
  if (result.ok) {
    deps.metrics.procedure(path, 'ok', performance.now() - begun)
    return result
  }
  const { cause } = result.error
  const domainError = isDatabaseDown(cause) ? unavailable('error', cause) : cause
  const code = domainError instanceof DomainError ? codes[domainError.kind] : result.error.code
  deps.metrics.procedure(path, code, performance.now() - begun)
  if (!(domainError instanceof DomainError)) return result
  const event = noted[domainError.kind]
  if (event) {
    const actor = viewer?.id ?? null
    const detail = { procedure: path, why: domainError.id }
    deps.audit.note({ event, actor, subject: actor, address: caller.address, detail })
  }
  throw new TRPCError({ code, message: domainError.message, cause: domainError })
})

/** One socket may hold ten subscriptions: more is no page of ours. */
const countedOnItsSocket = t.middleware(async ({ ctx: { socket }, type, signal, next }) => {
  if (type !== 'subscription' || !socket) return await next()
  if (socket.subscriptions >= subscriptionsOfSocket) throw tooMany('tooManySubscriptions')
  socket.subscriptions++
  const result = await next()
  if (!result.ok) socket.subscriptions--
  else signal?.addEventListener('abort', () => socket.subscriptions--, { once: true })
  if (result.ok && isEventStream(result.data)) result.data.attach(socket)
  return result
})

export const { router, mergeRouters } = t

/** Answering a signed-in person as a visitor would be a lie. */
const withKnownCaller = t.middleware(({ ctx, next }) => {
  if (ctx.viewerError) throw ctx.viewerError
  return next()
})

/** Anybody may call, also where it could not be found out who it is. */
export const callerUnknownProcedure = t.procedure.use(withDomainErrors).use(countedOnItsSocket)

/** Anybody may call. */
export const publicProcedure = callerUnknownProcedure.use(withKnownCaller)

const signedInOr = (error: TextId) =>
  publicProcedure.use(({ ctx, next }) => {
    if (!ctx.viewer) throw unauthorized(error)
    return next({ ctx: { ...ctx, viewer: ctx.viewer } })
  })

/** A signed-in person only. */
export const signedIn = signedInOr('auth.loginRequired')

/** Requires a signed-in user and counts the call against their limit of small changes (limits.ts). */
export const signedInToSwitch = signedIn.use(async ({ ctx, next }) => {
  await ctx.deps.limit(switches).take(keyOf(ctx.viewer))
  return await next()
})

/** A signed-in person only; a visitor gets the error to log in to like. */
export const signedInToLike = signedInOr('logs.signInToLike')
