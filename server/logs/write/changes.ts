import type { TakenOff } from '../../../shared/listenLater.ts'
import type { Visibility } from '../../../shared/visibility.ts'
import type { Audience, Write } from '../../core/change.ts'
import type { Spend } from '../../lib/rateLimit.ts'
import type { Tables } from '../../lib/sql.ts'
import type { LockedUser } from '../../users/lock.ts'

/** The columns of a listening on which effects depend. */
export const logColumns = [
  ...(['id', 'albumId', 'visibility', 'rating', 'review', 'reviewedAt', 'date', 'tagCount'] as const),
  ...(['createdAt', 'feedAt', 'version'] as const),
]
export type LogRow = Pick<Tables['Log'], (typeof logColumns)[number]>

export type LogChange = {
  /** null for a created listening */
  previous: LogRow | null
  /** null for a deleted one */
  current: LogRow | null
  /** names; none by default */
  previousTags?: readonly string[]
  /** the previous ones by default */
  tags?: readonly string[]
}

/** The cause of a change; `effects.ts` says which effects it has. */
export type Origin = 'hand' | 'moderation' | 'visibility' | 'tags' | 'import' | 'undo' | 'sync' | 'removal'

/** A change of a user's listenings whose rows are written, but whose effects are not yet applied. */
export type Changes = {
  owner: LockedUser
  origin: Origin
  logs: readonly LogChange[]
  /** ids of the albums whose favorite changed */
  hearts?: readonly number[]
  /** set if all listenings got this visibility; `logs` then contains only those that a moderator hides */
  level?: Visibility
  /** set if more listenings changed than `logs` contains: who must refetch them */
  refetch?: Audience
  spend?: Spend
}

export type Outcome = { takenOff?: TakenOff | null }
/** Applies one effect; `isBulk` comes from the table of origins. */
export type Effect = (write: Write, changes: Changes & { isBulk: boolean }) => Promise<Outcome | void>

type Value = Date | string | number | boolean | null | undefined

/** True if two states of a listening differ in one of these columns. A missing row differs in every column that is not null. */
export const differ = <Row>(one: Row | null, other: Row | null, columns: readonly (keyof Row)[]): boolean =>
  columns.some((column) => (one?.[column] as Value)?.valueOf() !== (other?.[column] as Value)?.valueOf())

/** True if readers can see that a listening changed. */
export const isVisibleChange = ({ previous, current }: LogChange): boolean =>
  differ(previous, current, ['version'])

/** Returns the album of a changed listening. */
export const albumIdOf = ({ previous, current }: LogChange): number => (current ?? previous)!.albumId
