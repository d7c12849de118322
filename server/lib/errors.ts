import type { CountedTextId, ErrorId, TextId, Texts, WordedTextId } from '../../shared/texts.ts'
import { catalogues } from './languages.ts'

/** server/core/errors.ts maps each kind to its status. */
export type ErrorKind =
  | 'invalid'
  | 'tooLarge'
  | 'wrongType'
  | 'unreadable'
  | 'unauthorized'
  | 'forbidden'
  | 'notFound'
  | 'conflict'
  | 'tooMany'
  | 'unavailable'

export type ErrorParts = {
  id: ErrorId
  count?: number | undefined
  words?: string | undefined
  field?: string | undefined
}

/**
 * An error that users can read. Its id is the path of its text in the catalogue: programs use the id, users read the text in
 * their language. `message`, which logs show, is in the default language.
 */
export class DomainError extends Error {
  readonly kind: ErrorKind
  readonly id: ErrorId
  readonly count: number | undefined
  readonly words: string | undefined
  readonly field: string | undefined
  /** seconds until a retry makes sense, if known */
  retryAfter: number | undefined

  constructor(kind: ErrorKind, { id, count, words, field }: ErrorParts, cause?: unknown) {
    super(textOf(catalogues.default, id, words ?? count), { cause })
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

/** An error stored by another version of the program can refer to a text that no longer exists. */
function textOf(catalogue: Texts, id: ErrorId, value: number | string = 0): string {
  let entry: unknown = catalogue
  for (const name of id.split('.')) entry = (entry as Record<string, unknown> | undefined)?.[name]
  if (typeof entry === 'function') return (entry as (value: number | string) => string)(value)
  return typeof entry === 'string' ? entry : catalogue.error
}

export const invalid = (id: TextId, field?: string, cause?: unknown) =>
  new DomainError('invalid', { id, field }, cause)
export const tooLarge = (id: TextId) => new DomainError('tooLarge', { id })
export const wrongType = (id: TextId) => new DomainError('wrongType', { id })
export const unreadable = (id: TextId, cause?: unknown) => new DomainError('unreadable', { id }, cause)
export const unauthorized = (id: TextId, field?: string) => new DomainError('unauthorized', { id, field })
export const forbidden = (id: TextId) => new DomainError('forbidden', { id })
export const forbiddenBecause = (id: WordedTextId, words: string) =>
  new DomainError('forbidden', { id, words })
export const notFound = (id: TextId, field?: string) => new DomainError('notFound', { id, field })
export const conflict = (id: TextId, field?: string) => new DomainError('conflict', { id, field })
export const unavailable = (id: TextId, cause?: unknown) => new DomainError('unavailable', { id }, cause)
type Refusal = { retryAfter?: number; field?: string | undefined }
/** Creates a 'tooMany' error. `count` is inserted into the text; it is also the seconds to wait, unless `retryAfter` is given. */
export function tooMany(id: TextId): DomainError
export function tooMany(id: TextId | CountedTextId, count: number, refusal?: Refusal): DomainError
export function tooMany(id: ErrorId, count?: number, { retryAfter, field }: Refusal = {}): DomainError {
  const error = new DomainError('tooMany', { id, count, field })
  error.retryAfter = retryAfter ?? count
  return error
}
