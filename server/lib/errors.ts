import {
  texts,
  type CountedTextId,
  type ErrorId,
  type TextId,
  type Texts,
  type WordedTextId,
} from '../../shared/texts.ts'

/** What went wrong, in the product's own words; server/core/trpc.ts turns each kind into its tRPC code, once. */
export type ErrorKind =
  | 'invalid'
  | 'unauthorized'
  | 'forbidden'
  | 'notFound'
  | 'conflict'
  | 'tooMany'
  | 'unavailable'

/** What an error says: its text in the catalogue, with the number or the words that the text takes, and the input at fault. */
export type ErrorParts = {
  id: ErrorId
  count?: number | undefined
  words?: string | undefined
  field?: string | undefined
}

/**
 * An error that a person may read. Its id is the path of its text in the catalogue: programs decide by the id, people
 * read the text in their language. The message, which logs show, is the default language's.
 */
export class DomainError extends Error {
  readonly kind: ErrorKind
  readonly id: ErrorId
  readonly count: number | undefined
  readonly words: string | undefined
  /** the input at fault */
  readonly field: string | undefined
  /** the seconds after which it is worth another try, where they are known */
  retryAfter: number | undefined

  constructor(kind: ErrorKind, { id, count, words, field }: ErrorParts, cause?: unknown) {
    super(textOf(texts, id, words ?? count), { cause })
    this.name = 'DomainError'
    this.kind = kind
    this.id = id
    this.count = count
    this.words = words
    this.field = field
  }

  say(catalogue: Texts): string {
    return textOf(catalogue, this.id, this.words ?? this.count)
  }
}

/** The text with that path. An error that another version of the program stored may name a text that is gone. */
function textOf(catalogue: Texts, id: ErrorId, value: number | string = 0): string {
  let found: unknown = catalogue
  for (const name of id.split('.')) found = (found as Record<string, unknown> | undefined)?.[name]
  if (typeof found === 'function') return (found as (value: number | string) => string)(value)
  return typeof found === 'string' ? found : catalogue.error
}

export const invalid = (id: TextId, field?: string) => new DomainError('invalid', { id, field })
export const unauthorized = (id: TextId, field?: string) => new DomainError('unauthorized', { id, field })
export const forbidden = (id: TextId) => new DomainError('forbidden', { id })
/** Forbidden for a reason that somebody wrote: `words` is what the text takes. */
export const forbiddenBecause = (id: WordedTextId, words: string) =>
  new DomainError('forbidden', { id, words })
export const notFound = (id: TextId, field?: string) => new DomainError('notFound', { id, field })
export const conflict = (id: TextId, field?: string) => new DomainError('conflict', { id, field })
export const unavailable = (id: TextId, cause?: unknown) => new DomainError('unavailable', { id }, cause)
type Refusal = { retryAfter?: number; field?: string | undefined }
/** Too much of something; `count` is what the text takes, which are the seconds to wait unless `retryAfter` says otherwise. */
export function tooMany(id: TextId): DomainError
export function tooMany(id: CountedTextId, count: number, refusal?: Refusal): DomainError
export function tooMany(id: ErrorId, count?: number, { retryAfter, field }: Refusal = {}): DomainError {
  const error = new DomainError('tooMany', { id, count, field })
  error.retryAfter = retryAfter ?? count
  return error
}
