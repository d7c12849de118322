import { initTRPC, type TRPCError } from '@trpc/server'
import type { Viewer } from '../../shared/auth.ts'
import type { TextId, Texts } from '../../shared/texts.ts'
import type { TokenScope } from '../../shared/tokens.ts'
import type { CallerAddress } from '../lib/callers.ts'
import { isDatabaseDown } from '../lib/db.ts'
import { DomainError, forbidden, tooMany, unauthorized, unavailable } from '../lib/errors.ts'
import { catalogues } from '../lib/languages.ts'
import { isEventStream, type FrameWriter } from '../live/stream.ts'
import type { Deps } from './deps.ts'
import { challengeOf, describeError, recordRefusal, trpcErrorOf, type Description } from './errors.ts'
import { keyOf, subscriptionsOfSocket, switches } from './limits.ts'

/** `view` is the user's view of themselves; other fields never leave the server. */
export type SignedIn = {
  id: number
  /** 0 for the owner of an access token */
  sessionId: number
  expiresAt: Date
  /** language in which the product was last used; null if none was recorded yet */
  language?: string | null
  /** time zone of the last page; null if none was recorded yet */
  timeZone?: string | null
  view: Viewer
}

/** Only a plain HTTP response can set a cookie. */
export type SessionCookie = {
  set(token: string, expires: Date): void
  clear(): void
  /** identifies a visitor's browser during a passkey sign-in */
  challenge: { read(): string | null; set(value: string): void }
}

/** The access token of a request; null in `expiresAt` if it never expires. */
export type TokenUse = { id: number; scopes: readonly TokenScope[]; expiresAt: Date | null }

export type Context = {
  deps: Deps
  viewer: SignedIn | null
  /** why the session could not be read: `viewer` is null then, although the caller may be signed in */
  viewerError?: unknown
  /** set if the viewer is the owner of an access token: only the procedures that it opens can be called */
  token?: TokenUse & { opens: (procedure: string) => boolean }
  /** why the access token of the request is refused */
  tokenError?: unknown
  /** set if the request names the account that it was made with */
  isOtherAccount?: (userId: number) => Promise<boolean>
  /** id of the request, or of the request that opened the WebSocket; its response and its log lines carry it */
  requestId: string
  caller: CallerAddress & { userAgent: string }
  texts: () => Texts
  /** null on a WebSocket */
  cookie: SessionCookie | null
  socket: (FrameWriter & { subscriptions: number }) | null
}

export const reasonOf = ({ cause }: TRPCError): unknown =>
  cause instanceof DomainError ? cause.cause : cause

const describe = ({ cause, code, message }: TRPCError, texts: Texts): Description =>
  describeError(cause, texts) ??
  (code === 'INTERNAL_SERVER_ERROR'
    ? { text: texts.error, id: 'error', fields: {} }
    : { text: message, id: null, fields: {} })

const t = initTRPC.context<Context>().create({
  errorFormatter({ shape, error, ctx }) {
    // `ctx` is undefined if creating the context failed.
    const texts = ctx?.texts() ?? catalogues.default
    // tRPC adds the stack outside production; our errors never carry one, in any environment.
    const { stack: _, ...data } = shape.data
    const { text, id, fields } = describe(error, texts)
    return {
      ...shape,
      message: text,
      data: {
        ...data,
        id,
        fields,
        // Users can quote this id to the operator.
        ...(data.httpStatus >= 500 && ctx && { requestId: ctx.requestId }),
      },
    }
  },
  sse: { enabled: false },
})

export function headersOf(errors: readonly TRPCError[]): Record<string, string> {
  const causes = errors.flatMap(({ cause }) => (cause instanceof DomainError ? cause : []))
  const seconds = causes.flatMap(({ retryAfter }) => retryAfter || [])
  const [challenge] = causes.flatMap((cause) => challengeOf(cause) ?? [])
  return {
    ...(seconds.length > 0 && { 'retry-after': String(Math.max(...seconds)) }),
    ...(challenge && { 'www-authenticate': challenge }),
  }
}

/** An unreachable database becomes `unavailable`: it is not the caller's fault. */
const withDomainErrors = t.middleware(async ({ ctx, path, next }) => {
  const startedAt = performance.now()
  const { metrics } = ctx.deps
  const result = await next()
  if (result.ok) {
    metrics.procedure(path, 'ok', performance.now() - startedAt)
    return result
  }
  const { cause } = result.error
  const domainError = isDatabaseDown(cause) ? unavailable('error', cause) : cause
  const error = domainError instanceof DomainError ? trpcErrorOf(domainError) : result.error
  metrics.procedure(path, error.code, performance.now() - startedAt)
  if (!(domainError instanceof DomainError)) return result
  recordRefusal(domainError, ctx, path)
  throw error
})

/** Refuses what an access token does not open, before the input is parsed. @throws forbidden */
const withinToken = t.middleware(async ({ ctx: { token, tokenError }, path, type, next }) => {
  if (tokenError) throw tokenError
  if (token && !token.opens(path)) throw forbidden('api.notForTokens')
  if (token && type === 'mutation' && !token.scopes.includes('write')) throw forbidden('api.scope')
  return await next()
})

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

/** Fails if the session could not be read, instead of treating the caller as signed out. */
const withKnownCaller = t.middleware(({ ctx, next }) => {
  if (ctx.viewerError) throw ctx.viewerError
  return next()
})

/** Allows callers whose session could not be read, too. */
export const callerUnknownProcedure = t.procedure
  .use(withDomainErrors)
  .use(withinToken)
  .use(countedOnItsSocket)

export const publicProcedure = callerUnknownProcedure.use(withKnownCaller)

const signedInOr = (error: TextId) =>
  publicProcedure.use(async ({ ctx, next }) => {
    if (!ctx.viewer) throw unauthorized(error)
    if (await ctx.isOtherAccount?.(ctx.viewer.id)) throw forbidden('auth.otherAccount')
    return await next({ ctx: { ...ctx, viewer: ctx.viewer } })
  })

export const signedIn = signedInOr('auth.loginRequired')

export const signedInToSwitch = signedIn.use(async ({ ctx, next }) => {
  await ctx.deps.limit(switches).take(keyOf(ctx.viewer))
  return await next()
})

export const signedInToLike = signedInOr('logs.signInToLike')
