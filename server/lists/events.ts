import { topics } from '../../shared/events.ts'
import { isNarrowed } from '../../shared/visibility.ts'
import type { Write } from '../core/change.ts'
import type { ListFields } from './merge.ts'

type Level = Pick<ListFields, 'visibility'>
import { readListHeads } from './view.ts'

/** Emits the current state of a list to users who can see it, and its removal to those who no longer can. */
export async function emitSaved(
  { tx, emit }: Write,
  { id, ownerId }: { id: number; ownerId: number },
  before: Level,
  { visibility: level }: Level,
): Promise<void> {
  const [list] = await readListHeads(tx, ownerId, [id])
  const otherwise = { type: 'list.removed', id } as const
  const audience = { ownerId, level, ...(isNarrowed(before.visibility, level) && { otherwise }) }
  if (list) emit(topics.list(id), { type: 'list.saved', list }, ownerId, audience)
}
