import { texts, type Say } from '../../shared/texts.ts'

/** What went wrong, in the product's own words; server/trpc.ts turns each kind into its tRPC code, once. */
export type ErrorKind =
  | 'invalid'
  | 'unauthorized'
  | 'forbidden'
  | 'notFound'
  | 'conflict'
  | 'tooMany'
  | 'unavailable'

/**
 * An error that a person may read: `say` says it in their language, and the message, which logs show, is the default's.
 * `field` names the input at fault.
 */
export class DomainError extends Error {
  readonly kind: ErrorKind
  readonly say: Say
  readonly field: string | undefined

  constructor(kind: ErrorKind, say: Say, field?: string, cause?: unknown) {
    super(say(texts), { cause })
    this.name = 'DomainError'
    this.kind = kind
    this.say = say
    this.field = field
  }
}

export const invalid = (say: Say, field?: string) => new DomainError('invalid', say, field)
export const unauthorized = (say: Say, field?: string) => new DomainError('unauthorized', say, field)
export const forbidden = (say: Say) => new DomainError('forbidden', say)
export const notFound = (say: Say, field?: string) => new DomainError('notFound', say, field)
export const conflict = (say: Say, field?: string) => new DomainError('conflict', say, field)
export const tooMany = (say: Say) => new DomainError('tooMany', say)
export const unavailable = (say: Say, cause?: unknown) =>
  new DomainError('unavailable', say, undefined, cause)
