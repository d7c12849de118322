/** What went wrong, in the product's own words; server/trpc.ts turns each kind into its tRPC code, once. */
export type ErrorKind = 'invalid' | 'unauthorized' | 'forbidden' | 'notFound' | 'conflict' | 'tooMany' | 'unavailable'

/** An error that a person may read. Its message is one of shared/texts/; `field` names the input at fault. */
export class DomainError extends Error {
  readonly kind: ErrorKind
  readonly field: string | undefined

  constructor(kind: ErrorKind, message: string, field?: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'DomainError'
    this.kind = kind
    this.field = field
  }
}

export const invalid = (message: string, field?: string) => new DomainError('invalid', message, field)
export const unauthorized = (message: string, field?: string) => new DomainError('unauthorized', message, field)
export const forbidden = (message: string) => new DomainError('forbidden', message)
export const notFound = (message: string, field?: string) => new DomainError('notFound', message, field)
export const conflict = (message: string, field?: string) => new DomainError('conflict', message, field)
export const tooMany = (message: string) => new DomainError('tooMany', message)
export const unavailable = (message: string, cause?: unknown) => new DomainError('unavailable', message, undefined, cause)
