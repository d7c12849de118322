import type { TakenOff } from '../../../shared/listenLater.ts'
import type { Visibility } from '../../../shared/visibility.ts'
import type { Audience, Write } from '../../core/change.ts'
import type { Spend } from '../../lib/rateLimit.ts'
import type { Tables } from '../../lib/sql.ts'
import type { LockedUser } from '../../users/lock.ts'

export const logColumns = [
  ...(['id', 'albumId', 'visibility', 'rating', 'review', 'reviewedAt', 'date', 'tagCount'] as const),
  ...(['createdAt', 'feedAt', 'version'] as const),
]
export type LogRow = Pick<Tables['Log'], (typeof logColumns)[number]>

export type LogChange = {
  previous: LogRow | null
  current: LogRow | null
  /** names; none by default */
  previousTags?: readonly string[]
  tags?: readonly string[]
}

/** `effects.ts` says which effects each cause has. */
export type Origin = 'hand' | 'moderation' | 'visibility' | 'tags' | 'import' | 'undo' | 'sync' | 'removal'

export type Changes = {
  owner: LockedUser
  origin: Origin
  logs: readonly LogChange[]
  hearts?: readonly number[]
  /** set if all listenings got this visibility; `logs` then contains only those that a moderator hides */
  level?: Visibility
  refetch?: Audience
  spend?: Spend
}

export type Outcome = { takenOff?: TakenOff | null }
/** `isBulk` comes from the table of origins. */
export type Effect = (write: Write, changes: Changes & { isBulk: boolean }) => Promise<Outcome | void>

type Value = Date | string | number | boolean | null | undefined

/** A missing row differs in every column that is not null. */
export const differ = <Row>(one: Row | null, other: Row | null, columns: readonly (keyof Row)[]): boolean =>
  columns.some((column) => (one?.[column] as Value)?.valueOf() !== (other?.[column] as Value)?.valueOf())

export const isVisibleChange = ({ previous, current }: LogChange): boolean =>
  differ(previous, current, ['version'])

export const albumIdOf = ({ previous, current }: LogChange): number => (current ?? previous)!.albumId
