import type { Deps } from '../../core/deps.ts'

/** A request of a player, and the network that limits count by. */
export type Asked = {
  method: string
  /** without the prefix of the protocol: ['user', 'ayse', 'listens'] */
  segments: readonly string[]
  query: URLSearchParams
  authorization: string | undefined
  userAgent: string | undefined
  body: Buffer | undefined
  network: string
}

export type Answer = {
  status: number
  type: string
  body: string
  headers?: Record<string, string>
}

export type ProtocolDeps = Pick<
  Deps,
  'db' | 'bus' | 'now' | 'mailer' | 'redis' | 'prefix' | 'log' | 'limit' | 'seal' | 'settings'
>

/** The first word of a User-Agent: 'mpdscribble' of 'mpdscribble/0.24 (…)'. */
export const playerOf = (userAgent: string | undefined): string | null =>
  userAgent?.trim().split(/[/\s(]/, 1)[0] || null
