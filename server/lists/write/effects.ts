import { topics } from '../../../shared/events.ts'
import { isNarrowed } from '../../../shared/visibility.ts'
import { levelColumns } from '../../access/hiddenLevel.ts'
import type { Write } from '../../core/change.ts'
import { reapplyVisibility } from '../../notifications/write/visibility.ts'
import { readListHeads } from '../read/view.ts'
import type { ListState } from './merge.ts'
import { keepRevisions } from './revisions.ts'
import { writeListTexts } from './texts.ts'

/** 'visibility' is 'Change older lists'. */
export type Origin = 'hand' | 'import' | 'undo' | 'moderation' | 'visibility' | 'merge'

/** Without albums on both sides, they did not change. */
type Change = {
  id: number
  version: number
  previous: ListState | null
  next: ListState
  wasHidden: boolean
  isHidden: boolean
}
type Changes = { ownerId: number; changes: readonly Change[] }

const levelsOf = ({ previous, next, wasHidden, isHidden }: Change) =>
  [
    levelColumns((previous ?? next).fields.visibility, wasHidden).visibility,
    levelColumns(next.fields.visibility, isHidden).visibility,
  ] as const

/** Applied in this order. */
const effects = {
  async text({ tx }: Write, { changes }: Changes) {
    const renamed = changes.filter(
      ({ previous, next }) =>
        previous?.fields.name !== next.fields.name ||
        previous?.fields.description !== next.fields.description,
    )
    await writeListTexts(
      tx,
      renamed.map(({ id, next: { fields } }) => ({ id, ...fields })),
    )
  },

  /** With a revision, an edit that began earlier is merged and does not undo this change. */
  revision: (write: Write, { changes }: Changes) =>
    keepRevisions(
      write,
      changes.flatMap(({ previous, ...change }) => (previous ? [{ ...change, previous }] : [])),
    ),

  async event({ tx, emit }: Write, { ownerId, changes }: Changes) {
    const heads = await readListHeads(
      tx,
      ownerId,
      changes.map(({ id }) => id),
    )
    for (const change of changes) {
      const { id } = change
      const [previousLevel, level] = levelsOf(change)
      const list = heads.find((head) => head.id === id)
      const otherwise = { type: 'list.removed', id } as const
      const audience = { ownerId, level, ...(isNarrowed(previousLevel, level) && { otherwise }) }
      if (list) emit(topics.list(id), { type: 'list.saved', list }, ownerId, audience)
    }
  },

  async notifications(write: Write, { changes }: Changes) {
    for (const change of changes) {
      const [previousLevel, level] = levelsOf(change)
      if (previousLevel !== level) await reapplyVisibility(write, { list: change.id })
    }
  },
}
type Effect = keyof typeof effects | 'updatedAt'

/**
 * The effects that an origin skips. Limits are only spent by hand (server/lists/mutations.ts). The removal of an account has no
 * origin: the schema's cascades delete the lists, and server/account/deletion.ts emits events and deletes notifications.
 */
const skipped: Record<Origin, readonly Effect[]> = {
  hand: [],
  import: [],
  undo: [],
  // The owner's lists keep their order: last edited first.
  moderation: ['updatedAt'],
  merge: ['updatedAt'],
  // There can be thousands: the caller emits one event for the user and reapplies the visibility of all their notifications.
  visibility: ['updatedAt', 'event', 'notifications'],
}
export const skips = (origin: Origin, effect: Effect): boolean => skipped[origin].includes(effect)

export async function applyEffects(
  write: Write,
  { origin, ...changes }: Changes & { origin: Origin },
): Promise<void> {
  for (const [effect, apply] of Object.entries(effects))
    if (!skips(origin, effect as Effect)) await apply(write, changes)
}
