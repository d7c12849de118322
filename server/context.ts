import type { Viewer } from '../shared/auth.ts'
import type { Deps } from './deps.ts'

/** The signed-in person on the server: what he sees of himself, with what only the server may know. */
export type SignedIn = { id: number; sessionId: number; expiresAt: Date; view: Viewer }

/** How a procedure changes the session of its caller; only a plain HTTP answer can set a cookie. */
export type SessionCookie = { set(token: string, expires: Date): void; clear(): void }

export type Context = {
  deps: Deps
  viewer: SignedIn | null
  /** the caller's IP address and what his program calls itself */
  caller: { address: string; userAgent: string }
  /** null on a WebSocket */
  cookie: SessionCookie | null
  /** the WebSocket that the call came over, else null */
  socket: { subscriptions: number } | null
}
